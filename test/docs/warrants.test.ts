import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
// Commands are imported when called; here before, so that no test waits for it.
import "../../src/cli/commands/check-warrant.ts";
import "../../src/cli/commands/plan.ts";
import { writeSnapshot } from "../../src/snapshot/write-snapshot.ts";
import { folderOf } from "../support/folder.ts";
import { fixtures, runCli } from "../support/run-cli.ts";
import {
  claim,
  type Edit,
  later,
  marker,
  otherConfig,
  patch,
  probed,
  reboot,
  release,
} from "../warrant/transaction.ts";

// Goal: what docs/warrants.md shows is so. Method: each of its commands is run on the files that it names, and the
// page is written anew with what came of it (`npx vitest run -u` keeps that).

const page = join(import.meta.dirname, "../../docs/warrants.md");
const block = /```text\n\$ fleetwarrant ([^\n]+)\n[\s\S]*?```/g;

const evidence: Readonly<Record<string, readonly Edit[]>> = {
  before: [],
  claimed: [claim()],
  patched: [claim(), patch],
  booted: [claim(), patch, reboot],
  pulled: [claim(), patch, reboot, probed("pulled")],
  "given-back": [claim(), patch, reboot, marker, release],
  "booted-otherwise": [claim(), patch, reboot, otherConfig],
  taken: [claim("run-4800/1")],
  unread: [
    claim(),
    patch,
    (draft) => {
      delete draft.talos;
    },
  ],
};
const files = Object.entries(evidence).map(([name, edits]) => [
  `${name}.json`,
  writeSnapshot(later(...edits)),
]);
const profile = join(fixtures, "incidents/reboot-storm/credential-changed/profile.yaml");

function asTyped(word: string, folder: string): string {
  if (/^warrants(\/|$)/.test(word) || /^[-a-z]+\.json$/.test(word)) return join(folder, word);
  return /^(fixtures|docs)\//.test(word) ? join(fixtures, "..", word) : word;
}

async function answerTo(command: string, folder: string): Promise<string> {
  const words = command.split(" ").map((word) => asTyped(word, folder));
  const flags = words[0] === "plan" ? [] : ["--profile", profile];
  const { out, exitCode } = await runCli(...words, ...flags);
  return `\`\`\`text\n$ fleetwarrant ${command}\n${out}# exit ${exitCode}\n\`\`\``;
}

it("docs/warrants.md shows what its commands answer", async () => {
  const folder = folderOf(Object.fromEntries(files));
  let text = readFileSync(page, "utf8");
  const commands = [...text.matchAll(block)];
  expect(commands.length).toBe(10);
  for (const [shown, command = ""] of commands) {
    const answer = await answerTo(command, folder);
    text = text.replace(shown, () => answer);
  }
  await expect(text).toMatchFileSnapshot(page);
});
