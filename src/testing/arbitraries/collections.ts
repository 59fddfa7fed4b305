import fc from "fast-check";
import { type ClusterNames, defaultNames } from "../world/cluster-names.ts";
import { WORLD_NODES_MAX } from "../world/events/node-events.ts";
import {
  type Collected,
  type CollectedTalos,
  collectedWhole,
  type Named,
} from "../world/observe/collected.ts";
import { namedBy } from "../world/observe/named-by.ts";

/** Every name that a node of a world may have. */
const nodeNames = ["worker", "control-plane", "autoscaled"].flatMap((kind) =>
  Array.from({ length: WORLD_NODES_MAX }, (_, index) => `${kind}-${index + 1}`),
);

/** Three times in four: with every part a gap half of the time nothing would ever be decided. */
const mostly: fc.Arbitrary<boolean> = fc.nat({ max: 3 }).map((draw) => draw > 0);
const nearlyAlways: fc.Arbitrary<boolean> = fc.nat({ max: 9 }).map((draw) => draw > 0);

const askedTalos: fc.Arbitrary<CollectedTalos> = fc.record({
  active: nearlyAlways,
  persistent: nearlyAlways,
  times: nearlyAlways,
  version: nearlyAlways,
  etcd: nearlyAlways,
});

const talos: fc.Arbitrary<Collected["talos"]> = fc
  .array(fc.option(askedTalos, { freq: 6, nil: undefined }), {
    minLength: nodeNames.length,
    maxLength: nodeNames.length,
  })
  .map((each) =>
    Object.fromEntries(
      nodeNames.flatMap((name, index) => {
        const asked = each[index];
        return asked === undefined ? [] : [[name, asked]];
      }),
    ),
  );

/** Profiles of every shape. Without Talos nobody could tell a runtime's start, so none is recorded. */
const anyNamed: fc.Arbitrary<Named> = fc
  .record<Named>({
    binds: fc.constantFrom("nothing", "boot", "run"),
    talos: mostly,
    history: fc.boolean(),
    etcd: fc.boolean(),
    rendered: fc.boolean(),
  })
  .map((each) => (each.binds === "run" && !each.talos ? { ...each, binds: "boot" } : each));

/** The shape of the question: what the profile names. */
export function namings({ profile }: ClusterNames): fc.Arbitrary<Named> {
  return profile === undefined ? anyNamed : fc.constant(namedBy(profile));
}

/** What is collected of a world: all that the profile names, or each part there or a gap. */
export function collections(
  naming: fc.Arbitrary<Named> = namings(defaultNames),
): fc.Arbitrary<Collected> {
  return fc.oneof(
    { weight: 1, arbitrary: naming.map(wholeOf) },
    { weight: 2, arbitrary: partial(naming) },
  );
}

const everyNode = nodeNames.map((name) => ({ name }));

function wholeOf(naming: Named): Collected {
  return collectedWhole(naming, everyNode);
}

function partial(naming: fc.Arbitrary<Named>): fc.Arbitrary<Collected> {
  return fc.record({
    named: naming,
    talos,
    // One in eight lists of Nodes was read in part.
    unlisted: fc
      .tuple(fc.nat({ max: 7 }), fc.subarray(nodeNames, { minLength: 1 }))
      .map(([draw, names]) => (draw === 0 ? names : [])),
    declaredContent: mostly,
    history: mostly,
    handOffs: mostly,
    probes: mostly,
    image: mostly,
    rendered: mostly,
    gate: mostly,
    ownershipObjects: mostly,
  });
}
