import type { PolicySet } from "../../src/engine/policy.ts";
import { readDocuments } from "../../src/input/read-documents.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import { reasons } from "../../src/policies/reasons.ts";

/** Compiles policies written in a test: the `spec` of each, as YAML, under its name. */
export function policiesOf(specs: Readonly<Record<string, string>>): PolicySet {
  const text = Object.entries(specs)
    .map(([name, spec]) => {
      const indented = `${spec.trim()}\n${ownReasons(spec)}`.trim().replace(/^/gm, "  ");
      return `apiVersion: fleetwarrant.dev/v1alpha1\nkind: Policy\nmetadata: {name: ${name}}\nspec:\n${indented}\n`;
    })
    .join("---\n");
  const read = readDocuments({ file: "inline.yaml", text });
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("\n"));
  const compiled = compilePolicySet(read.value, []);
  if (!compiled.ok)
    throw new Error(
      compiled.problems.map(({ message, position }) => `${position?.line}: ${message}`).join("\n"),
    );
  return compiled.value;
}

/** Declares the reasons that are a test's own, so that it can name them as it likes. */
function ownReasons(spec: string): string {
  const subject = /^\s*subject: (\w+)/m.exec(spec)?.[1] ?? "";
  const given = [...spec.matchAll(/reason: (\w+)/g)].map(([, reason]) => reason ?? "");
  const known: object = Reflect.get(reasons, subject) ?? {};
  const own = [...new Set(given)].filter((reason) => !Object.hasOwn(known, reason));
  return own.length === 0
    ? ""
    : `reasons: {${own.map((reason) => `${reason}: a test`).join(", ")}}`;
}
