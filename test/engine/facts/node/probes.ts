import fc from "fast-check";
import { declaredRevision, type Edit, earlierRevision, otherRevision } from "./fleet.ts";

/** Instants of which some are before the runtime of a world starts, and some after. */
export const instant = fc.constantFrom(
  "2026-06-01T00:00:00Z",
  "2026-07-01T00:00:00Z",
  "2026-08-01T10:00:15Z",
  "2026-08-03T00:00:00Z",
);
const pull = fc.record(
  {
    through: fc.constantFrom("kubelet" as const, "kubelet" as const, "talos" as const),
    uncached: fc.constantFrom(true, true, false),
    result: fc.constantFrom("denied" as const, "denied" as const, "pulled" as const),
    image: fc.constantFrom("ghcr.io/example/app:a", "ghcr.io/example/app:a", "ghcr.io/example/b:b"),
    bootId: fc.constantFrom("boot-1", "boot-1", "boot-0"),
    at: instant,
  },
  { requiredKeys: ["through", "result"] },
);
const answer = fc.record(
  {
    result: fc.constantFrom("pulled" as const, "denied" as const),
    image: fc.constantFrom("ghcr.io/example/app:a", "ghcr.io/example/app:a", "ghcr.io/example/b:b"),
    revision: fc.constantFrom(declaredRevision, earlierRevision, otherRevision),
    at: instant,
  },
  { requiredKeys: ["result"] },
);
/** Pulls that were tried through the worker, and what the registry itself answered. */
export const probes: fc.Arbitrary<Edit> = fc
  .option(fc.tuple(fc.array(pull, { maxLength: 2 }), fc.array(answer, { maxLength: 2 })), {
    nil: undefined,
  })
  .map((tried) =>
    tried === undefined
      ? () => {}
      : ({ snapshot }) => {
          const [pulls, answers] = tried;
          snapshot.probes = [
            ...pulls.map((each) => ({ credential: "registry", node: "worker-1", ...each })),
            ...answers.map((each) => ({
              credential: "registry",
              through: "registry" as const,
              ...each,
            })),
          ];
        },
  );
