import { type Fact, type FactDeclaration, known } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { reasonsOf, unknownFor } from "../known.ts";
import type { CredentialSubject } from "../subject.ts";
import { AUTH_COMPARISONS, type AuthComparison } from "./against-declared.ts";
import { liveSecretsOf } from "./live-secrets.ts";

export type LiveState = AuthComparison | "notNamed";
const LIVE_STATES: readonly LiveState[] = [...AUTH_COMPARISONS, "notNamed"];

export const live: FactDeclaration<CredentialSubject, LiveState> = {
  name: "live",
  type: enumFact("LiveState", LIVE_STATES),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/credentials/<name>/live", "/credentials/<name>/declared/entries"],
  doc: "What the Secrets in the cluster hold for the host, against what Git declares; the worst of them (invalid, absent, changed, same). It never selects a node: nodes load what their config holds.",
  derive: (subject, _read, note) => {
    const secrets = liveSecretsOf(subject);
    if (secrets.length === 0) return notNamed;
    const { name } = subject.credential;
    for (const secret of note === undefined ? [] : secrets) {
      const { state } = secret;
      note?.(
        ["credentials", name, "live", secret.name],
        state.state === "value" ? state.value : state.state,
      );
    }
    const states = secrets.map(({ state }) => state);
    const possible = worstOf(states);
    const [worst] = possible;
    if (worst !== undefined && possible.length === 1) return known(worst);
    return unknownFor(reasonsOf(states), { oneOf: possible });
  },
};

const notNamed: Fact<LiveState> = known("notNamed");

/** Every worst that one value out of each can give. AUTH_COMPARISONS goes from best to worst. */
function worstOf(states: readonly Fact<AuthComparison>[]): readonly AuthComparison[] {
  const ranks = states.map((state) =>
    valuesOf(state).map((value) => AUTH_COMPARISONS.indexOf(value)),
  );
  const least = Math.max(...ranks.map((each) => Math.min(...each)));
  return AUTH_COMPARISONS.filter(
    (_, rank) => rank >= least && ranks.some((each) => each.includes(rank)),
  );
}

function valuesOf(state: Fact<AuthComparison>): readonly AuthComparison[] {
  if (state.state === "value") return [state.value];
  const oneOf = state.state === "unknown" ? (state.oneOf ?? AUTH_COMPARISONS) : AUTH_COMPARISONS;
  return oneOf.filter((value) => value !== null);
}
