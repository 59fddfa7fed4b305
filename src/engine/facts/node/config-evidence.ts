import { credentialSharedOf } from "../credential/credential-shared.ts";
import type { OtherCredential } from "../credential/declaration-history.ts";
import { doubtfulHistory } from "../credential/first-declared.ts";
import { type Fact, known, type Note, type UnknownReason } from "../fact.ts";
import { compareInstants } from "../instant-text.ts";
import { eachOnce, type Known, reasonsOf, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import type { ConfigState } from "./config-against-declared.ts";
import { judgeHandOffClaim } from "./hand-off-claim.ts";
import type { LoadPiece } from "./load-piece.ts";
import { judgeMarkerClaim } from "./marker-claim.ts";
import { nodeConfig } from "./node-config.ts";
import { runtimeStartOf } from "./runtime-start.ts";
import { startNotRead } from "./talos-record.ts";

/**
 * E5: another credential, or none, is configured, and no claim holds. Not where the runtime started before any
 * other credential was first declared: then it may work with the declared one for all that is configured now.
 */
export const configEvidence: LoadPiece = {
  words: {
    changed: "E5: the declared credential is not configured, and no proof says that it is loaded",
  },
  judge: (subject, read, note) => {
    const isOther = mayDiffer(read(nodeConfig));
    if (isOther === false) return "nothing";
    const handOff = judgeHandOffClaim(subject, read, undefined).state;
    const marker = judgeMarkerClaim(subject, read, undefined).state;
    if (handOff === "holds" || marker === "holds") return "nothing";
    const could = couldHaveLoadedAnother(subject, undefined);
    if (could.state === "value" && !could.value) return "nothing";
    const isCertain =
      isOther === true && handOff === "void" && marker === "void" && could.state === "value";
    if (!isCertain) return "unknown";
    if (note !== undefined) couldHaveLoadedAnother(subject, note);
    return "changed";
  },
  lacks: (subject, read) => {
    if (mayDiffer(read(nodeConfig)) === false) return [];
    const could = couldHaveLoadedAnother(subject, undefined);
    if (could.state === "unknown") return could.reasons;
    if (!could.value) return [onlyDeclared];
    const claims = [
      judgeHandOffClaim(subject, read, undefined),
      judgeMarkerClaim(subject, read, undefined),
    ];
    return reasonsOf([read(nodeConfig), ...claims]);
  },
};

const onlyDeclared: UnknownReason = {
  code: "NotRecorded",
  detail:
    "another credential is configured than the only one that was declared before the runtime started",
};

function mayDiffer(configured: Fact<ConfigState>): boolean | undefined {
  if (configured.state === "value") {
    return configured.value === "changed" || configured.value === "absent";
  }
  const values = configured.state === "unknown" ? configured.oneOf : undefined;
  return values === undefined || values.includes("changed") || values.includes("absent")
    ? undefined
    : false;
}

/** Some other credential was declared by the time the runtime started; taken for granted without a history. */
function couldHaveLoadedAnother(
  subject: NodeCredentialSubject,
  note: Note | undefined,
): Known<boolean> {
  const { history } = credentialSharedOf(subject);
  if (!history.isCollected) return known(true);
  const { seen, unseen } = history.others;
  if (seen.length === 0) return unseen.length === 0 ? known(false) : unknownFor(unseen);
  const start = runtimeStartOf(subject);
  if (start === undefined) return unknownFor(eachOnce([...startNotRead(subject), ...unseen]));
  const reasons = [...unseen];
  for (const other of seen) {
    const isBefore = wasDeclaredBy(other, start.text);
    if (isBefore === true && other.isAnother) {
      note?.(start.path, start.text);
      note?.(
        ["credentials", subject.credential.name, "previous", `${other.at}`],
        "declared before the runtime started",
      );
      return known(true);
    }
    if (isBefore !== false) reasons.push(doubtfulHistory);
  }
  return reasons.length > 0 ? unknownFor(eachOnce(reasons)) : known(false);
}

function wasDeclaredBy({ firstDeclaredAt }: OtherCredential, instant: string): boolean | undefined {
  const order =
    firstDeclaredAt === undefined ? undefined : compareInstants(firstDeclaredAt, instant);
  return order === undefined ? undefined : order <= 0;
}
