// CPU time of several engines in one process: all in turn, round by round, another one first each time.

/** Nodes between two looks at the clock. */
const BATCH = 200;

/** CPU nanoseconds a node, all threads, over at least `slotMs` of wall time. */
function nanosecondsPerNode({ run }, cursor, slotMs) {
  const end = performance.now() + slotMs;
  const before = process.cpuUsage();
  let count = 0;
  while (performance.now() < end) {
    cursor.reboots += run(cursor.nodes, cursor.at, BATCH);
    cursor.at = (cursor.at + BATCH) % cursor.nodes.length;
    count += BATCH;
  }
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / count;
}

/** What each engine took in each round, by name. */
export function timeRounds(engines, nodes, { rounds, slotMs, warmUpMs }) {
  const contenders = Object.entries(engines).map(([name, engine]) => {
    const cursor = { nodes, at: 0, reboots: 0 };
    nanosecondsPerNode(engine, cursor, warmUpMs);
    return { name, engine, cursor, times: [] };
  });
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const { engine, cursor, times } = contenders[(round + turn) % contenders.length];
      times.push(nanosecondsPerNode(engine, cursor, slotMs));
    }
  }
  return Object.fromEntries(contenders.map(({ name, times }) => [name, times]));
}

/** Median, least and most of the ratio of two engines, round by round. */
export function ratioOf(times, base) {
  const ratios = times.map((time, round) => time / base[round]).sort((a, b) => a - b);
  return { median: ratios[ratios.length >> 1], least: ratios[0], most: ratios.at(-1) };
}
