/** An object that Flux named as one it waited for, as it names it: without group and version. */
export interface NamedObject {
  readonly kind: string;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly name: string;
  /** In kstatus words, as of then; `Unknown` where Flux could not tell. */
  readonly status: string;
}

/** What of a Flux condition's message is read. */
export type FluxMessage =
  | {
      readonly says: "healthRunning";
      readonly revision: string | undefined;
      /** As Go writes durations. */
      readonly timeout: string;
    }
  | {
      readonly says: "healthFailed";
      readonly because: "timeout" | "stalled";
      readonly objects: readonly NamedObject[];
      /** False where the list was cut, so that there may be more. */
      readonly isWhole: boolean;
    };

/** Conditions may hold 32,768 characters; anything longer is no message of Flux. */
const MESSAGE_LENGTH_MAX = 32_768;

const openings = [
  { text: "timeout waiting for: [", because: "timeout" },
  { text: "failed early due to stalled resources: [", because: "stalled" },
] as const;

/**
 * Reads the two kinds of messages that say what Flux waits for: health checks that run (`kustomize-controller`,
 * which names no object), and health checks that failed (`fluxcd/pkg` `ssa/manager_wait.go`). Undefined for any other.
 */
export function parseFluxMessage(text: string): FluxMessage | undefined {
  if (text.length > MESSAGE_LENGTH_MAX) return undefined;
  for (const { text: opening, because } of openings) {
    const at = text.indexOf(opening);
    if (at >= 0) return { says: "healthFailed", because, ...readList(text, at + opening.length) };
  }
  const running =
    /^Running health checks(?: for revision ([A-Za-z0-9._:/@+-]{1,512}))? with a timeout of ([0-9.a-zµ]{1,32})$/.exec(
      text,
    );
  if (running === null) return undefined;
  const [, revision, timeout = ""] = running;
  return { says: "healthRunning", revision, timeout };
}

/** The same in one spelling, made of nothing but what was read. */
export function formatFluxMessage(message: FluxMessage): string {
  if (message.says === "healthRunning") {
    const revision = message.revision === undefined ? "" : ` for revision ${message.revision}`;
    return `Running health checks${revision} with a timeout of ${message.timeout}`;
  }
  const opening = openings.find(({ because }) => because === message.because)?.text ?? "";
  const entries = message.objects.map(formatEntry).join(", ");
  // Nothing stands after the last separator of a cut list, so that what stands before it was not cut itself.
  return `${opening}${entries}${message.isWhole ? "]" : ", "}`;
}

function formatEntry({ kind, namespace, name, status }: NamedObject): string {
  const id = [kind, namespace, name].filter((part) => part !== "").join("/");
  return status === "Unknown" ? `can't determine status for ${id}` : `${id} status: '${status}'`;
}

const entry =
  /(?:can't determine status for )?([A-Z][A-Za-z0-9]{0,62})\/(?:([a-z0-9][-a-z0-9]{0,62})\/)?([A-Za-z0-9][A-Za-z0-9.:_-]{0,252})(?: status: '(InProgress|Failed|Current|Terminating|NotFound|Unknown)'| \(unknown status\))?/y;

/**
 * Entries follow one another; what an entry quotes of an error is passed over, and so read as no name. An error may
 * hold brackets as well: the list is whole only where the text ends with the one that closes it.
 */
function readList(
  text: string,
  from: number,
): { readonly objects: readonly NamedObject[]; readonly isWhole: boolean } {
  const isWhole = closesAtEnd(text, from);
  const end = isWhole ? text.length - 1 : text.length;
  const objects: NamedObject[] = [];
  let at = from;
  while (at < end) {
    entry.lastIndex = at;
    const match = entry.exec(text);
    if (match !== null) {
      const [, kind = "", namespace = "", name = "", status] = match;
      at = entry.lastIndex;
      // With nothing behind it a name may be the beginning of another.
      const isCut = !isWhole && at === end && status === undefined;
      if (!isCut) objects.push({ kind, namespace, name, status: status ?? "Unknown" });
    }
    const separator = text.indexOf(", ", at);
    at = separator < 0 ? end : separator + 2;
  }
  return { objects, isWhole };
}

/** Whether the bracket that was opened before `from` is closed by the last character, and by none before it. */
function closesAtEnd(text: string, from: number): boolean {
  let open = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "[") open += 1;
    if (text[at] === "]") open -= 1;
    if (open === 0) return at === text.length - 1;
  }
  return false;
}
