import type { World } from "./world.ts";
import { declaredNow } from "./world-credential.ts";
import type { Logins, WorldNode } from "./world-node.ts";

/** What every machine config ought to hold. */
export function declaredLogins({ credentials }: World): Logins {
  return Object.fromEntries(
    credentials.map((credential) => [credential.name, declaredNow(credential).login]),
  );
}

/** The runtime works with the declared login of every host. */
export function hasLoadedDeclared(world: World, { loaded }: WorldNode): boolean {
  return Object.entries(declaredLogins(world)).every(([name, login]) => loaded[name] === login);
}
