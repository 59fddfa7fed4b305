import { describe, expect, it } from "vitest";
import { parseSnapshot } from "../../../src/snapshot/parse-snapshot.ts";
import { writeSnapshot } from "../../../src/snapshot/write-snapshot.ts";
import { documentOf, listOf, node, placesOf, snapshotOf } from "./load-support.ts";

const nodes = documentOf(JSON.parse(listOf([node("w-1", "10.0.0.11")])), "n.json");
const probesOf = (probes: unknown, file = "p.json") =>
  documentOf({ apiVersion: "fleetwarrant.dev/v1alpha1", kind: "Probes", probes }, file);

const refused = {
  at: "2026-08-06T17:10:00Z",
  bootId: "boot-w-1",
  credential: "registry",
  image: "ghcr.io/o/img:v1",
  node: "w-1",
  result: "denied",
  revision: "a".repeat(64),
  through: "kubelet",
  uncached: true,
};
const asked = { credential: "registry", result: "pulled", through: "registry" };

describe("probes", () => {
  it("are kept as written, each once, whatever holds them and in whatever order", () => {
    const snapshot = documentOf(
      {
        apiVersion: "fleetwarrant.dev/v1alpha1",
        kind: "Snapshot",
        takenAt: "2026-08-06T17:20:00Z",
        objects: {},
        coverage: [],
        probes: [asked],
      },
      "s.json",
    );
    const documents = [nodes, snapshot, probesOf([asked, refused]), probesOf([refused], "q.json")];
    const joined = snapshotOf({ documents });
    expect(joined.probes).toEqual([refused, asked]);
    expect(JSON.stringify(snapshotOf({ documents: [...documents].reverse() }))).toBe(
      JSON.stringify(joined),
    );
    const read = parseSnapshot(writeSnapshot(joined), "s.json");
    expect(read.ok && JSON.stringify(read.value)).toBe(JSON.stringify(joined));
  });

  it("may be said to be none, which is more than to say nothing", () => {
    expect(snapshotOf({ documents: [probesOf([])] }).probes).toEqual([]);
    expect(snapshotOf({ documents: [nodes] }).probes).toBeUndefined();
  });

  it("are a gap where no Nodes were given, but for those that no node made", () => {
    const { gaps, probes } = snapshotOf({ documents: [probesOf([refused, asked])] });
    expect(probes).toEqual([asked]);
    expect(gaps).toMatchObject([{ part: "probes", reason: "NotRead" }]);
  });

  it.each([
    {
      why: "the profile names another credential",
      probes: [{ ...asked, credential: "other" }],
      problem: /^SNAPSHOT_UNRECOGNIZED p\.json:1:\d+$/,
    },
    {
      why: "no Node has the name",
      probes: [{ ...refused, node: "w-2" }],
      problem: /^SNAPSHOT_INVALID p\.json:1:\d+$/,
    },
    {
      why: "an inherited name is no Node's",
      probes: [{ ...refused, node: "constructor" }],
      problem: /^SNAPSHOT_INVALID p\.json:1:\d+$/,
    },
    {
      why: "who pulled through the kubelet is not said",
      probes: [{ ...refused, node: undefined }],
      problem: /^SNAPSHOT_INVALID p\.json:1:\d+$/,
    },
    {
      why: "a result that nobody knows may be a denial",
      probes: [{ ...asked, result: "refused" }],
      problem: /^SNAPSHOT_INVALID /,
    },
    {
      why: "the day does not exist",
      probes: [{ ...asked, at: "2026-02-30T00:00:00Z" }],
      problem: /^SNAPSHOT_TIME_INVALID /,
    },
    {
      why: "an image is no place for a login",
      probes: [{ ...asked, image: "https://bot:x@ghcr.io/o/i" }],
      problem: /^SNAPSHOT_INVALID /,
    },
    {
      why: "an image name ends somewhere",
      probes: [{ ...asked, image: "a".repeat(513) }],
      problem: /^SNAPSHOT_INVALID /,
    },
    { why: "the list is lacking", probes: undefined, problem: /^SNAPSHOT_INVALID / },
  ])("are refused: $why", ({ probes, problem }) => {
    const places = placesOf({ documents: [nodes, probesOf(probes)] });
    expect(places).toHaveLength(1);
    expect(places[0]).toMatch(problem);
  });

  it.each([
    "ghcr.io/o/img:v1",
    "localhost:5000/img",
    `ghcr.io/o/img@sha256:${"0".repeat(64)}`,
    `ghcr.io/o/img:V1.2_3@sha256:${"0".repeat(64)}`,
    "a".repeat(512),
  ])("may be of the image %s", (image) => {
    expect(placesOf({ documents: [probesOf([{ ...asked, image }])] })).toEqual([]);
  });
});
