import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { readDocuments } from "../../src/input/read-documents.ts";

// Editors check a file against the schema that its first comment names. So must we, or the examples rot.

const root = join(import.meta.dirname, "../..");
const schemas = join(root, "schemas");
const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });

interface Example {
  readonly name: string;
  /** Where relative paths in it start. */
  readonly folder: string;
  readonly text: string;
}

/** Files and code blocks that hold documents of ours. */
function examples(): readonly Example[] {
  const files = ["fixtures", "src/policies/builtin", "docs"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  files.push(join(root, "README.md"));
  return files
    .flatMap((file): readonly Example[] => {
      const name = relative(root, file);
      const folder = dirname(file);
      if (/\.ya?ml$/.test(file)) return [{ name, folder, text: readFileSync(file, "utf8") }];
      if (!file.endsWith(".md")) return [];
      const blocks = readFileSync(file, "utf8").matchAll(/^```yaml\n([\s\S]*?)^```/gm);
      return [...blocks].map(([, text = ""], index) => ({
        name: `${name}#${index}`,
        folder,
        text,
      }));
    })
    .filter(({ text }) => /^apiVersion: fleetwarrant\.dev\//m.test(text));
}

const found = examples();

describe("examples", () => {
  it("are found in every place where there are some", () => {
    for (const place of [
      "fixtures/profiles/",
      "fixtures/incidents/",
      "src/policies/builtin/",
      "docs/",
    ]) {
      expect(
        found.some(({ name }) => name.startsWith(place)),
        place,
      ).toBe(true);
    }
  });

  it.each(found)("$name names its schema and fits it", ({ folder, text }) => {
    const [, path = ""] =
      /^# yaml-language-server: \$schema=(\S+)$/m.exec(text.split("\n", 1)[0] ?? "") ?? [];
    const isPublished = path.startsWith("https://");
    const file = isPublished ? join(schemas, path.split("/").at(-1) ?? "") : join(folder, path);
    expect(path).toMatch(/\.schema\.json$/);
    expect(existsSync(file), file).toBe(true);
    const schema = JSON.parse(readFileSync(file, "utf8"));
    if (isPublished) expect(path).toBe(schema.$id);
    const validate = ajv.getSchema(schema.$id) ?? ajv.compile(schema);
    const read = readDocuments({ file: "example", text });
    if (!read.ok) throw new Error(read.problems[0]?.message);
    expect(read.value.length).toBeGreaterThan(0);
    for (const { value } of read.value) {
      validate(value);
      expect(validate.errors ?? []).toEqual([]);
    }
  });
});
