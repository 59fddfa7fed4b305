import { readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { parseSync } from "vite";

/** Source texts by their path below `src/`, with forward slashes. */
export type SourceTree = ReadonlyMap<string, string>;

export function readSourceTree(root: string): SourceTree {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.replaceAll(sep, "/"))
    .sort();
  return new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
}

export interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A node and the nodes around it, nearest first, with the field that each holds it in. */
export interface Visit {
  readonly node: SyntaxNode;
  readonly parent: SyntaxNode | undefined;
  readonly field: string;
}

/** Every node of a file, outermost first. */
export function nodesOf(file: string, text: string): readonly Visit[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const visits: Visit[] = [];
  collect({ node: program as unknown as SyntaxNode, parent: undefined, field: "" }, visits);
  return visits;
}

function collect(visit: Visit, visits: Visit[]): void {
  visits.push(visit);
  for (const [field, value] of Object.entries(visit.node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) collect({ node: child, parent: visit.node, field }, visits);
    }
  }
}

export function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
  );
}

/** What a file imports in any form, types and dynamic imports included: relative ones as paths below `src/`. */
export function importsOf(file: string, text: string): readonly string[] {
  return nodesOf(file, text).flatMap(({ node }) => {
    const { source } = node;
    if (!isNode(source) || typeof source.value !== "string") return [];
    const specifier = source.value;
    return [
      specifier.startsWith(".")
        ? posix.normalize(posix.join(posix.dirname(file), specifier))
        : specifier,
    ];
  });
}
