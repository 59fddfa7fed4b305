import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderOf } from "../support/folder.ts";

// What is published: `npm run build` makes it, and `npm test` does that first.
const main = join(import.meta.dirname, "../../dist/cli/main.js");

function spawn(argv: readonly string[], input?: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...argv], {
    encoding: "utf8",
    input,
  });
  return { status, stdout, stderr };
}

describe("dist/cli/main.js", () => {
  it("may be run as a program", () => {
    expect(() => accessSync(main, constants.X_OK)).not.toThrow();
  });

  it("finds its version and its shipped policies", () => {
    expect(spawn(["--version"]).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const { status, stdout } = spawn(["eval", "-f", folderOf(), "-o", "json"]);
    expect(status).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ kind: "Decision", vacuous: true });
  });

  it("reads standard input", () => {
    const { status, stderr } = spawn(["eval", "-f", "-"], "neither: this\n---\nnor: [that\n");
    expect(status).toBe(2);
    expect(stderr).toMatch(/^-:\d+:\d+: INPUT_SYNTAX/m);
  });

  it("bears a reader that goes away", () => {
    const command = `"${process.execPath}" "${main}" eval --help | true; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync("bash", ["-c", command], { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout).toBe("0\n");
  });
});
