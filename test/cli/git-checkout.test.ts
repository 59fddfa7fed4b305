import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createFileReader } from "../../src/cli/file-reader.ts";
import { readGitCheckout } from "../../src/cli/git-checkout.ts";
import { folderOf } from "../support/folder.ts";

describe("readGitCheckout", () => {
  it("reads the named files and leaves out those that are not there", () => {
    const root = folderOf({ "k8s/a.yaml": "a", "k8s/other.yaml": "not named" });
    const read = readGitCheckout(
      root,
      ["k8s/a.yaml", "k8s/gone.yaml", "k8s/a.yaml/b", "none/at/all"],
      createFileReader(),
    );
    expect(read).toEqual({
      files: [{ path: "k8s/a.yaml", source: { file: `${root}/k8s/a.yaml`, text: "a" } }],
      problems: [],
    });
  });

  it.each([
    "../outside.yaml",
    "k8s/../../outside.yaml",
    "/etc/hostname",
    "k8s/link.yaml",
    "k8s/dir/x.yaml",
  ])("refuses %s, which leaves the checkout", (path) => {
    const outer = folderOf({
      "outside.yaml": "secret",
      "outside/x.yaml": "secret",
      "in/k8s/a": "",
    });
    const root = join(outer, "in");
    symlinkSync(join(outer, "outside.yaml"), join(root, "k8s/link.yaml"));
    symlinkSync(join(outer, "outside"), join(root, "k8s/dir"));
    const { files, problems } = readGitCheckout(root, [path], createFileReader());
    expect(files).toEqual([]);
    expect(problems).toMatchObject([{ code: "INPUT_UNREADABLE" }]);
  });

  it("follows links that stay inside", () => {
    const root = folderOf({ "a.yaml": "a" });
    symlinkSync("a.yaml", join(root, "b.yaml"));
    const { files, problems } = readGitCheckout(root, ["b.yaml"], createFileReader());
    expect(problems).toEqual([]);
    expect(files.map(({ source }) => source.text)).toEqual(["a"]);
  });

  it("does not take a sibling whose name begins alike for the inside", () => {
    const outer = folderOf({ "in-other/a.yaml": "a", "in/x": "" });
    symlinkSync(join(outer, "in-other/a.yaml"), join(outer, "in/a.yaml"));
    expect(
      readGitCheckout(join(outer, "in"), ["a.yaml"], createFileReader()).problems,
    ).toMatchObject([{ message: "is a link out of the Git checkout" }]);
  });

  it("tells a directory where a file is named, and a checkout that is not there", () => {
    const root = folderOf({ "k8s/a.yaml": "" });
    expect(readGitCheckout(root, ["k8s"], createFileReader()).problems).toMatchObject([
      { message: "is not a regular file" },
    ]);
    expect(readGitCheckout(join(root, "gone"), [], createFileReader()).problems).toMatchObject([
      { message: "`--git`: cannot be read: there is no such directory", position: undefined },
    ]);
  });
});
