import type {
  FleetDecision,
  GateDecision,
  GateQuestion,
  HoldDecision,
} from "../engine/decision.ts";
import { combinationParagraphs, isOffButStands } from "./gate-combination-text.ts";
import { timelineParagraphs } from "./gate-timeline-text.ts";
import type { Paragraph, Tone } from "./layout.ts";
import { dayText, instantText, isBefore, spanText } from "./time-text.ts";
import { counted, cureText, listed, missingText, possibleText } from "./words.ts";

/** Where each gate stands: since when, until when, what it holds up, what may be done about it. */
export function gateParagraphs(
  gates: readonly GateDecision[],
  evaluatedAt: string,
): readonly Paragraph[] {
  if (gates.length === 0) return [];
  return [
    { indent: 0, tone: "strong", lead: "GATES" },
    ...gates.flatMap((gate) => oneGate(gate, evaluatedAt)),
  ];
}

const stateTone: Readonly<Record<GateDecision["state"], Tone>> = {
  inactive: "good",
  active: "strong",
  expiring: "warn",
  expired: "bad",
  invalid: "bad",
  indeterminate: "unsure",
};

function oneGate(gate: GateDecision, evaluatedAt: string): readonly Paragraph[] {
  const said = gate.message === "" ? gate.reason : `${gate.reason}: ${gate.message}`;
  return [
    {
      indent: 2,
      hang: 4,
      tone: isOffButStands(gate) ? "warn" : stateTone[gate.state],
      lead: gate.state.toUpperCase(),
      text: [gate.name, sinceText(gate)].filter((text) => text !== "").join("  "),
    },
    ...[said, openText(gate), boundsText(gate, evaluatedAt)]
      .filter((text) => text !== "")
      .map((text) => ({ indent: 4, text })),
    ...timelineParagraphs(gate, evaluatedAt),
    ...combinationParagraphs(gate),
    ...stalledParagraphs(gate),
    ...fleetParagraphs(gate.fleet),
    ...(gate.suppresses.length > 0 && gate.state !== "inactive"
      ? [{ indent: 4, text: `suppresses: ${gate.suppresses.join(", ")}` }]
      : []),
    ...(gate.hold === undefined ? [] : [{ indent: 4, text: holdText(gate.hold) }]),
    ...questionParagraphs("release", gate.release),
    ...questionParagraphs("rollback", gate.rollback),
    ...(gate.remediation === undefined
      ? []
      : [{ indent: 4, tone: "strong" as const, lead: "do:", text: gate.remediation }]),
  ];
}

/** `since 2026-07-26, day 11 of 14`. */
function sinceText(gate: GateDecision): string {
  if (gate.activatedOn === undefined) return "";
  return [`since ${gate.activatedOn}`, dayText(gate)].filter((text) => text !== "").join(", ");
}

function boundsText({ warnsAt, failsAt }: GateDecision, evaluatedAt: string): string {
  const bounds = [
    { past: "warns since", ahead: "warns from", at: warnsAt },
    { past: "fails since", ahead: "fails from", at: failsAt },
  ];
  return bounds
    .flatMap(({ past, ahead, at }) => {
      if (at === undefined) return [];
      const span = spanText(evaluatedAt, at) ?? "?";
      if (span === "0 s") return [`${past} ${instantText(at)} (now)`];
      return isBefore(evaluatedAt, at)
        ? [`${ahead} ${instantText(at)} (in ${span})`]
        : [`${past} ${instantText(at)} (${span} ago)`];
    })
    .join(" · ");
}

function openText({ state, possible = [], missing = [] }: GateDecision): string {
  const parts: string[] = [];
  if (state === "indeterminate" && possible.length > 0)
    parts.push(`not decided: ${possibleText(possible)}`);
  if (missing.length > 0) parts.push(`missing: ${missingText(missing)}`);
  const cure = cureText(missing);
  if (cure !== undefined) parts.push(`settles it: ${cure}`);
  return parts.join(" · ");
}

function stalledParagraphs({ stalled, fleet, state }: GateDecision): readonly Paragraph[] {
  if (stalled === true) {
    const since = fleet?.waitingSince;
    const text =
      since === undefined
        ? "the rollout behind the gate does not move"
        : `newer revisions wait unadopted since ${instantText(since)}`;
    return [{ indent: 4, tone: "warn", lead: "STALLED", text }];
  }
  if (stalled === "unknown" && state !== "inactive")
    return [{ indent: 4, text: "progress: not known" }];
  return [];
}

function fleetParagraphs(fleet: FleetDecision | undefined): readonly Paragraph[] {
  if (fleet === undefined) return [];
  const { daemonSet, strategy, desired, current, stale, ready } = fleet;
  const numbers = `${shown(current)} of ${shown(desired)} current, ${shown(stale)} stale, ${shown(ready)} ready`;
  return [{ indent: 4, text: `fleet: ${daemonSet} (${strategy}) ${numbers}` }];
}

function shown(count: number | "unknown"): string {
  return count === "unknown" ? "?" : String(count);
}

function holdText({ deployment, replicas, ...hold }: HoldDecision): string {
  const remembered = rememberedText(hold);
  if (replicas === "unknown") {
    const recorded = remembered === undefined ? "" : `, recorded to restore: ${remembered}`;
    return `workload: ${deployment}, replicas not known${recorded}`;
  }
  const at = counted(replicas, "replica");
  if (remembered === undefined) {
    return replicas === 0
      ? `workload: ${deployment} at ${at}, and no count to restore is recorded`
      : `workload: ${deployment} at ${at}, not held`;
  }
  return replicas === 0
    ? `holds: ${deployment} at ${at}, to restore: ${remembered}`
    : `workload: ${deployment} at ${at}, though ${remembered} is still recorded to restore`;
}

/** `1`, or `00 (zero: cannot be restored)`. */
function rememberedText({
  remembered,
  rememberedState = "valid",
}: Pick<HoldDecision, "remembered" | "rememberedState">): string | undefined {
  if (remembered === undefined || ["valid", "unknown"].includes(rememberedState)) return remembered;
  return `${remembered} (${rememberedWord[rememberedState] ?? rememberedState}: cannot be restored)`;
}

const rememberedWord: Readonly<Record<string, string>> = {
  malformed: "no count",
  outOfRange: "beyond 32 bits",
};

function questionParagraphs(
  what: string,
  question: GateQuestion | undefined,
): readonly Paragraph[] {
  if (question === undefined) return [];
  const { allowed, unmet, unknown, messages } = question;
  const words = { true: "allowed", false: "NOT ALLOWED", unknown: "NOT KNOWN" };
  const tones = { true: "good", false: "bad", unknown: "unsure" } as const;
  return [
    { indent: 4, tone: tones[`${allowed}`], lead: `${what}: ${words[`${allowed}`]}` },
    ...unmet.map((reason, index) => {
      const message = messages[index];
      return { indent: 6, text: message === undefined ? reason : `${reason}: ${message}` };
    }),
    ...(unknown.length > 0
      ? [
          {
            indent: 6,
            text: `not known: ${listed(unknown)} (--intent ${what}-gate says what settles it)`,
          },
        ]
      : []),
  ];
}
