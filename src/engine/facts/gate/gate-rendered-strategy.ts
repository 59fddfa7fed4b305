import { objectKey } from "../../../snapshot/snapshot.ts";
import { absent, type Fact, type FactDeclaration, known } from "../fact.ts";
import { boolFact, stringFact } from "../fact-type.ts";
import { everyReason, gapsOf, missingReasons } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { GateSubject } from "../subject.ts";
import { judgePatches } from "./gate-patches.ts";

const reads = ["/rendered/helmReleases"];

export const gateRenderedStrategy: FactDeclaration<GateSubject, string> = {
  name: "gate.renderedStrategy",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads,
  doc: "What the tree renders the gate's field to, where the HelmRelease that it sets was given as rendered: `OnDelete`, another word, or `nothing`. Absent where it was not given.",
  derive: (subject, _read, note) => renderedStrategy(subject, note),
};

export const gateRenderedOtherwise: FactDeclaration<GateSubject, boolean> = {
  name: "gate.renderedOtherwise",
  type: boolFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [
    ...reads,
    "/git/files/<kustomization>/components",
    "/git/files/<kustomization>/strategies",
    "/git/files/<component kustomization>/strategies",
  ],
  doc: "What the tree renders to contradicts what kustomization and component say of the gate's field: a patch that neither of them holds decides. Absent where nothing rendered was given.",
  derive: (subject, _read, note) => {
    const rendered = renderedStrategy(subject, note);
    if (rendered.state !== "value")
      return rendered.state === "absent" ? absent : unknownFor(rendered.reasons);
    const said = judgePatches(subject.source, subject.gate, note);
    if (said.state !== "value") return said;
    return known(said.value !== (rendered.value === "OnDelete"));
  },
};

/** What the gate's field is rendered to; absent where no rendering says. */
export function renderedStrategy(
  { source, gate }: GateSubject,
  note: Parameters<typeof gateRenderedStrategy.derive>[2],
): Fact<string> {
  const { kind, name, namespace, pointer } = gate.declared.strategy;
  if (kind !== "HelmRelease") return absent;
  const all = source.snapshot.rendered?.helmReleases ?? {};
  const key = objectKey("helm.toolkit.fluxcd.io", "HelmRelease", namespace, name);
  const gaps = gapsOf(source).on("rendered", key);
  if (gaps.length > 0) {
    const detail = `what HelmRelease ${key} renders to was not read well`;
    const cure = "kustomize build …, and give its HelmRelease with the rest (-f)";
    return unknownFor(missingReasons(gaps, { detail, cure }));
  }
  const strategies = Object.hasOwn(all, key) ? all[key]?.strategies : undefined;
  if (strategies === undefined || !Object.hasOwn(strategies, pointer)) return absent;
  const value = strategies[pointer] ?? null;
  note?.(["rendered", "helmReleases", key, "strategies", pointer], value);
  return known(value ?? "nothing");
}
