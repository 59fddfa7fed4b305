/** What a walk over a graph keeps of one node. */
interface Visit {
  readonly node: string;
  readonly edges: readonly string[];
  next: number;
}

/**
 * Groups of nodes that reach one another (Tarjan 1972), those that a group leads to before it. One that no circle
 * goes through is a group of its own. Without recursion: a chain may be as long as its author likes.
 */
export function strongComponents(
  nodes: Iterable<string>,
  edgesOf: (node: string) => readonly string[],
): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open = new Set<string>();
  const stack: string[] = [];
  const components: string[][] = [];
  const path: Visit[] = [];
  const enter = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.size - 1);
    stack.push(node);
    open.add(node);
    path.push({ node, edges: edgesOf(node), next: 0 });
  };
  const lower = (node: string, to: number | undefined): void => {
    if (to !== undefined && to < (lowest.get(node) ?? 0)) lowest.set(node, to);
  };
  const leave = (node: string): void => {
    const parent = path.at(-1);
    if (parent !== undefined) lower(parent.node, lowest.get(node));
    if (lowest.get(node) !== order.get(node)) return;
    const members = stack.splice(stack.lastIndexOf(node));
    for (const member of members) open.delete(member);
    components.push(members);
  };
  for (const start of nodes) {
    if (!order.has(start)) enter(start);
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const target = visit.edges[visit.next];
      visit.next += 1;
      if (target === undefined) {
        path.pop();
        leave(visit.node);
      } else if (!order.has(target)) enter(target);
      else if (open.has(target)) lower(visit.node, order.get(target));
    }
  }
  return components;
}
