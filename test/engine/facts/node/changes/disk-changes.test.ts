import { describe, expect, it } from "vitest";
import { diskChangesOf } from "../../../../../src/engine/facts/node/changes/disk-changes.ts";
import { nodeTalosVersion } from "../../../../../src/engine/facts/node/node-talos-version.ts";
import { derive } from "../../derive.ts";
import { type Edit, entry, gapIn, talosVersion } from "../fleet.ts";
import { type DocumentRecord, main, named, subjectWith } from "./rendered.ts";

type Documents = readonly DocumentRecord[];

const onDisk =
  (documents: Documents): Edit =>
  ({ talos }) => {
    const { machineConfig } = talos;
    if (machineConfig === undefined) throw new Error("no machine config");
    machineConfig.persistent = { digestKey: "k1", documents: structuredClone([...documents]) };
  };
const unread: Edit = ({ talos }) => {
  delete talos.machineConfig?.persistent;
};
const otherKey: Edit = ({ talos }) => {
  const persistent = talos.machineConfig?.persistent;
  if (persistent !== undefined) persistent.digestKey = "k2";
};
const renderedNotCollected: Edit = ({ spec }) => {
  delete spec.nodes.rendered;
};
const env = "/machine/env/A";

interface Example {
  readonly active: Documents;
  readonly rendered: Documents;
  readonly edits: readonly Edit[];
  /** Places, or the code of why they are not known. */
  readonly is: readonly string[] | string;
  readonly why: string;
}

const one = [main({ [env]: "1" })];
const two = [main({ [env]: "2" })];

describe("what the next boot would bring in", () => {
  it.each<Example>([
    { active: one, rendered: one, edits: [onDisk(one)], is: [], why: "all three are one" },
    {
      active: one,
      rendered: one,
      edits: [onDisk(two)],
      is: [env],
      why: "the disk has another value",
    },
    {
      active: one,
      rendered: one,
      edits: [onDisk([main({ [env]: "1" }, { machineType: "controlplane" })])],
      is: ["/machine/type"],
      why: "the machine would come back as another type",
    },
    {
      active: one,
      rendered: two,
      edits: [onDisk(two)],
      is: [],
      why: "it is what Git renders, which is judged as what is rendered",
    },
    {
      active: one,
      rendered: two,
      edits: [onDisk(two), renderedNotCollected],
      is: [env],
      why: "a rendering that the profile does not collect is judged by nobody",
    },
    {
      active: one,
      rendered: two,
      edits: [onDisk(two), gapIn("rendered", "worker-1")],
      is: [env],
      why: "of a rendering that was not read whole it is not known that it is the same",
    },
    {
      active: one,
      rendered: two,
      edits: [onDisk([main({ [env]: "3" })])],
      is: [env],
      why: "it is neither",
    },
    {
      active: one,
      rendered: one,
      edits: [onDisk([...one, named("UdevRulesConfig", "usb")])],
      is: ["UdevRulesConfig/usb"],
      why: "a document stands on disk alone",
    },
    {
      active: one,
      rendered: one,
      edits: [
        onDisk([
          ...one,
          { kind: "RegistryAuthConfig", name: "ghcr.io", registryAuth: [entry("b")], digests: {} },
        ]),
      ],
      is: [],
      why: "the login of a credential has a row of its own",
    },
    { active: one, rendered: one, edits: [unread], is: "NotRead", why: "nobody read it" },
    {
      active: one,
      rendered: one,
      edits: [unread, talosVersion("v1.9.5")],
      is: [],
      why: "this Talos cannot tell it",
    },
    {
      active: one,
      rendered: one,
      edits: [onDisk(two), otherKey],
      is: "Incomparable",
      why: "another key made the digests of the disk",
    },
    {
      active: one,
      rendered: one,
      edits: [onDisk(one), gapIn("talos", "worker-1")],
      is: "Forbidden",
      why: "there may be more",
    },
  ])("is $is where $why", ({ active, rendered, edits, is }) => {
    const subject = subjectWith({ active, rendered }, ...edits);
    const changes = diskChangesOf(subject, derive(nodeTalosVersion, subject));
    expect(changes.state === "unknown" ? changes.reasons[0]?.code : changes.value).toEqual(is);
  });
});
