import { credentialSharedOf } from "../credential/credential-shared.ts";
import { compareInstants } from "../instant-text.ts";
import type { LoadPiece } from "./load-piece.ts";
import { runtimeStartBound, runtimeStartOf } from "./runtime-start.ts";
import { startNotRead } from "./talos-record.ts";

/** E4: the runtime started before this credential was ever declared. Not applicable without a history. */
export const ageEvidence: LoadPiece = {
  words: { changed: "E4: the runtime is older than the declared credential" },
  judge: (subject, read, note) => {
    const { history } = credentialSharedOf(subject);
    const { at: firstDeclaredAt, path } = history.first;
    if (!history.isCollected) return "nothing";
    if (firstDeclaredAt.state === "unknown") return "unknown";
    const bound = runtimeStartBound(subject, read);
    if (bound !== undefined && (compareInstants(bound.text, firstDeclaredAt.value) ?? 0) < 0) {
      note?.(bound.path, bound.text);
      note?.(["credentials", subject.credential.name, ...path], "after the runtime started");
      return "changed";
    }
    return runtimeStartOf(subject) === undefined ? "unknown" : "nothing";
  },
  lacks: (subject) => {
    const { history } = credentialSharedOf(subject);
    if (!history.isCollected) return [];
    if (history.first.at.state === "unknown") return history.first.at.reasons;
    return runtimeStartOf(subject) === undefined ? startNotRead(subject) : [];
  },
};
