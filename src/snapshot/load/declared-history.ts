import { compareText } from "../../input/compare-text.ts";
import { groupBy } from "../../input/group-by.ts";
import { type JsonObject, type JsonValue, member } from "../../input/json-value.ts";
import type { ProfileCredential } from "../../profile/profile.ts";
import { canonicalJson } from "../canonical-json.ts";
import { compareInstants } from "../instant.ts";
import {
  type Declaration,
  type DeclarationSource,
  historyGap,
  isSameCredential,
} from "./declarations.ts";
import { type DeclaredNow, declaredNow } from "./declared-now.ts";
import { joinDeclarations } from "./join-declarations.ts";
import { jsonMap } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import type { LoadLog } from "./load-log.ts";
import type { Contribution } from "./merge-contributions.ts";

/**
 * What the histories say of each credential: when it was first declared, and what else ever was.
 *
 * @param credentials - What everything else says, as a snapshot has it: which declaration is in force.
 */
export function readDeclaredHistories(
  sources: readonly DeclarationSource[],
  credentials: JsonValue | undefined,
  { profile, log }: LoadContext,
): readonly Contribution[] {
  const byCredential = groupBy(sources, ({ credential }) => credential);
  return (profile.spec.credentials ?? []).flatMap((credential) => {
    const given = byCredential.get(credential.name);
    if (given === undefined) return [];
    const now = declaredNow(credential, member(credentials, credential.name));
    return historyOf(credential, given, { now, log });
  });
}

interface HistoryOptions {
  readonly now: DeclaredNow;
  readonly log: LoadLog;
}

function historyOf(
  { name }: ProfileCredential,
  sources: readonly [DeclarationSource, ...DeclarationSource[]],
  { now: seen, log }: HistoryOptions,
): readonly Contribution[] {
  const all = joinDeclarations(
    sources.flatMap(({ declarations }) => declarations),
    log,
  );
  const recorded = all.find(({ revision }) => revision !== undefined && revision === seen.revision);
  const now = { ...seen, fingerprint: seen.fingerprint ?? recorded?.fingerprint };
  const isContradictory = isSameCredential(now.fingerprint, recorded?.fingerprint) === false;
  const gaps = [
    ...(sources.some(({ isWhole }) => isWhole)
      ? []
      : [historyGap(name, "NotRecorded", "nothing says that the history is complete")]),
    ...(all.some((each) => isInForce(each, now))
      ? []
      : [historyGap(name, "Partial", "the history does not reach to what is declared now")]),
    ...(isContradictory
      ? [historyGap(name, "Inconsistent", "the history has another fingerprint for the revision")]
      : []),
  ];
  log.gaps.push(...gaps);
  const firstDeclaredAt = gaps.length === 0 ? firstDay(name, all, { now, log }) : undefined;
  const { place } = sources[0];
  const previous = all.filter((each) => !isInForce(each, now)).map((each) => tell(each, all, now));
  const path = ["credentials", name];
  return [
    { path, value: jsonMap([["previous", previous.sort(byDay)]]), place },
    ...(firstDeclaredAt === undefined
      ? []
      : [
          {
            path: [...path, "declared"],
            value: jsonMap([["firstDeclaredAt", firstDeclaredAt]]),
            place,
          },
        ]),
  ];
}

/** The very declaration that is in force now. Where its revision is not known, its credential will do. */
function isInForce({ revision, fingerprint }: Declaration, now: DeclaredNow): boolean {
  if (revision !== undefined && now.revision !== undefined) return revision === now.revision;
  return isSameCredential(fingerprint, now.fingerprint) === true;
}

/** The credential that is declared now, under whatever ciphertext; undefined where that cannot be told. */
function isOfNow({ revision, fingerprint }: Declaration, now: DeclaredNow): boolean | undefined {
  if (revision !== undefined && revision === now.revision) return true;
  return isSameCredential(fingerprint, now.fingerprint);
}

/**
 * When the credential, not its ciphertext, was first declared. Undefined where an earlier ciphertext may be of
 * the same credential: a day that is too late would make runtimes look older than it.
 */
function firstDay(
  name: string,
  all: readonly Declaration[],
  { now, log }: HistoryOptions,
): string | undefined {
  const first = earliest(all.filter((each) => isOfNow(each, now) === true));
  const isDoubtful =
    first !== undefined &&
    all.some(
      (each) =>
        isOfNow(each, now) === undefined &&
        (each.firstDeclaredAt === undefined || compareInstants(each.firstDeclaredAt, first) < 0),
    );
  if (!isDoubtful) return first;
  log.notices.push(
    `when \`${name}\` was first declared is not told: an earlier ciphertext may be of the same credential ` +
      "(a CredentialHistory with the fingerprints of both tells)",
  );
  return undefined;
}

/** The earliest day of some declarations; undefined where one of them has none. */
function earliest(declarations: readonly Declaration[]): string | undefined {
  const days = declarations.map(({ firstDeclaredAt }) => firstDeclaredAt);
  const known = days.filter((day) => day !== undefined);
  return known.length < days.length ? undefined : known.sort(compareInstants)[0];
}

/** The latest day on which one of some declarations was put in force; undefined where one of them has none. */
function latest(declarations: readonly Declaration[]): string | undefined {
  const days = declarations.map(({ lastDeclaredAt }) => lastDeclaredAt);
  const known = days.filter((day) => day !== undefined);
  return known.length < days.length ? undefined : known.sort(compareInstants).at(-1);
}

/** A declaration as a snapshot tells it: days and revocation are those of its credential, as far as known. */
function tell(given: Declaration, all: readonly Declaration[], now: DeclaredNow): JsonObject {
  const { revision, fingerprint } = given;
  const peers = all.filter(
    (each) =>
      each === given ||
      isSameCredential(each.fingerprint, fingerprint) === true ||
      (isOfNow(given, now) === true && isOfNow(each, now) === true),
  );
  const revoked = new Set(peers.flatMap((each) => each.revoked ?? []));
  return jsonMap([
    ["revision", revision],
    ["fingerprint", fingerprint && jsonMap(Object.entries(fingerprint))],
    ["firstDeclaredAt", earliest(peers)],
    ["lastDeclaredAt", latest(peers)],
    ["revoked", revoked.size === 1 ? revoked.has(true) : undefined],
  ]);
}

function byDay(a: JsonObject, b: JsonObject): number {
  return compareText(sortable(a), sortable(b));
}

function sortable(declaration: JsonObject): string {
  const day = member(declaration, "firstDeclaredAt");
  return `${typeof day === "string" ? day : ""}\n${canonicalJson(declaration)}`;
}
