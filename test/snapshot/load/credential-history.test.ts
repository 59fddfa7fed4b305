import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { KeyedFingerprint } from "../../../src/snapshot/snapshot.ts";
import { encrypted, logOf, path, revisionOf } from "./git-log-support.ts";
import {
  assembledOf,
  dockerConfig,
  documentOf,
  type Given,
  key,
  placesOf,
  profileWith,
} from "./load-support.ts";

const profile = profileWith({ history: true });
const day = (number: number): string => `2026-01-0${number}T08:00:00Z`;
const fingerprint = (name: string, keyId = key.id): KeyedFingerprint => ({
  alg: "hmac-sha256/v1",
  keyId,
  value: revisionOf(`content of ${name}`),
});
const historyOf = (declarations: unknown, complete: unknown = true, credential = "registry") =>
  documentOf(
    {
      apiVersion: "fleetwarrant.dev/v1alpha1",
      kind: "CredentialHistory",
      credential,
      complete,
      declarations,
    },
    "h.json",
  );
/** What is declared: the ciphertext `a`, and with `content` also what is in it. */
const declaredNow = (content?: KeyedFingerprint) =>
  documentOf(
    {
      apiVersion: "fleetwarrant.dev/v1alpha1",
      kind: "Snapshot",
      takenAt: "2026-08-06T17:20:00Z",
      objects: {},
      coverage: [],
      credentials: {
        registry: {
          declared: {
            revision: revisionOf("a"),
            ...(content === undefined
              ? {}
              : { entries: [{ host: "ghcr.io", consistent: true, fingerprint: content }] }),
          },
        },
      },
    },
    "s.json",
  );

interface Case {
  readonly why: string;
  readonly declarations: readonly object[];
  readonly complete?: boolean;
  /** Fingerprint of what is declared now. */
  readonly content?: KeyedFingerprint;
  readonly first?: string;
  readonly previous: readonly object[];
  readonly gaps?: readonly string[];
}

const a = { revision: revisionOf("a") };
const b = { revision: revisionOf("b") };
const [one, other] = [fingerprint("one"), fingerprint("other")];

function recordOf(given: Given) {
  const { snapshot, notices } = assembledOf({ profile, ...given });
  const { declared, previous } = snapshot.credentials?.registry ?? {};
  return {
    first: declared?.firstDeclaredAt,
    previous,
    gaps: (snapshot.gaps ?? []).map(({ name, reason }) => `${name} ${reason}`),
    notices,
  };
}

describe("a history of a credential", () => {
  it.each<Case>([
    {
      why: "nothing else was ever declared",
      declarations: [{ ...a, firstDeclaredAt: day(1) }],
      first: day(1),
      previous: [],
    },
    {
      why: "an earlier ciphertext without fingerprint may be of the same credential: no first day",
      declarations: [
        { ...b, firstDeclaredAt: day(1) },
        { ...a, firstDeclaredAt: day(2) },
      ],
      content: one,
      previous: [{ ...b, firstDeclaredAt: day(1) }],
    },
    {
      why: "a later ciphertext without fingerprint cannot move the first day",
      declarations: [
        { ...a, firstDeclaredAt: day(1) },
        { ...b, firstDeclaredAt: day(2) },
      ],
      first: day(1),
      previous: [{ ...b, firstDeclaredAt: day(2) }],
    },
    {
      why: "an earlier ciphertext of the same credential is where it begins",
      declarations: [
        { ...b, fingerprint: one, firstDeclaredAt: day(1) },
        { ...a, firstDeclaredAt: day(2), lastDeclaredAt: day(2) },
      ],
      content: one,
      first: day(1),
      previous: [{ ...b, fingerprint: one, firstDeclaredAt: day(1) }],
    },
    {
      why: "the history itself may know the fingerprint of what is declared",
      declarations: [
        { ...b, fingerprint: one, firstDeclaredAt: day(1), lastDeclaredAt: day(1) },
        { ...a, fingerprint: one, firstDeclaredAt: day(2), lastDeclaredAt: day(2) },
      ],
      first: day(1),
      previous: [{ ...b, fingerprint: one, firstDeclaredAt: day(1), lastDeclaredAt: day(2) }],
    },
    {
      why: "an earlier one of another credential does not matter",
      declarations: [
        { ...b, fingerprint: other, firstDeclaredAt: day(1), revoked: true },
        { ...a, firstDeclaredAt: day(2) },
      ],
      content: one,
      first: day(2),
      previous: [{ ...b, fingerprint: other, firstDeclaredAt: day(1), revoked: true }],
    },
    {
      why: "fingerprints under two keys say nothing of each other",
      declarations: [
        { ...b, fingerprint: fingerprint("other", "k2"), firstDeclaredAt: day(1) },
        { ...a, firstDeclaredAt: day(2) },
      ],
      content: one,
      previous: [{ ...b, fingerprint: fingerprint("other", "k2"), firstDeclaredAt: day(1) }],
    },
    {
      why: "A → B → A, and B once more under another ciphertext: days are those of the credential",
      declarations: [
        { ...a, fingerprint: one, firstDeclaredAt: day(1), lastDeclaredAt: day(5) },
        { ...b, fingerprint: other, firstDeclaredAt: day(2), lastDeclaredAt: day(2) },
        {
          revision: revisionOf("c"),
          fingerprint: other,
          firstDeclaredAt: day(4),
          lastDeclaredAt: day(4),
          revoked: true,
        },
      ],
      content: one,
      first: day(1),
      previous: [b, { revision: revisionOf("c") }]
        .map((each) => ({
          ...each,
          fingerprint: other,
          firstDeclaredAt: day(2),
          lastDeclaredAt: day(4),
          revoked: true,
        }))
        .sort((x, y) => (x.revision < y.revision ? -1 : 1)),
    },
    {
      why: "a declaration without revision is known by its fingerprint",
      declarations: [{ fingerprint: one, firstDeclaredAt: day(1) }],
      content: one,
      first: day(1),
      previous: [],
    },
    {
      why: "nobody says that it is complete",
      declarations: [
        { ...a, firstDeclaredAt: day(2) },
        { ...b, firstDeclaredAt: day(3) },
      ],
      complete: false,
      previous: [{ ...b, firstDeclaredAt: day(3) }],
      gaps: ["registry/previous NotRecorded"],
    },
    {
      why: "it ends before what is declared now, though it knows the credential",
      declarations: [{ ...b, fingerprint: one, firstDeclaredAt: day(1) }],
      content: one,
      previous: [{ ...b, fingerprint: one, firstDeclaredAt: day(1) }],
      gaps: ["registry/previous Partial"],
    },
    {
      why: "an empty one does not even tell the present",
      declarations: [],
      previous: [],
      gaps: ["registry/previous Partial"],
    },
    {
      why: "it has another fingerprint for the very ciphertext",
      declarations: [{ ...a, fingerprint: other, firstDeclaredAt: day(1) }],
      content: one,
      previous: [],
      gaps: ["registry/previous Inconsistent"],
    },
    {
      why: "the day of what is declared may not be known",
      declarations: [a],
      previous: [],
    },
  ])("$why", ({ declarations, complete = true, content, first, previous, gaps = [] }) => {
    const document = historyOf(declarations, complete);
    const documents = [declaredNow(content), document];
    expect(recordOf({ documents })).toMatchObject({ first, previous, gaps });
  });

  it("is joined with a log of commits, which knows the days and not the content", () => {
    const log = logOf([
      { at: "2026-01-01T08:00:00Z", text: encrypted("b") },
      { at: "2026-01-02T08:00:00Z", text: encrypted("a") },
    ]);
    const given = { texts: { "g.log": log }, git: { [path]: encrypted("a") } };
    const declaredCredentials = [
      { credential: "registry", document: documentOf(JSON.parse(dockerConfig("bot", "s3cr3t"))) },
    ];
    const alone = recordOf({ ...given, declaredCredentials });
    expect(alone.first).toBeUndefined();
    expect(alone.notices).toEqual([expect.stringContaining("may be of the same credential")]);
    const notes = historyOf([{ ...b, fingerprint: other, revoked: true }], false);
    expect(recordOf({ ...given, declaredCredentials, documents: [notes] })).toEqual({
      first: day(2),
      previous: [
        {
          ...b,
          fingerprint: other,
          firstDeclaredAt: day(1),
          lastDeclaredAt: day(1),
          revoked: true,
        },
      ],
      gaps: [],
      notices: [],
    });
  });

  it("is open where what is declared now was not read", () => {
    const { first, previous, gaps } = recordOf({
      documents: [historyOf([{ ...a, firstDeclaredAt: day(1) }])],
    });
    expect({ first, previous, gaps }).toEqual({
      first: undefined,
      previous: [{ ...a, firstDeclaredAt: day(1) }],
      gaps: ["registry/previous Partial"],
    });
  });

  it("is not read where the profile does not collect one", () => {
    const documents = [declaredNow(), historyOf([{ ...a, firstDeclaredAt: day(1) }])];
    const { first, previous, gaps, notices } = recordOf({ documents, profile: profileWith({}) });
    expect({ first, previous, gaps }).toEqual({ first: undefined, previous: undefined, gaps: [] });
    expect(notices).toEqual([expect.stringContaining("`history: true`")]);
  });

  it.each<{
    readonly why: string;
    readonly documents: Given["documents"];
    readonly problem: RegExp;
  }>([
    {
      why: "another credential",
      documents: [historyOf([], true, "other")],
      problem: /^SNAPSHOT_UNRECOGNIZED h\.json:1:\d+$/,
    },
    {
      why: "whether it is complete is not said",
      documents: [historyOf([], null)],
      problem: /^SNAPSHOT_INVALID /,
    },
    {
      why: "the last day is before the first",
      documents: [historyOf([{ ...a, firstDeclaredAt: day(2), lastDeclaredAt: day(1) }])],
      problem: /^SNAPSHOT_INVALID h\.json:1:\d+$/,
    },
    {
      why: "a day that does not exist",
      documents: [historyOf([{ ...a, firstDeclaredAt: "2026-02-30T00:00:00Z" }])],
      problem: /^SNAPSHOT_TIME_INVALID /,
    },
    {
      why: "a secret where a fingerprint belongs",
      documents: [historyOf([{ ...a, fingerprint: { ...one, value: "s3cr3t" } }])],
      problem: /^SNAPSHOT_INVALID /,
    },
    {
      why: "two days for one ciphertext",
      documents: [
        historyOf([
          { ...a, firstDeclaredAt: day(1) },
          { ...a, firstDeclaredAt: day(2) },
        ]),
      ],
      problem: /^SNAPSHOT_CONFLICTING_OBJECT h\.json:1:\d+$/,
    },
    {
      why: "a snapshot that says otherwise",
      documents: [
        historyOf([{ ...a, firstDeclaredAt: day(1) }]),
        documentOf(
          {
            apiVersion: "fleetwarrant.dev/v1alpha1",
            kind: "Snapshot",
            takenAt: day(1),
            objects: {},
            coverage: [],
            credentials: { registry: { previous: [b] } },
          },
          "t.json",
        ),
      ],
      problem: /^SNAPSHOT_CONFLICTING_OBJECT h\.json:1:1$/,
    },
  ])("is a mistake: $why", ({ documents = [], problem }) => {
    const places = placesOf({ profile, documents: [declaredNow(), ...documents] });
    expect(places).toHaveLength(1);
    expect(places[0]).toMatch(problem);
  });
});

/** Declarations of a few credentials under a few ciphertexts, with or without fingerprints. */
const declarationsOf = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom("a", "b", "c", "d"),
    content: fc.constantFrom("one", "other", "third"),
    at: fc.integer({ min: 1, max: 9 }),
    isTold: fc.boolean(),
  }),
  { selector: ({ name }) => name, minLength: 1 },
);

describe("what more fingerprints tell", () => {
  it("never moves a first day, and never makes it later than the first", () => {
    let known = 0;
    fc.assert(
      fc.property(declarationsOf, (declared) => {
        const now = declared.find(({ name }) => name === "a");
        fc.pre(now !== undefined);
        if (now === undefined) return;
        const firstOf = (isTold: (one: { readonly isTold: boolean }) => boolean) =>
          recordOf({
            documents: [
              declaredNow(fingerprint(now.content)),
              historyOf(
                declared.map((each) => ({
                  revision: revisionOf(each.name),
                  firstDeclaredAt: day(each.at),
                  ...(isTold(each) ? { fingerprint: fingerprint(each.content) } : {}),
                })),
              ),
            ],
          }).first;
        const truth = Math.min(
          ...declared.filter(({ content }) => content === now.content).map(({ at }) => at),
        );
        const some = firstOf(({ isTold }) => isTold);
        if (some !== undefined) known += 1;
        expect([undefined, day(truth)]).toContain(some);
        expect(firstOf(() => true)).toBe(day(truth));
      }),
      { numRuns: 200 },
    );
    expect(known).toBeGreaterThan(20);
  });
});
