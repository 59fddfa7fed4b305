import type { Expression } from "../../cel/ast.ts";
import type { CheckContext, LocalScope, Node } from "../../cel/node.ts";
import type { CelType } from "../../cel/type.ts";

/** Checks expressions in which names stand for values of some types; gives the names' places as well. */
export function checkInScope(
  context: CheckContext,
  names: readonly (readonly [name: string, type: CelType])[],
  bodies: readonly Expression[],
): { readonly locals: readonly LocalScope[]; readonly checked: readonly Node[] } {
  const outer = context.scope;
  const locals: LocalScope[] = [];
  for (const [name, type] of names) {
    const local: LocalScope = { name, index: context.locals++, type, outer: context.scope };
    context.scope = local;
    locals.push(local);
  }
  const checked = bodies.map((body) => context.check(body));
  context.scope = outer;
  return { locals, checked };
}
