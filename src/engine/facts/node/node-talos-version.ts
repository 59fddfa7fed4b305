import { parseTalosVersion } from "../../effects/talos-version.ts";
import { type Fact, type FactDeclaration, known, unknown } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import type { NodeSubject } from "../subject.ts";
import { osImageOf } from "./node-object.ts";
import { talosRecordOf } from "./talos-record.ts";

export const nodeTalosVersion: FactDeclaration<NodeSubject, string> = {
  name: "node.talosVersion",
  type: stringFact,
  mayBeAbsent: false,
  reasons: ["NotRead", "Unparsable", "Inconsistent"],
  reads: ["/talos/<node>/version", "/objects/v1~1Node~1~1<node>/status/nodeInfo/osImage"],
  doc: "The Talos version that the node runs, with leading v: as Talos says it, else from the Node's osImage. Where both say one, they must agree.",
  derive: (subject, _read, note) => {
    const { node, nodeKey } = subject;
    const { name } = node.metadata;
    const told = talosRecordOf(subject)?.version;
    const osImage = osImageOf(node);
    const byTalos = told === undefined ? undefined : versionIn(told);
    const byNode = osImage === undefined ? undefined : versionIn(/\((.+)\)$/.exec(osImage)?.[1]);
    if (told !== undefined) note?.(["talos", name, "version"], told);
    if (osImage !== undefined)
      note?.(["objects", nodeKey, "status", "nodeInfo", "osImage"], osImage);
    if (byTalos !== undefined && byNode !== undefined && byTalos !== byNode) {
      return unknown("Inconsistent", `Talos says \`${byTalos}\`, the Node says \`${byNode}\``, {
        cure: "read both at the same time",
      });
    }
    const version = byTalos ?? byNode;
    return version === undefined ? unreadable(name, told ?? osImage) : known(version);
  },
};

/** The text with its leading v if it is a version. */
function versionIn(text: string | undefined): string | undefined {
  if (text === undefined || parseTalosVersion(text) === undefined) return undefined;
  return text.startsWith("v") ? text : `v${text}`;
}

function unreadable(name: string, text: string | undefined): Fact<string> {
  if (text !== undefined) return unknown("Unparsable", `no Talos version: \`${text}\``);
  return unknown("NotRead", `Talos version of node \`${name}\` not read`, {
    cure: `talosctl -n ${name} get members -o yaml`,
  });
}
