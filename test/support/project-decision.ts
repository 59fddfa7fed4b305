import type {
  Decision,
  FluxDecision,
  GateDecision,
  NodeDecision,
} from "../../src/engine/decision.ts";

/** What matters of a decision to a reader, a line each: what golden files hold, so that a diff reads like a sentence. */
export function projectDecision(decision: Decision): string {
  const { intent, verdict, verdicts, gates, nodes, plan, findings, disruption } = decision;
  return [
    `taken ${decision.takenAt}, judged ${decision.evaluatedAt}, unchanged until ${decision.until ?? "(for ever)"}`,
    `verdict ${intent}: ${verdict}`,
    ...Object.entries(verdicts).map(([each, other]) => `  ${each}: ${other}`),
    ...gates.flatMap(projectGate),
    ...(decision.flux ?? []).flatMap(projectFlux),
    ...nodes.flatMap(projectNode),
    `disruption ${JSON.stringify(disruption)}`,
    ...plan.steps.map(({ node, obligations, unmet }) => {
      const guards = unmet
        .map(
          ({ guard, because, metBy }) =>
            `${guard} (${metBy === undefined ? because : `once ${metBy} is through`})`,
        )
        .join(", ");
      return `step ${node}: ${obligations.join(" → ")}${guards === "" ? "" : ` · unmet: ${guards}`}`;
    }),
    ...findings.map(
      ({ enforcement, outcome, name, reason, message }) =>
        `finding ${enforcement} ${outcome} ${name} ${reason}: ${message}`,
    ),
    `judged ${JSON.stringify(decision.counts.subjects)}`,
    `not applicable: ${decision.counts.notApplicable.join(", ") || "nothing"}`,
    "",
  ].join("\n");
}

function projectGate(gate: GateDecision): readonly string[] {
  const { name, state, reason, message, fleet, hold, release, rollback } = gate;
  return [
    `gate ${name}: ${state} ${reason}: ${message}`,
    `  since ${gate.activatedOn ?? "?"} day ${gate.ageDays ?? "?"} warns ${gate.warnsAt ?? "-"} fails ${gate.failsAt ?? "-"} stalled ${gate.stalled ?? "-"}`,
    ...(fleet === undefined ? [] : [`  fleet ${JSON.stringify(fleet)}`]),
    ...(hold === undefined ? [] : [`  hold ${JSON.stringify(hold)}`]),
    ...(release === undefined
      ? []
      : [`  release ${release.allowed} unmet [${release.unmet}] unknown [${release.unknown}]`]),
    ...(rollback === undefined
      ? []
      : [`  rollback ${rollback.allowed} unmet [${rollback.unmet}] unknown [${rollback.unknown}]`]),
    ...gate.evidence.map(
      ({ fact, pointer, value }) => `  because ${fact}: ${pointer} = ${JSON.stringify(value)}`,
    ),
  ];
}

function projectFlux(entry: FluxDecision): readonly string[] {
  const { object, state, ready, quiescent, healing, attemptsOverAt, retryUsefulAt } = entry;
  return [
    `flux ${object}: ${state} ready ${ready} quiescent ${quiescent ?? "-"} takes ${healing} over ${attemptsOverAt ?? "-"} retry ${retryUsefulAt ?? "-"}`,
    ...[...entry.because, ...entry.coincident].map(
      (edge) => `  ${edge.class} ${edge.via} ${edge.object} ${edge.reason}: ${edge.detail}`,
    ),
    ...entry.missing.map(
      ({ code, detail, cure }) => `  missing ${code} ${detail} · ${cure ?? "-"}`,
    ),
  ];
}

function projectNode(node: NodeDecision): readonly string[] {
  const { name, role, action, blocked, reason, message, obligations, possible, missing } = node;
  return [
    `node ${name} (${role}): ${action}${blocked === undefined ? "" : ` (${blocked})`} ${reason}: ${message}`,
    ...(obligations.length > 1 ? [`  obligations ${obligations.join(" → ")}`] : []),
    ...(possible ?? []).map((way) => `  possible ${way.rule}: ${way.action} ${way.reason}`),
    ...(missing ?? []).flatMap(({ fact, reasons }) =>
      reasons.map(
        ({ code, detail, cure }) =>
          `  missing ${fact}: ${code} ${detail}${cure === undefined ? "" : ` · ${cure}`}`,
      ),
    ),
    ...node.evidence.map(
      ({ fact, pointer, value }) => `  because ${fact}: ${pointer} = ${JSON.stringify(value)}`,
    ),
  ];
}
