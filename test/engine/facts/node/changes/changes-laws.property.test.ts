import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EFFECTS } from "../../../../../src/engine/effects/effect.ts";
import type { Fact } from "../../../../../src/engine/facts/fact.ts";
import { changesDiffers } from "../../../../../src/engine/facts/node/changes/changes-differs.ts";
import { changesDroppedProofs } from "../../../../../src/engine/facts/node/changes/changes-dropped-proofs.ts";
import { changesDropsProof } from "../../../../../src/engine/facts/node/changes/changes-drops-proof.ts";
import { changesEffect } from "../../../../../src/engine/facts/node/changes/changes-effect.ts";
import { changesPaths } from "../../../../../src/engine/facts/node/changes/changes-paths.ts";
import { changesUnclassified } from "../../../../../src/engine/facts/node/changes/changes-unclassified.ts";
import { diffConfigs } from "../../../../../src/engine/facts/node/changes/config-diff.ts";
import { changeText } from "../../../../../src/engine/facts/node/changes/placed-change.ts";
import { readerOf } from "../../derive.ts";
import { type Edit, entry, gapIn, revisionKey, talosVersion } from "../fleet.ts";
import {
  activeIn,
  type Configs,
  type DocumentRecord,
  main,
  named,
  renderedIn,
  subjectWith,
} from "./rendered.ts";

const digests = fc.dictionary(
  fc.constantFrom(
    "/machine/env/A",
    "/machine/sysctls/a",
    "/machine/kubelet/a",
    "/machine/udev/a",
    "/x",
  ),
  fc.constantFrom("1", "2"),
  { maxKeys: 4 },
);
const auth = fc
  .array(fc.constantFrom("a", "b"), { maxLength: 1 })
  .map((letters) => letters.map((letter) => ({ ...entry(letter), host: "quay.io" })));
const annotations = fc.dictionary(fc.constantFrom(revisionKey, "other"), fc.constantFrom("1", "2"));
const documents: fc.Arbitrary<readonly DocumentRecord[]> = fc
  .record({
    digests,
    auth,
    annotations,
    others: fc.uniqueArray(
      fc
        .tuple(fc.constantFrom("EnvironmentConfig", "VolumeConfig", "New"), digests)
        .map(([kind, leaves]) => named(kind, "x", leaves)),
      { selector: ({ kind }) => kind, maxLength: 2 },
    ),
  })
  .map(({ digests: leaves, auth: registryAuth, annotations: nodeAnnotations, others }) => [
    main(leaves, { registryAuth, nodeAnnotations }),
    ...others,
  ]);
const configs: fc.Arbitrary<Configs> = fc.oneof(
  fc.record({ active: documents, rendered: documents }),
  documents.map((same) => ({ active: same, rendered: same })),
);
const version = fc.constantFrom("v1.13.8", "v1.14.0-alpha.2", "v1.14.0").map(talosVersion);

/** Takes evidence away. What is left may be read by another key, but says nothing else. */
const hidings: readonly Edit[] = [
  gapIn("rendered"),
  gapIn("rendered", "worker-1"),
  gapIn("talos", "worker-1"),
  ({ snapshot }) => {
    delete snapshot.rendered;
  },
  ({ talos }) => {
    delete talos.machineConfig;
  },
  ({ talos, nodeInfo }) => {
    delete talos.version;
    delete nodeInfo.osImage;
  },
  (draft) => {
    if (draft.snapshot.rendered !== undefined) delete renderedIn(draft).digestKey;
  },
  (draft) => {
    for (const { registryAuth = [] } of draft.talos.machineConfig === undefined
      ? []
      : activeIn(draft).documents) {
      registryAuth.splice(
        0,
        registryAuth.length,
        ...registryAuth.map(({ host }) => ({ host, consistent: false, problem: "redacted" })),
      );
    }
  },
];

const facts = [
  changesEffect,
  changesDiffers,
  changesPaths,
  changesUnclassified,
  changesDropsProof,
  changesDroppedProofs,
];

function includes(after: Fact<unknown>, before: Fact<unknown>): boolean {
  if (after.state !== "unknown") return JSON.stringify(after) === JSON.stringify(before);
  if (after.oneOf === undefined) return true;
  const earlier =
    before.state === "unknown"
      ? (before.oneOf ?? EFFECTS)
      : [before.state === "value" ? before.value : null];
  return earlier.every((each) => after.oneOf?.includes(each));
}

describe("what a rendered config would change", () => {
  it("only becomes unknown when evidence is taken away, and keeps possible what it was", () => {
    const became = new Set<string>();
    fc.assert(
      fc.property(
        configs,
        version,
        fc.array(fc.constantFrom(...hidings), { minLength: 1, maxLength: 3 }),
        (pair, on, hiding) => {
          hiding.forEach((_, index) => {
            const earlier = readerOf(subjectWith(pair, on, ...hiding.slice(0, index)));
            const later = readerOf(subjectWith(pair, on, ...hiding.slice(0, index + 1)));
            for (const fact of facts) {
              const [before, after] = [earlier(fact as never), later(fact as never)];
              if (!includes(after, before))
                throw new Error(`${fact.name} ${JSON.stringify([before, after])}`);
              became.add(`${fact.name} ${before.state} ${after.state}`);
            }
          });
        },
      ),
      { numRuns: 300 },
    );
    for (const fact of facts) {
      expect(became).toContain(`${fact.name} value unknown`);
      expect(became).toContain(`${fact.name} value value`);
    }
  });

  it("is nothing where both are the same, and the same places whichever way one looks", () => {
    const nobody = { hosts: new Set<string>(), annotations: new Set<string>() };
    fc.assert(
      fc.property(configs, ({ active, rendered }) => {
        const one = { digestKey: "k1", documents: active };
        const two = { digestKey: "k1", documents: rendered };
        expect(diffConfigs({ active: one, rendered: one }, nobody)).toEqual({
          certain: [],
          open: [],
        });
        const there = diffConfigs({ active: one, rendered: two }, nobody).certain;
        const back = diffConfigs({ active: two, rendered: one }, nobody).certain;
        const turned = { added: "removed", removed: "added", changed: "changed" };
        expect(back.map((each) => [changeText(each), each.change])).toEqual(
          there.map((each) => [changeText(each), turned[each.change]]),
        );
      }),
    );
  });

  it("does not depend on the order of documents", () => {
    fc.assert(
      fc.property(configs, version, ({ active, rendered }, on) => {
        const turned = { active: [...active].reverse(), rendered };
        const [a, b] = [{ active, rendered }, turned].map((pair) =>
          readerOf(subjectWith(pair, on)),
        );
        for (const fact of facts) expect(a?.(fact as never)).toEqual(b?.(fact as never));
      }),
    );
  });

  it("is never none where a place that the table does not name differs", () => {
    fc.assert(
      fc.property(configs, version, ({ active, rendered }, on) => {
        const more = [...rendered, named("Unheard", "of", { "/a": "1" })];
        const effect = readerOf(subjectWith({ active, rendered: more }, on))(changesEffect);
        expect(effect).toEqual({ state: "value", value: "unclassified" });
      }),
    );
  });
});
