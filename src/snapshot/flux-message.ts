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
  return `${opening}${entries}${message.isWhole ? "]" : ""}`;
}

function formatEntry({ kind, namespace, name, status }: NamedObject): string {
  const id = [kind, namespace, name].filter((part) => part !== "").join("/");
  return status === "Unknown" ? `can't determine status for ${id}` : `${id} status: '${status}'`;
}

const entry =
  /(?:can't determine status for )?([A-Z][A-Za-z0-9]{0,62})\/(?:([a-z0-9][-a-z0-9]{0,62})\/)?([A-Za-z0-9][A-Za-z0-9.:_-]{0,252})(?: status: '(InProgress|Failed|Current|Terminating|NotFound|Unknown)'| \(unknown status\))?/y;

/** Entries follow one another; what an entry quotes of an error is passed over, and so read as no name. */
function readList(
  text: string,
  from: number,
): { readonly objects: readonly NamedObject[]; readonly isWhole: boolean } {
  const objects: NamedObject[] = [];
  let at = from;
  while (at < text.length && text[at] !== "]") {
    entry.lastIndex = at;
    const match = entry.exec(text);
    if (match !== null) {
      const [, kind = "", namespace = "", name = "", status = "Unknown"] = match;
      objects.push({ kind, namespace, name, status });
      at = entry.lastIndex;
    }
    const next = nextSeparator(text, at);
    at = next.at;
    if (next.isEnd) break;
  }
  return { objects, isWhole: text[at] === "]" };
}

function nextSeparator(
  text: string,
  from: number,
): { readonly at: number; readonly isEnd: boolean } {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "]") return { at, isEnd: true };
    if (text.startsWith(", ", at)) return { at: at + 2, isEnd: false };
  }
  return { at: text.length, isEnd: true };
}
