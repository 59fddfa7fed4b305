import { parseUtcDay } from "../engine/facts/gate/utc-day.ts";
import { OWN_API_VERSION } from "../input/api-version.ts";
import { valueAt } from "../input/json-pointer.ts";
import { isObject, type JsonObject } from "../input/json-value.ts";
import type { Problem } from "../input/problem.ts";
import type { SourceDocument, ValuePath } from "../input/source-document.ts";
import { formatTimestamp, parseTimestamp, type Timestamp } from "../time/time.ts";
import { partDocument } from "./part-document.ts";
import type {
  Given,
  PolicyTestDocument,
  Reference,
  Scene,
  Seen,
  TestProfile,
} from "./policy-test.ts";
import { readSteps } from "./read-steps.ts";

type GivenDocument = NonNullable<PolicyTestDocument["spec"]["given"]>;
type SceneDocument = NonNullable<GivenDocument["earlier"]>;

/** Where in a test file something is read, and what is wrong there. */
export interface Place {
  readonly document: SourceDocument;
  readonly path: ValuePath;
  readonly problems: Problem[];
}

/** Reads one `given`, the form of which is right. */
export function readGiven(written: GivenDocument, place: Place): Given {
  const { profile, params, intent, holder, earlier } = written;
  const now = momentAt(written.now, "now", place);
  const earlierPlace = { ...place, path: [...place.path, "earlier"] };
  return {
    ...readScene(written, place),
    ...(profile === undefined ? {} : { profile: profileOf(place) }),
    ...(params === undefined ? {} : { params: settingsOf(params) }),
    ...(now === undefined ? {} : { now }),
    ...(intent === undefined ? {} : { intent }),
    ...(holder === undefined ? {} : { holder }),
    ...(earlier === undefined
      ? {}
      : {
          earlier: {
            ...readScene(earlier, earlierPlace),
            position: place.document.positionAt(earlierPlace.path, "key"),
          },
        }),
  };
}

/** The case's own before the default's; params one by one, the later wins. */
export function mergeGiven(common: Given, own: Given): Given {
  const params = [...(common.params ?? []), ...(own.params ?? [])];
  return { ...common, ...own, ...(params.length === 0 ? {} : { params: eachNameOnce(params) }) };
}

function eachNameOnce(params: NonNullable<Given["params"]>): NonNullable<Given["params"]> {
  return [...new Map(params.map((param) => [param.name, param])).values()];
}

function readScene(written: SceneDocument, place: Place): Scene {
  const takenAt = momentAt(written.takenAt, "takenAt", place);
  const seen = seenAt(written, place);
  return {
    ...(seen === undefined ? {} : { seen }),
    ...(takenAt === undefined ? {} : { takenAt }),
    ...(written.events === undefined ? {} : { steps: readSteps(place) }),
  };
}

function seenAt({ evidence, snapshot }: SceneDocument, place: Place): Seen | undefined {
  const { document, path, problems } = place;
  if (evidence !== undefined && snapshot !== undefined) {
    problems.push({
      code: "TEST_INVALID",
      message: "`evidence` and `snapshot` are two answers to one question",
      position: document.positionAt([...path, "snapshot"], "key"),
      help: "leave one out",
    });
    return undefined;
  }
  if (snapshot !== undefined) return { type: "snapshot", document: snapshotOf(place) };
  if (evidence === undefined) return undefined;
  const paths =
    typeof evidence === "string"
      ? [referenceAt(evidence, [...path, "evidence"], document)]
      : evidence.map((text, index) =>
          referenceAt(text, [...path, "evidence", `${index}`], document),
        );
  return { type: "files", paths };
}

export function referenceAt(text: string, path: ValuePath, document: SourceDocument): Reference {
  return { text, position: document.positionAt(path) };
}

/** An inline snapshot, completed by what may be left out: that nothing was seen and nothing listed, which claims nothing. */
function snapshotOf({ document, path }: Place): SourceDocument {
  const at = [...path, "snapshot"];
  const written = valueAt(document.value, at);
  const value = {
    apiVersion: OWN_API_VERSION,
    kind: "Snapshot",
    objects: {},
    coverage: [],
    ...(isObject(written) ? written : {}),
  };
  return partDocument(document, value, (inner) => [...at, ...inner]);
}

/** A snapshot that was taken at another time than it says. */
export function takenAtOther(
  snapshot: SourceDocument,
  takenAt: Timestamp | undefined,
): SourceDocument {
  if (takenAt === undefined || !isObject(snapshot.value)) return snapshot;
  return { ...snapshot, value: { ...snapshot.value, takenAt: formatTimestamp(takenAt) } };
}

function profileOf({ document, path }: Place): TestProfile {
  const at = [...path, "profile"];
  const written = valueAt(document.value, at);
  if (typeof written === "string")
    return { type: "file", path: referenceAt(written, at, document) };
  const value: JsonObject = {
    apiVersion: OWN_API_VERSION,
    kind: "Profile",
    metadata: { name: "inline" },
    spec: written ?? {},
  };
  // Its `spec` is all that stands in the test.
  return {
    type: "inline",
    document: partDocument(document, value, (inner) => [...at, ...inner.slice(1)]),
  };
}

function settingsOf(params: NonNullable<GivenDocument["params"]>): NonNullable<Given["params"]> {
  return Object.entries(params).map(([name, value]) => ({ name, value: String(value) }));
}

function momentAt(
  text: string | undefined,
  key: string,
  { document, path, problems }: Place,
): Timestamp | undefined {
  if (text === undefined) return undefined;
  const moment = parseUtcDay(text) ?? parseTimestamp(text);
  if (moment === undefined)
    problems.push({
      code: "TEST_INVALID",
      message: `\`${key}\` is no time`,
      position: document.positionAt([...path, key]),
      expected: "RFC 3339 with a zone, such as 2026-08-09T00:00:00Z, or a date, such as 2026-08-09",
    });
  return moment;
}
