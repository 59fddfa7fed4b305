// The contenders. Each has loops of its own, so that no call site is shared and made slow by another one.
import { celEnv, parse, plan } from "@bufbuild/cel";
import { Environment } from "@marcbachmann/cel-js";
import { compileExpression } from "../../../dist/cel-library/compile-expression.js";
import { decisions, handWrittenMask, supportedVersion, textVariables } from "./conditions.mjs";
import { desired } from "./nodes.mjs";

/**
 * An engine: `results` gives all that it says of a node, for the check; `run` decides `count` nodes
 * from `at` on, round and round, and gives how many it would reboot.
 */

const string = { kind: "string" };
const variables = [
  {
    name: "node",
    type: { kind: "map", key: string, value: { kind: "dyn" } },
    mayBeAbsent: false,
  },
  ...textVariables.map((name) => ({ name, type: string, mayBeAbsent: false })),
];

export function handWritten() {
  const maskOf = handWrittenMask();
  return {
    results: (node) =>
      Array.from({ length: 8 }, (_, at) => (maskOf(node, desired) & (1 << at)) !== 0),
    run: (nodes, at, count) => {
      let reboots = 0;
      for (let index = at; index < at + count; index++) {
        if (decisions[maskOf(nodes[index % nodes.length], desired)] === "reboot") reboots++;
      }
      return reboots;
    },
  };
}

export function ours(conditions) {
  const programs = conditions.map(([name, text]) => {
    const compiled = compileExpression(text, variables, { expects: { kind: "bool" } });
    if (!compiled.ok) throw new Error(`${name}: ${compiled.problems[0].message}`);
    return compiled.program;
  });
  const values = [null, desired, supportedVersion];
  const bindings = { at: (slot) => values[slot] };
  return {
    results: (node) => {
      values[0] = node;
      return programs.map((program) => program.evaluate(bindings));
    },
    run: (nodes, at, count) => {
      let reboots = 0;
      for (let index = at; index < at + count; index++) {
        values[0] = nodes[index % nodes.length];
        let mask = 0;
        for (let each = 0; each < programs.length; each++) {
          if (programs[each].evaluate(bindings) === true) mask |= 1 << each;
        }
        if (decisions[mask] === "reboot") reboots++;
      }
      return reboots;
    },
  };
}

/** With `map` for the node: a declared schema makes it wrap what it reads, and slower. */
export function marcbachmann(conditions) {
  const environment = new Environment({ unlistedVariablesAreDyn: false });
  environment.registerVariable("node", "map");
  for (const name of textVariables) environment.registerVariable(name, "string");
  const programs = conditions.map(([, text]) => environment.parse(text));
  const context = { node: null, desired, supportedVersion };
  return {
    results: (node) => {
      context.node = node;
      return programs.map((program) => program(context));
    },
    run: (nodes, at, count) => {
      let reboots = 0;
      for (let index = at; index < at + count; index++) {
        context.node = nodes[index % nodes.length];
        let mask = 0;
        for (let each = 0; each < programs.length; each++) {
          if (programs[each](context) === true) mask |= 1 << each;
        }
        if (decisions[mask] === "reboot") reboots++;
      }
      return reboots;
    },
  };
}

export function bufbuild(conditions) {
  const programs = plansOf(conditions, {});
  const context = { node: null, desired, supportedVersion };
  return {
    results: (node) => programs.map((program) => program({ ...context, node })),
    run: (nodes, at, count) => {
      let reboots = 0;
      for (let index = at; index < at + count; index++) {
        context.node = nodes[index % nodes.length];
        let mask = 0;
        for (let each = 0; each < programs.length; each++) {
          if (programs[each](context) === true) mask |= 1 << each;
        }
        if (decisions[mask] === "reboot") reboots++;
      }
      return reboots;
    },
  };
}

/** With patterns compiled once by the runtime; the default compiles them on each call. */
export function bufbuildWithRegExp(conditions) {
  const patterns = new Map();
  const compile = (pattern) => {
    const known = patterns.get(pattern) ?? new RegExp(pattern, "u");
    patterns.set(pattern, known);
    return known;
  };
  const programs = plansOf(conditions, { re2: { compile } });
  const context = { node: null, desired, supportedVersion };
  return {
    results: (node) => programs.map((program) => program({ ...context, node })),
    run: (nodes, at, count) => {
      let reboots = 0;
      for (let index = at; index < at + count; index++) {
        context.node = nodes[index % nodes.length];
        let mask = 0;
        for (let each = 0; each < programs.length; each++) {
          if (programs[each](context) === true) mask |= 1 << each;
        }
        if (decisions[mask] === "reboot") reboots++;
      }
      return reboots;
    },
  };
}

function plansOf(conditions, options) {
  const environment = celEnv(options);
  return conditions.map(([, text]) => plan(environment, parse(text)));
}
