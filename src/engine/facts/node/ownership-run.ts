import { absent, type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import type { NodeSubject } from "../subject.ts";
import { holdsOf } from "./holds.ts";

export const ownershipRun: FactDeclaration<NodeSubject, string> = {
  name: "ownership.run",
  type: stringFact,
  mayBeAbsent: true,
  reasons: [],
  reads: ["/objects/v1~1Node~1~1<node>/metadata/annotations"],
  doc: "The workflow run that the holder's name refers to (`…-gh<run>.<attempt>-…`), as `run 123, attempt 1`: whether that run is over can be asked. Absent where it refers to none.",
  derive: ({ source, nodeKey }) => {
    const owner = holdsOf(source).get(nodeKey)?.owner ?? "";
    const [, run, attempt] = /(?:^|-)gh(\d{1,20})\.(\d{1,6})(?:-|$)/.exec(owner) ?? [];
    return run === undefined ? absent : known(`run ${run}, attempt ${attempt}`);
  },
};
