import type { Profile } from "../../../profile/profile.ts";
import type { Snapshot, SnapshotGap } from "../../../snapshot/snapshot.ts";
import { type PipelineWorld, runPipeline } from "../pipeline-world.ts";
import { GATE_MARKER_KEY, gatedDaemonSet, gateFiles, instant } from "./names-of-worlds.ts";
import { gateOfWorlds } from "./observe-gate-world.ts";

/** What of a run was not read; each part leaves a gap, but for outcomes, of which a source may have none. */
export interface HiddenRun {
  readonly isWhole: boolean;
  readonly steps: readonly number[];
  /** A source that has conclusions alone. */
  readonly outcomes: boolean;
  readonly orders: boolean;
  readonly event: boolean;
  readonly git: boolean;
}

const nothingHidden: HiddenRun = {
  isWhole: false,
  steps: [],
  outcomes: false,
  orders: false,
  event: false,
  git: false,
};

const DAY = 20_740;

/** What a reader of the run and of the checkout would have seen, a few hours into the gate's first day. */
export function observePipelineWorld(
  world: PipelineWorld,
  hidden: HiddenRun = nothingHidden,
): Snapshot {
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Snapshot",
    metadata: { name: "world" },
    takenAt: instant(DAY * 86_400 + 20_000),
    objects: {},
    coverage: [],
    git: { files: hidden.git ? {} : filesOf(world) },
    ...(hidden.isWhole ? {} : { pipeline: pipelineOf(world, hidden) }),
    gaps: gapsOf(world, hidden),
  };
}

export function profileOfPipeline({ steps, isOrdered }: PipelineWorld): Profile {
  const { name, declared, marker } = gateOfWorlds;
  const suppresses = steps.filter(({ isSuppressed }) => isSuppressed).map((step) => step.name);
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Profile",
    metadata: { name: "world" },
    spec: {
      gates: [{ name, declared, marker, suppresses }],
      pipeline: {
        ordered: isOrdered,
        requiredSteps: steps.map((step) => ({
          id: step.name,
          continueOnError: step.continueOnError,
          ...(step.onlyIn === undefined ? {} : { events: [step.onlyIn] }),
        })),
      },
    },
  };
}

function pipelineOf(world: PipelineWorld, hidden: HiddenRun): NonNullable<Snapshot["pipeline"]> {
  const { results, conclusion } = runPipeline(world);
  const seen = [...results].filter(([place]) => !hidden.steps.includes(place));
  return {
    conclusion,
    ...(hidden.event ? {} : { event: world.event }),
    steps: Object.fromEntries(
      seen.map(([place, { outcome, ...rest }]) => [
        nameOf(world, place),
        { ...(hidden.outcomes ? {} : { outcome }), ...rest },
      ]),
    ),
    ...(hidden.orders ? {} : { orders: [seen.map(([place]) => nameOf(world, place))] }),
  };
}

function nameOf({ steps }: PipelineWorld, place: number): string {
  return steps[place]?.name ?? "";
}

function gapsOf(world: PipelineWorld, hidden: HiddenRun): readonly SnapshotGap[] {
  const reason = "NotRead";
  const names = [
    ...hidden.steps.flatMap((place) => world.steps[place]?.name ?? []),
    ...(hidden.orders ? ["orders"] : []),
    ...(hidden.event ? ["event"] : []),
  ];
  return [
    ...(hidden.isWhole ? [{ part: "pipeline", reason } as const] : []),
    ...names.map((name) => ({ part: "pipeline", name, reason }) as const),
    ...(hidden.git ? [{ part: "git", name: gateFiles.kustomization, reason } as const] : []),
  ];
}

function filesOf({ isGateDeclared }: PipelineWorld): NonNullable<Snapshot["git"]>["files"] {
  if (!isGateDeclared) return { [gateFiles.kustomization]: { components: [], markers: [] } };
  const pointer = "/spec/updateStrategy/type";
  return {
    [gateFiles.kustomization]: {
      components: [gateFiles.component],
      markers: [{ key: GATE_MARKER_KEY, value: instant(DAY * 86_400).slice(0, 10), line: 3 }],
    },
    [gateFiles.componentFile]: {
      strategies: [{ kind: "DaemonSet", ...gatedDaemonSet, pointer, value: "OnDelete" }],
    },
  };
}
