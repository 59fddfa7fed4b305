import type { Profile } from "../../profile/profile.ts";
import type { FingerprintKey } from "../fingerprint.ts";
import type { LoadLog } from "./load-log.ts";
import type { Scrubber } from "./scrub.ts";

/** What every reader of one load needs to know, and where it tells what it found. */
export interface LoadContext {
  readonly profile: Profile;
  readonly key: FingerprintKey;
  readonly scrubber: Scrubber;
  readonly log: LoadLog;
}
