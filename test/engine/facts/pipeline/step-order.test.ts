import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fact } from "../../../../src/engine/facts/fact.ts";
import type { ProfileStep } from "../../../../src/engine/facts/pipeline/required-steps.ts";
import { stepAfterFailed } from "../../../../src/engine/facts/pipeline/step-after-failed.ts";
import { stepOvertook } from "../../../../src/engine/facts/pipeline/step-overtook.ts";
import type { StepSubject } from "../../../../src/engine/facts/subject.ts";
import type { PipelineStepRecord, Snapshot } from "../../../../src/snapshot/snapshot.ts";
import { codesOf, derive, evidenceOf, sourceOf } from "../derive.ts";
import { shown } from "../gate/known.ts";

interface OrderCase {
  /** Outcomes by step; `gap`: it was not read. */
  readonly ended?: Readonly<Record<string, string>>;
  readonly orders?: readonly (readonly string[])[];
  readonly required?: readonly ProfileStep[];
  readonly ordered?: boolean;
}

const names = ["sign", "verify", "promote"] as const;
const allRan = { sign: "success", verify: "success", promote: "success" };

function subjectOf(stepId: string, given: OrderCase): StepSubject {
  const { ended = allRan, orders = [], ordered = true } = given;
  const { required = names.map((id) => ({ id })) } = given;
  const isRead = ([, outcome]: readonly [string, string]): boolean => outcome !== "gap";
  const steps: Record<string, PipelineStepRecord> = Object.fromEntries(
    Object.entries(ended)
      .filter(isRead)
      .map(([id, outcome]) => [id, { outcome }]),
  );
  const gaps: NonNullable<Snapshot["gaps"]> = Object.entries(ended)
    .filter((entry) => !isRead(entry))
    .map(([name]) => ({ part: "pipeline", name, reason: "Partial" }));
  const snapshot = { pipeline: { steps, orders }, gaps };
  const pipeline = { ordered, requiredSteps: [...required] };
  return { source: sourceOf(snapshot, { pipeline }), stepId };
}

describe("step.overtook", () => {
  it.each<{ given: OrderCase; promote: unknown; why: string }>([
    { given: { orders: [["sign", "verify", "promote"]] }, promote: "absent", why: "all in order" },
    {
      given: { orders: [["sign", "promote", "verify"]] },
      promote: "verify",
      why: "it ran before its verification",
    },
    {
      given: { orders: [["promote", "verify", "sign"]] },
      promote: "sign",
      why: "of two that came later the last is told",
    },
    {
      given: {
        orders: [["sign", "promote", "verify"]],
        ended: { ...allRan, verify: "skipped" },
      },
      promote: "absent",
      why: "what was skipped came neither before nor after",
    },
    {
      given: { orders: [["sign", "promote", "verify"]], ended: { ...allRan, promote: "skipped" } },
      promote: "absent",
      why: "it did not run itself",
    },
    {
      given: {
        orders: [["sign", "promote", "verify"]],
        ended: { ...allRan, verify: "failure" },
      },
      promote: "verify",
      why: "what failed ran",
    },
    {
      given: { orders: [["sign", "promote", "verify"]], ended: { ...allRan, verify: "gap" } },
      promote: "unknown",
      why: "it is not known whether the later one ran",
    },
    {
      given: { orders: [["sign", "verify", "promote"]], ended: { ...allRan, verify: "gap" } },
      promote: "absent",
      why: "whether it ran or not, it came first",
    },
    { given: {}, promote: "unknown", why: "nothing tells an order" },
    {
      given: { orders: [["verify", "promote"]] },
      promote: "unknown",
      why: "nothing tells when one of them ran",
    },
    {
      given: {
        orders: [
          ["sign", "verify"],
          ["verify", "promote"],
        ],
      },
      promote: "absent",
      why: "two records join at a step that both have",
    },
    {
      given: {
        orders: [
          ["sign", "verify"],
          ["sign", "promote"],
        ],
      },
      promote: "unknown",
      why: "two records that say nothing of these two",
    },
    {
      given: {
        orders: [
          ["promote", "verify"],
          ["sign", "verify", "promote"],
        ],
      },
      promote: "unknown",
      why: "two records contradict each other",
    },
    {
      given: {
        required: ["sign", "verify", "scan", "promote"].map((id) => ({ id })),
        ended: { ...allRan, scan: "skipped" },
        orders: [
          ["sign", "verify", "scan"],
          ["promote", "scan"],
        ],
      },
      promote: "unknown",
      why: "it came before the step at which two records join",
    },
    {
      given: { orders: [["sign", "promote", "verify"]], ordered: false },
      promote: "absent",
      why: "the profile demands no order",
    },
    {
      given: {
        orders: [["sign", "promote", "verify"]],
        required: [{ id: "sign" }, { id: "verify", anyTime: true }, { id: "promote" }],
      },
      promote: "absent",
      why: "the profile gives the other no place in it",
    },
  ])("is $promote where $why", ({ given, promote }) => {
    expect(shown(derive(stepOvertook, subjectOf("promote", given)))).toBe(promote);
  });

  it("says why it is not known", () => {
    const ofOrders = (...orders: readonly (readonly string[])[]) =>
      codesOf(derive(stepOvertook, subjectOf("promote", { orders })));
    expect(ofOrders()).toEqual(["NotRecorded"]);
    expect(ofOrders(["promote", "verify"], ["sign", "verify", "promote"])).toEqual([
      "Inconsistent",
    ]);
    const ended = { ...allRan, verify: "gap" };
    const open = subjectOf("promote", { orders: [["sign", "promote", "verify"]], ended });
    expect(codesOf(derive(stepOvertook, open))).toEqual(["Partial"]);
  });

  it("tells where both stand", () => {
    const subject = subjectOf("promote", { orders: [["sign", "promote", "verify"]] });
    expect(evidenceOf(stepOvertook, subject)).toEqual([
      ["/pipeline/orders/0/1", "promote"],
      ["/pipeline/orders/0/2", "verify"],
    ]);
  });
});

const ids = ["a", "b", "c", "d"] as const;
const anyOrders = fc.array(fc.shuffledSubarray([...ids], { minLength: 2 }), { maxLength: 3 });
const anyEnded = fc.record({
  a: fc.constantFrom("success", "skipped", "gap"),
  b: fc.constantFrom("success", "skipped", "gap"),
  c: fc.constantFrom("success", "skipped", "gap"),
  d: fc.constantFrom("success", "gap"),
});

/** Whether the records say that `first` came before `second`, by whatever lies between them. */
function isTold(orders: readonly (readonly string[])[], first: string, second: string): boolean {
  const pairs = orders.flatMap((order) =>
    order.slice(1).map((later, at) => [order[at] ?? "", later] as const),
  );
  let reached: ReadonlySet<string> = new Set([first]);
  for (const _ of ids) {
    const next = pairs.filter(([earlier]) => reached.has(earlier)).map(([, later]) => later);
    reached = new Set([...reached, ...next]);
  }
  return first !== second && reached.has(second);
}

describe("orders of any kind", () => {
  const required = ids.map((id) => ({ id }));
  const overtook = (stepId: string, rest: OrderCase): Fact<string> =>
    derive(stepOvertook, subjectOf(stepId, { required, ...rest }));

  it("are told only as far as records carry", () => {
    fc.assert(
      fc.property(anyOrders, anyEnded, fc.constantFrom(...ids), (orders, ended, stepId) => {
        const fact = overtook(stepId, { orders, ended });
        if (fact.state === "value") {
          expect(ended[fact.value as (typeof ids)[number]]).toBe("success");
          expect(isTold(orders, stepId, fact.value)).toBe(true);
        }
        if (fact.state !== "absent" || ended[stepId] === "skipped") return;
        const before = ids.slice(0, ids.indexOf(stepId)).filter((id) => ended[id] !== "skipped");
        for (const id of before) expect(isTold(orders, id, stepId), `${id} first`).toBe(true);
      }),
    );
  });

  it("become unknown, or name another, with a step that was not read", () => {
    fc.assert(
      fc.property(
        anyOrders,
        anyEnded,
        fc.constantFrom(...ids),
        fc.constantFrom(...ids),
        (orders, ended, stepId, hidden) => {
          const less = overtook(stepId, { orders, ended: { ...ended, [hidden]: "gap" } });
          if (less.state === "unknown") return;
          const all = overtook(stepId, { orders, ended });
          // Two records may disagree about the one that is hidden; of the next one they need not.
          if (all.state === "unknown" && all.reasons[0]?.code === "Inconsistent") return;
          expect(less.state).toBe(all.state);
          // Of several that came too late the one that ran last is named; hidden, the next one is.
          if (less.state === "value" && all.state === "value" && less.value !== all.value)
            expect(all.value).toBe(hidden);
        },
      ),
    );
  });

  it("are gone through once, however many steps there are", () => {
    const many = Array.from({ length: 2000 }, (_, index) => `step-${index}`);
    const given = {
      required: many.map((id) => ({ id })),
      ended: Object.fromEntries(many.map((id) => [id, "success"])),
      orders: [many],
    };
    const { source } = subjectOf("", given);
    const facts = many.map((stepId) => derive(stepOvertook, { source, stepId }).state);
    expect(new Set(facts)).toEqual(new Set(["absent"]));
  });
});

describe("step.afterFailed", () => {
  it.each<{ given: OrderCase; promote: unknown; why: string }>([
    { given: {}, promote: "absent", why: "none failed" },
    { given: { ended: { ...allRan, verify: "failure" } }, promote: "verify", why: "one failed" },
    {
      given: { ended: { ...allRan, sign: "cancelled", verify: "failure" } },
      promote: "sign",
      why: "the first of two, cancelled or not",
    },
    {
      given: { ended: { ...allRan, promote: "failure" } },
      promote: "absent",
      why: "only itself failed",
    },
    {
      given: { ended: { ...allRan, sign: "gap", verify: "failure" } },
      promote: "unknown",
      why: "an earlier one that was not read may be the first",
    },
    {
      given: { ended: { ...allRan, sign: "failure", verify: "gap" } },
      promote: "sign",
      why: "the first is known",
    },
    {
      given: { ended: { ...allRan, verify: "failure" }, ordered: false },
      promote: "absent",
      why: "without an order none is before another",
    },
  ])("is $promote where $why", ({ given, promote }) => {
    expect(shown(derive(stepAfterFailed, subjectOf("promote", given)))).toBe(promote);
  });

  it("is known to be there once a later one is known to have failed", () => {
    const given = { ended: { ...allRan, sign: "gap", verify: "failure" } };
    expect(derive(stepAfterFailed, subjectOf("promote", given))).toMatchObject({ present: true });
  });
});
