import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import "../../src/cli/commands/schema.ts";
import { SCHEMA_NAMES } from "../../src/cli/arguments.ts";
import { runCli } from "../support/run-cli.ts";

const folder = join(import.meta.dirname, "../../schemas");

describe("schema", () => {
  it("knows every schema that is published", () => {
    const published = readdirSync(folder).map((file) => file.replace(".schema.json", ""));
    expect([...SCHEMA_NAMES].sort()).toEqual(published.sort());
  });

  it.each(SCHEMA_NAMES)("prints %s byte for byte", async (name) => {
    expect(await runCli("schema", name)).toEqual({
      exitCode: 0,
      out: readFileSync(join(folder, `${name}.schema.json`), "utf8"),
      error: "",
    });
  });

  it.each([
    { argv: [], says: "no schema named" },
    { argv: ["polcy"], says: "did you mean `policy`?" },
    { argv: ["policy", "profile"], says: "more than one name is given" },
  ])("refuses $argv", async ({ argv, says }) => {
    const { exitCode, out, error } = await runCli("schema", ...argv);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
    expect(error).toContain(says);
  });
});
