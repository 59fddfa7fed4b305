import { describe, expect, it } from "vitest";
import { effectOf } from "../../../src/engine/effects/effect-table.ts";
import { change, problemsOf, readTables, tableText, version } from "./tables.ts";

function effectBy(entries: readonly string[], of: string, on = "v1.14.0"): string {
  const read = readTables(tableText(...entries));
  if (!read.ok) throw new Error(read.problems[0]?.message);
  return effectOf(read.value, change(of), version(on));
}

interface Example {
  readonly entries: readonly string[];
  readonly of: string;
  readonly is: string;
  readonly why: string;
  readonly on?: string;
}

describe("a table of one's own", () => {
  it.each<Example>([
    {
      entries: ["document: X, path: /a, effect: none", "document: X, path: /a/b, effect: reboot"],
      of: "X a/b/c changed",
      is: "reboot",
      why: "the longer path, though the shorter leads there too",
    },
    {
      entries: ["document: X, path: /a/b, effect: none", "document: X, path: /a, effect: reboot"],
      of: "X a/bc changed",
      is: "reboot",
      why: "a key is no prefix of another key",
    },
    {
      entries: ["document: X, path: /a/b, effect: none"],
      of: "X a changed",
      is: "unclassified",
      why: "an entry says nothing of what stands above it",
    },
    {
      entries: ["document: X, path: /a/*, effect: none", "document: X, path: /a/b, effect: wipe"],
      of: "X a/b changed",
      is: "wipe",
      why: "a key before `*`",
    },
    {
      entries: ["document: X, path: /*/b, effect: none", "document: X, path: /a/*, effect: wipe"],
      of: "X a/b changed",
      is: "wipe",
      why: "the first key that differs counts",
    },
    {
      entries: ["document: X, path: /*/*/c, effect: none", "document: X, path: /a/b, effect: wipe"],
      of: "X a/b/c changed",
      is: "none",
      why: "length before keys",
    },
    {
      entries: [
        "document: X, path: /a, effect: none, since: v1.14.0",
        "document: X, path: /a, effect: drain",
      ],
      of: "X a changed",
      is: "none",
      why: "since this very version",
    },
    {
      entries: [
        "document: X, path: /a, effect: none, since: v1.14.1",
        "document: X, path: /a, effect: drain",
      ],
      of: "X a changed",
      is: "drain",
      why: "not yet",
    },
    {
      entries: [
        "document: X, path: /a, effect: none, since: 1.9.0",
        "document: X, path: /a, effect: drain, since: v1.10.0",
      ],
      of: "X a changed",
      is: "drain",
      why: "the later one, as versions and not as text",
    },
    {
      entries: [
        "document: X, path: /a/b, effect: none, since: v1.15.0",
        "document: X, path: /a, effect: drain",
      ],
      of: "X a/b changed",
      is: "drain",
      why: "an entry that does not speak yet leaves it to a shorter path",
    },
    {
      entries: [
        "document: X, path: /a, effect: none, changes: [added]",
        "document: X, path: '', effect: reload",
      ],
      of: "X a removed",
      is: "reload",
      why: "an entry about something else leaves it to a shorter path",
    },
    {
      entries: ["document: X, path: '', effect: none"],
      of: "Y changed",
      is: "unclassified",
      why: "another kind of document",
    },
    {
      entries: ["path: /machine/env, effect: recreate"],
      of: "machine/env/A changed",
      is: "recreate",
      why: "wins over the shipped entry of the same path",
    },
    {
      entries: ["path: /machine/kubelet, effect: none"],
      of: "machine/kubelet/image changed",
      is: "none",
      why: "over one with a `since` as well",
    },
    {
      entries: ["path: /machine/kernel, effect: wipe, since: v1.20.0"],
      of: "machine/kernel/modules/0/name added",
      is: "none",
      why: "but not before it speaks",
    },
    {
      entries: ["path: /machine, effect: none"],
      of: "machine/kubelet/image changed",
      is: "restart",
      why: "a shorter path wins over none that is shipped",
    },
    {
      entries: ["path: /machine/registries/config/ghcr.io/auth, effect: reboot"],
      of: "machine/registries/config/ghcr.io/auth/password changed",
      is: "reboot",
      why: "a host before any host",
    },
  ])("gives $is: $why", ({ entries, of, is, on }) => {
    expect(effectBy(entries, of, on)).toBe(is);
    expect(effectBy([...entries].reverse(), of, on)).toBe(is);
  });

  it("has a digest that says what it says, and nothing of how it is written", () => {
    const digestOf = (...texts: readonly string[]): string => {
      const read = readTables(...texts);
      return read.ok ? read.value.digest : "";
    };
    const [a, b] = ["document: X, path: /a, effect: none", "document: X, path: /b, effect: none"];
    const both = digestOf(tableText(a, b));
    expect(digestOf(tableText(b, a))).toBe(both);
    expect(digestOf(tableText(a), tableText(b))).toBe(both);
    expect(digestOf(tableText(`${a}, note: why`, `${b}, changes: [changed, removed, added]`))).toBe(
      both,
    );
    expect(digestOf(tableText(a))).not.toBe(both);
    expect(digestOf(tableText(a, b.replace("none", "wipe")))).not.toBe(both);
    expect(digestOf()).not.toBe(both);
  });
});

describe("mistakes in a table", () => {
  it.each([
    {
      entries: ["document: X, path: /a, effect: none", "document: X, path: /a, effect: none"],
      at: "0.yaml:7:7 EFFECT_TABLE_DUPLICATE",
      why: "twice",
    },
    {
      entries: [
        "path: /machine/env, effect: none",
        "document: v1alpha1, path: /machine/env, effect: wipe",
      ],
      at: "0.yaml:7:7 EFFECT_TABLE_DUPLICATE",
      why: "the document without kind, named and not",
    },
    {
      entries: [
        "document: X, path: /a, effect: none, since: v1.2.3",
        "document: X, path: /a, effect: none, since: 1.2.3",
      ],
      at: "0.yaml:7:7 EFFECT_TABLE_DUPLICATE",
      why: "one version in two spellings",
    },
    {
      entries: [
        "document: X, path: /a, effect: none, changes: [added, removed]",
        "document: X, path: /a, effect: none, changes: [removed, changed]",
      ],
      at: "0.yaml:7:7 EFFECT_TABLE_DUPLICATE",
      why: "both speak of what is removed",
    },
    {
      entries: ["path: /machine/registries/config/*/auth, effect: none"],
      at: "0.yaml:6:57 EFFECT_TABLE_INVALID",
      why: "a changed credential would be waved through",
    },
    {
      entries: ["path: /machine/registries/config/ghcr.io/*, effect: restart"],
      at: "0.yaml:6:60 EFFECT_TABLE_INVALID",
      why: "the same by way of `*`",
    },
    {
      entries: ["document: RegistryAuthConfig, path: '', effect: reload"],
      at: "0.yaml:6:56 EFFECT_TABLE_INVALID",
      why: "the same in the other spelling",
    },
    {
      entries: ["path: /machine/env, effect: none, since: v01.2.3"],
      at: "0.yaml:6:49 EFFECT_TABLE_INVALID",
      why: "no version",
    },
    {
      entries: ["path: machine/env, effect: none"],
      at: "0.yaml:6:14 EFFECT_TABLE_INVALID",
      why: "no pointer",
    },
    {
      entries: ["path: /machine/, effect: none"],
      at: "0.yaml:6:14 EFFECT_TABLE_INVALID",
      why: "an empty key",
    },
    {
      entries: ["path: /a, effect: reboots"],
      at: "0.yaml:6:26 EFFECT_TABLE_INVALID",
      why: "no effect",
    },
    { entries: ["path: /a"], at: "0.yaml:6:7 EFFECT_TABLE_INVALID", why: "no effect at all" },
  ])("are told with their place: $why", ({ entries, at }) => {
    const told = problemsOf(tableText(...entries)).map(
      ({ code, position }) => `${position?.file}:${position?.line}:${position?.column} ${code}`,
    );
    expect(told).toEqual([at]);
  });

  it("are none where entries differ in version, change, or document", () => {
    const entries = [
      "document: X, path: /a, effect: none",
      "document: X, path: /a, effect: none, since: v1.2.3",
      "document: X, path: /a, effect: none, since: v1.2.4, changes: [added]",
      "document: X, path: /a, effect: wipe, since: v1.2.4, changes: [removed, changed]",
      "document: Y, path: /a, effect: none",
      "path: /machine/registries/config/*/auth, effect: unclassified",
      "path: /machine/registries/config/*/tls, effect: none",
    ];
    expect(problemsOf(tableText(...entries))).toEqual([]);
  });

  it("are found across tables, and all of them at once", () => {
    const entry = "document: X, path: /a, effect: none";
    const found = problemsOf(
      tableText(entry),
      tableText(entry, "path: '', effect: none, since: v1.02.0"),
    );
    expect(found.map(({ position, message }) => [position?.file, position?.line, message])).toEqual(
      [
        ["1.yaml", 6, "an entry at `0.yaml:6` speaks of the same changes since the same version"],
        ["1.yaml", 7, "`since` is no Talos version"],
      ],
    );
  });

  it("end one way or another for any document", () => {
    for (const text of ["5", "[]", "kind: EffectTable", "a: {b: c}", '{"kind": "Policy"}']) {
      expect(problemsOf(text).length, text).toBeGreaterThan(0);
    }
  });
});
