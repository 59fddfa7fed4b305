import type { JsonValue } from "../../input/json-value.ts";
import type { SourceDocument, ValuePath } from "../../input/source-document.ts";
import type { PatchOperation } from "./operation.ts";

/** What a patch made, as a document whose places are those of the operations that wrote them. */
export function patchedDocument(
  value: JsonValue,
  patch: SourceDocument,
  operations: readonly PatchOperation[],
): SourceDocument {
  const positionAt: SourceDocument["positionAt"] = (path, of) => {
    const writer = operations.findLastIndex(
      (each) => each.op !== "test" && leadsTo(each.path, path),
    );
    const operation = operations[writer];
    if (operation === undefined) {
      const below = operations.findLastIndex(
        (each) => each.op !== "test" && leadsTo(path, each.path),
      );
      return below < 0 ? patch.positionAt([]) : patch.positionAt([`${below}`, "path"]);
    }
    const { op, path: from } = operation;
    if (op !== "add" && op !== "replace") return patch.positionAt([`${writer}`, "path"]);
    const rest = path.slice(from.length);
    // The key of what was written stands at the end of its pointer.
    if (rest.length === 0 && of === "key") return patch.positionAt([`${writer}`, "path"]);
    return patch.positionAt([`${writer}`, "value", ...rest], of);
  };
  return {
    file: patch.file,
    index: patch.index,
    value,
    comments: () => [],
    positionAt,
    positionInText: (path) => positionAt(path),
    lineAt: (position) => patch.lineAt(position),
  };
}

/** Whether a pointer is the other, or leads to it; `-` stands for whatever index it was. */
function leadsTo(path: ValuePath, other: ValuePath): boolean {
  return (
    path.length <= other.length &&
    path.every((key, at) => key === other[at] || key === "-" || other[at] === "-")
  );
}
