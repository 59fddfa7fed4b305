import { describe, expect, it } from "vitest";
import {
  actionOf,
  failedToDo,
  isHeld,
  joinPossible,
  obligationsOf,
  type ToDo,
  toDoOf,
  wantedOf,
} from "../../../src/engine/decide/to-do.ts";
import { ACTIONS } from "../../../src/engine/decision.ts";
import { OBLIGATIONS, type Obligation } from "../../../src/engine/policy.ts";

// Every set of obligations, each alone and with a wait, a refusal or an error: 256 in all, so the laws are checked completely.
const everyToDo: readonly ToDo[] = Array.from({ length: 1 << OBLIGATIONS.length }, (_, bits) => {
  const obligations = OBLIGATIONS.filter((_each, index) => (bits & (1 << index)) !== 0);
  const wanted = toDoOf({ reason: "R", denies: [], obligations }, false);
  const waiting = toDoOf({ reason: "R", denies: [], wait: true }, false);
  const refused = toDoOf({ reason: "R", denies: [], blocked: "refused" }, false);
  const held = [0, refused, failedToDo, refused | failedToDo];
  return held.flatMap((hold) => [wanted | hold, wanted | waiting | hold]);
}).flat();

const rank = (toDo: ToDo): number => ACTIONS.indexOf(actionOf(toDo));

describe("what is to be done", () => {
  it.each<{ obligations: readonly Obligation[]; action: string; why: string }>([
    { obligations: [], action: "none", why: "nothing asked for" },
    { obligations: ["reassert"], action: "reassert", why: "one alone" },
    { obligations: ["reassert", "patch"], action: "patch", why: "a patch costs more than a proof" },
    {
      obligations: ["reassert", "verify"],
      action: "verify",
      why: "a pull costs more than a proof",
    },
    {
      obligations: ["patch", "reboot", "verify", "reassert"],
      action: "reboot",
      why: "the costliest names the action",
    },
  ])("$obligations is $action: $why", ({ obligations, action }) => {
    expect(actionOf(toDoOf({ reason: "R", denies: [], obligations }, false))).toBe(action);
  });

  it("puts a patch in front where it is asked for, and only for nodes that are not refused", () => {
    const outcome = { reason: "R", denies: [], obligations: ["reboot"] as const };
    expect(obligationsOf(toDoOf(outcome, true))).toEqual(["patch", "reboot"]);
    expect(obligationsOf(toDoOf({ reason: "R", denies: [], blocked: "refused" }, true))).toEqual(
      [],
    );
  });

  it("waits whatever else is asked for, and a refusal weighs more", () => {
    const waiting = toDoOf({ reason: "R", denies: [], wait: true }, true);
    const reboot = toDoOf({ reason: "R", denies: [], obligations: ["reboot"] }, false);
    const refused = toDoOf({ reason: "R", denies: [], blocked: "refused" }, false);
    expect([actionOf(waiting), actionOf(waiting | reboot), isHeld(waiting | reboot)]).toEqual([
      "wait",
      "wait",
      true,
    ]);
    expect(wantedOf(waiting | reboot)).toBe("reboot");
    expect([actionOf(waiting | refused), isHeld(reboot)]).toEqual(["blocked", false]);
  });

  it("never lowers an action by uniting, whatever is united", () => {
    expect(everyToDo).toHaveLength(256);
    for (const a of everyToDo) {
      for (const b of everyToDo) {
        expect(rank(a | b)).toBeGreaterThanOrEqual(Math.max(rank(a), rank(b)));
        expect(wantedOf(a | b)).toBe(
          ACTIONS[Math.max(ACTIONS.indexOf(wantedOf(a)), ACTIONS.indexOf(wantedOf(b)))],
        );
      }
    }
  });

  it("joins possible sets commutatively, associatively and idempotently for single ways", () => {
    const sets = [new Set([0]), new Set([1, 4]), new Set([4, 16]), new Set([32]), new Set([0, 64])];
    const sorted = (set: ReadonlySet<ToDo>): readonly ToDo[] => [...set].sort((a, b) => a - b);
    for (const a of sets) {
      for (const b of sets) {
        expect(sorted(joinPossible(a, b))).toEqual(sorted(joinPossible(b, a)));
        for (const c of sets) {
          expect(sorted(joinPossible(joinPossible(a, b), c))).toEqual(
            sorted(joinPossible(a, joinPossible(b, c))),
          );
        }
      }
    }
    for (const toDo of everyToDo)
      expect(joinPossible(new Set([toDo]), new Set([toDo]))).toEqual(new Set([toDo]));
  });
});
