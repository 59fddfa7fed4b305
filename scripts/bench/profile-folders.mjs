// Which folders of the package the CPU time of some work goes to, by V8's own sampling.
import { Session } from "node:inspector/promises";

/** Shares of the samples, most first: `[folder, percent]`. Garbage collection and Node itself stand as such. */
export async function folderShares(work) {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.start");
  work();
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  const folders = new Map(profile.nodes.map(({ id, callFrame }) => [id, folderOf(callFrame)]));
  const counts = new Map();
  for (const id of profile.samples) {
    const folder = folders.get(id) ?? "other";
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .map(([folder, count]) => [folder, (100 * count) / profile.samples.length])
    .sort((a, b) => b[1] - a[1]);
}

function folderOf({ functionName, url }) {
  if (functionName === "(garbage collector)") return "garbage collection";
  const inPackage = /\/dist\/(.+)\/[^/]+$/.exec(url);
  return inPackage?.[1] ?? "Node";
}
