import type { MachineConfigRecord } from "../../../../snapshot/snapshot.ts";
import type { ChangeKind } from "../../../effects/effect-table.ts";

export interface LeafDiff {
  /** Inside the document. */
  readonly pointer: string;
  readonly change: ChangeKind;
}

type DocumentRecord = MachineConfigRecord["documents"][number];

/** Says only in which form the document is written. */
const FORM = "/apiVersion";
const ROLE = "/machine/type";

/** Everything in a document that a snapshot does not tell otherwise, by JSON Pointer. */
export function leavesOf({ digests, machineType }: DocumentRecord): ReadonlyMap<string, string> {
  const leaves = new Map(Object.entries(digests).filter(([pointer]) => pointer !== FORM));
  if (machineType !== undefined) leaves.set(ROLE, machineType);
  return leaves;
}

/** Compares two documents of the same kind and name, leaf by leaf. */
export function diffLeaves(before: DocumentRecord, after: DocumentRecord): readonly LeafDiff[] {
  const [was, is] = [leavesOf(before), leavesOf(after)];
  const [containersBefore, containersAfter] = [containersOf(was), containersOf(is)];
  const gone = [...was.keys()].flatMap((pointer): readonly LeafDiff[] => {
    if (!is.has(pointer)) {
      return containersAfter.has(pointer) ? [] : [{ pointer, change: "removed" }];
    }
    return was.get(pointer) === is.get(pointer) ? [] : [{ pointer, change: "changed" }];
  });
  const come = [...is.keys()].filter(
    (pointer) => !was.has(pointer) && !containersBefore.has(pointer),
  );
  return [...gone, ...come.map((pointer): LeafDiff => ({ pointer, change: "added" }))];
}

/** What leaves lie below: an empty map or list that is filled changes at what fills it, and nowhere else. */
function containersOf(leaves: ReadonlyMap<string, string>): ReadonlySet<string> {
  const containers = new Set<string>();
  for (const pointer of leaves.keys()) {
    let end = pointer.lastIndexOf("/");
    while (end > 0 && !containers.has(pointer.slice(0, end))) {
      containers.add(pointer.slice(0, end));
      end = pointer.lastIndexOf("/", end - 1);
    }
  }
  return containers;
}
