import { describe, expect, it } from "vitest";
import { onlyAnswer } from "../../../../src/engine/facts/node/only-answer.ts";
import {
  configured,
  type Edit,
  fingerprintOf,
  gapIn,
  noOtherDeclared,
  noTimes,
  otherDeclaredAt,
  subjectOf,
  talosNotCollected,
  talosVersion,
} from "./fleet.ts";
import { inShort } from "./in-short.ts";

const before = "2026-07-15T00:00:00Z";
const afterReady = "2026-08-02T00:00:00Z";

describe("onlyAnswer", () => {
  it.each<{ only: boolean | string; edits: readonly Edit[]; why: string }>([
    { only: "unknown: NotRecorded", edits: [], why: "no history is collected" },
    { only: true, edits: [noOtherDeclared], why: "no other was ever declared" },
    {
      only: true,
      edits: [otherDeclaredAt(before, { revoked: true })],
      why: "the other is revoked",
    },
    {
      only: false,
      edits: [otherDeclaredAt(before, { revoked: false })],
      why: "the other is valid",
    },
    { only: "unknown: NotRecorded", edits: [otherDeclaredAt(before)], why: "it may be revoked" },
    { only: true, edits: [otherDeclaredAt(afterReady)], why: "it came after the runtime started" },
    {
      only: true,
      edits: [otherDeclaredAt(afterReady), noTimes],
      why: "it came after the node was Ready",
    },
    {
      only: false,
      edits: [
        otherDeclaredAt(afterReady, { revoked: false }),
        ({ talos }) => {
          talos.runtimeStartedAt = "2026-08-03T00:00:00Z";
        },
      ],
      why: "Talos says that the runtime started after it, whatever was Ready before",
    },
    {
      only: "unknown: NotRead",
      edits: [otherDeclaredAt(afterReady, { revoked: false }), noTimes, talosVersion("v1.14.0")],
      why: "Ready bounds nothing from Talos 1.14 on",
    },
    {
      only: "unknown: NotRead",
      edits: [otherDeclaredAt(before, { revoked: false }), noTimes],
      why: "the start was not read",
    },
    {
      only: "unknown: NotRead",
      edits: [
        ({ credential }) => {
          credential.history = true;
        },
      ],
      why: "the history was not read",
    },
    {
      only: true,
      edits: [
        otherDeclaredAt(before),
        ({ evidence }) => {
          evidence.previous = [{ fingerprint: fingerprintOf("a"), revoked: false }];
        },
      ],
      why: "the only earlier one is the declared one, encrypted anew",
    },
    {
      only: false,
      edits: [noOtherDeclared, configured("b")],
      why: "the login that is configured can answer",
    },
    { only: false, edits: [configured("b")], why: "it is configured, whatever was declared" },
    {
      only: false,
      edits: [noOtherDeclared, configured("a", "b")],
      why: "two logins are configured that differ",
    },
    { only: true, edits: [noOtherDeclared, configured()], why: "no login is configured" },
    { only: true, edits: [noOtherDeclared, talosNotCollected], why: "no config is collected" },
    {
      only: "unknown: NotRead",
      edits: [
        noOtherDeclared,
        ({ talos }) => {
          delete talos.machineConfig;
        },
      ],
      why: "the config was not read",
    },
    {
      only: "unknown: Forbidden",
      edits: [noOtherDeclared, gapIn("credentials", "registry")],
      why: "the history is not known whole",
    },
    {
      only: "unknown: Forbidden",
      edits: [noOtherDeclared, gapIn("credentials", "registry/previous")],
      why: "a gap on the history alone says that it is not known whole",
    },
    {
      only: true,
      edits: [noOtherDeclared, gapIn("credentials", "other/previous")],
      why: "the history of another credential is another one",
    },
    {
      only: false,
      edits: [otherDeclaredAt(before, { revoked: false }), gapIn("credentials", "registry")],
      why: "the other is valid, whatever else was declared",
    },
  ])("is $only when $why", ({ edits, only }) => {
    expect(inShort(onlyAnswer, subjectOf(...edits))).toBe(only);
  });
});
