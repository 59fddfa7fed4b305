import type { NodeDecision } from "../engine/decision.ts";
import type { Claim } from "./ownership-of-node.ts";
import type { SeenNode } from "./seen-node.ts";
import type { Warrant } from "./warrant.ts";

/** What the progress of a warrant is told from. */
export interface Question {
  readonly seen: SeenNode;
  readonly warrant: Warrant;
  readonly claim: Claim;
  /** Who holds it is known, so that its claim can be told. */
  readonly hasHolder: boolean;
  /** What is decided of the node now. */
  readonly fresh: NodeDecision | undefined;
}
