import { type Fact, type FactDeclaration, known, type ReadFact } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { handOff } from "./hand-off.ts";
import { type HandOffState, judgeHandOffs } from "./hand-off-judgement.ts";
import { handOffProblem } from "./hand-off-problem.ts";
import { judgeMarkerClaim } from "./marker-claim.ts";
import { type MarkerState, nodeMarker } from "./node-marker.ts";
import { deniedHere } from "./runtime-pulls.ts";

export const nodeStory: FactDeclaration<NodeCredentialSubject, string> = {
  name: "node.story",
  type: stringFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [...nodeMarker.reads, ...handOff.reads, "/probes"],
  doc: "For messages: in one phrase, how the node's proof came to be where it is, from its marker and the hand-offs: lost, of another revision, of a machine that was replaced, never written; why a hand-off was ignored; and that a pull was denied to its runtime as it runs now.",
  derive: (subject, read) => {
    const story = proofStory(subject, read);
    const denied = deniedHere(subject, read);
    if (story.state !== "value") return story;
    if (denied.state === "unknown") return unknownFor(denied.reasons);
    return denied.value ? known(`the registry denied this runtime a pull; ${story.value}`) : story;
  },
};

function proofStory(
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
): Fact<string> {
  const shown = read(nodeMarker);
  const passed = read(handOff);
  if (shown.state === "unknown") return unknownFor(shown.reasons);
  if (shown.state === "value" && shown.value === "current") return currentStory(subject, read);
  if (passed.state === "unknown") return unknownFor(passed.reasons);
  if (shown.state === "absent" || passed.state === "absent") return known("no marker");
  if (passed.value === "accepted" || passed.value === "none") {
    return known(phrase(shown.value, passed.value));
  }
  const problem = read(handOffProblem);
  if (problem.state === "unknown") return unknownFor(problem.reasons);
  const { otherUid } = judgeHandOffs(subject);
  if (passed.value === "notListed") {
    return known(
      otherUid === undefined
        ? phrase(shown.value, "notListed")
        : `node replaced: the hand-off lists uid ${otherUid} for this name`,
    );
  }
  const why = problem.state === "value" ? problem.value : "the hand-off is ignored";
  return known(`${phrase(shown.value, "rejected")}; ${why}`);
}

function currentStory(
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
): Fact<string> {
  const claim = judgeMarkerClaim(subject, read, undefined);
  if (claim.state === "unknown") return unknownFor(claim.reasons);
  // Not what voids it: several things may, and reading more must not take back what was said.
  return known(
    claim.state === "holds"
      ? "marker current"
      : "marker current, but of an earlier state of the node",
  );
}

function phrase(shown: MarkerState, passed: HandOffState): string {
  if (shown !== "missing") return phrases[shown];
  switch (passed) {
    case "accepted":
      return "marker lost";
    case "none":
      return "no marker: never proven, or lost with no hand-off to say so";
    case "rejected":
      return "no marker";
    case "notListed":
      return "never proven: no marker, and the hand-off does not list the node";
  }
}

const phrases: Readonly<Record<Exclude<MarkerState, "missing">, string>> = {
  current: "marker current",
  other: "marker of another revision",
  legacy: "only a marker of an older kind, which proves nothing",
  malformed: "marker malformed",
  vanishing: "marker about to vanish: it is not what the node's config says",
};
