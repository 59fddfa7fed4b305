import { describe, expect, it } from "vitest";
import { CelError, type UnknownCause } from "../../src/cel/value.ts";
import { compileTemplate } from "../../src/messages/template.ts";
import {
  bind,
  bool,
  declare,
  dyn,
  int,
  listOf,
  mapOf,
  string,
  unknown,
  type World,
} from "../cel/support.ts";

const world: World = {
  "node.name": { type: string, value: "worker-1" },
  age: { type: int, mayBeAbsent: true, value: null },
  load: { type: string, value: unknown("load") },
  bad: { type: int, value: new CelError("NoSuchKey", 'no such key "x"') },
  names: { type: listOf(string), value: ["a", "b"] },
  mixed: { type: listOf(string), value: ["a", unknown("mixed")] },
  labels: { type: mapOf(dyn), value: { a: 1 } },
  on: { type: bool, value: true },
};

function render(text: string, describeCause?: (cause: UnknownCause) => string): string {
  const compiled = compileTemplate(text, declare(world));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.template.render(bind(world), describeCause);
}

describe("templates", () => {
  it.each([
    { text: "no hole", shown: "no hole", why: "plain text" },
    {
      text: "{{node.name}} is on: {{ on }}",
      shown: "worker-1 is on: true",
      why: "texts and bools",
    },
    { text: "{{ 1 + 1 }}{{ 1.5 }}", shown: "21.5", why: "numbers, side by side" },
    { text: "{{ age }}", shown: "absent", why: "known absent" },
    { text: "{{ load }}", shown: "unknown (load)", why: "unknown" },
    { text: "{{ load == 'a' }}", shown: "unknown (load)", why: "an unknown bool" },
    { text: "{{ bad }}", shown: 'error (no such key "x")', why: "an error" },
    { text: "{{ labels.b }}", shown: 'error (no such key "b")', why: "an error of its own" },
    { text: "{{ names }}", shown: "a, b", why: "a list" },
    { text: "{{ mixed }}", shown: "a, unknown (mixed)", why: "a list with a gap" },
    { text: "{{ labels }}", shown: "{a: 1}", why: "a map" },
    { text: "{{ {'a': {'b': '}}'}}.a.b }}", shown: "}}", why: "braces in maps and texts" },
    { text: "{{ r'\\' + \"'\" }}", shown: "\\'", why: "quotes in quotes" },
    {
      text: "{{ timestamp('2026-07-26T00:00:00Z') }}",
      shown: "2026-07-26T00:00:00Z",
      why: "an instant",
    },
    { text: "{{ duration('36h') }}", shown: "36h0m0s", why: "a span" },
    { text: "a } b }} c", shown: "a } b }} c", why: "closing braces alone are text" },
  ])("$text: $why", ({ text, shown }) => {
    expect(render(text)).toBe(shown);
  });

  it("lets the caller say why something is unknown", () => {
    expect(render("{{ load }}", () => "Forbidden: talos")).toBe("unknown (Forbidden: talos)");
  });

  it.each([
    { text: "ab {{ nod.name }}", found: [6, 14], why: "an unknown name" },
    { text: "ab {{ 1 + }}", found: [10, 10], why: "a syntax error" },
    { text: "ab {{ 1", found: [3, 7], why: "not closed" },
    { text: "ab {{ 'x }}", found: [3, 11], why: "a text that is not closed" },
    { text: "ab {{}}", found: [5, 5], why: "nothing in it" },
    { text: "{{ age + 1 }}", found: [3, 6], why: "not guarded" },
  ])("point into $text: $why", ({ text, found }) => {
    const compiled = compileTemplate(text, declare(world));
    const problems = compiled.ok ? [] : compiled.problems;
    expect(problems.map(({ offset, end }) => [offset, end])).toEqual([found]);
  });

  it("tell every mistake", () => {
    const compiled = compileTemplate("{{ a }} {{ b }}", []);
    expect(compiled.ok ? [] : compiled.problems.map(({ offset }) => offset)).toEqual([3, 11]);
  });

  it("tell which variables they read", () => {
    const compiled = compileTemplate("{{ names }} {{ age }} {{ names }}", declare(world));
    expect(compiled.ok && compiled.template.slots).toEqual([1, 4]);
  });
});
