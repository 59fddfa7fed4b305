import * as laws from "./laws.ts";

// What `fleetwarrant/testing` exports: laws for anyone's policies, and the worlds that they are held in.

export type { Decision } from "../engine/decision.ts";
export { collections } from "./arbitraries/collections.ts";
export { changedWorlds, settledWorlds, worlds } from "./arbitraries/worlds.ts";
export { checkLaw, type LawOptions } from "./laws/check-law.ts";
export type { Census, Law, Scene, Tally } from "./laws/law.ts";
export { lawProperty } from "./laws/law-property.ts";
export { type ClusterNames, defaultNames, namesOf } from "./world/cluster-names.ts";
export { happen } from "./world/events/happen.ts";
export type { WorldEvent } from "./world/events/world-event.ts";
export { type Collected, collectedWhole, type Named } from "./world/observe/collected.ts";
export { observeWorld as observe } from "./world/observe/observe-world.ts";
export { profileOfWorld } from "./world/observe/profile-of-worlds.ts";
export type { World } from "./world/world.ts";
export { laws };
