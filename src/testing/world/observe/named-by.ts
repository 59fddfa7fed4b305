import type { Profile } from "../../../profile/profile.ts";
import type { Named } from "./collected.ts";

/** What somebody's own profile names, of what worlds can tell. */
export function namedBy({ spec: { credentials = [], nodes = {} } }: Profile): Named {
  const talos = nodes.talosCollected === true;
  const isBound = credentials.every(({ proof }) => proof.bootId !== undefined);
  return {
    binds: !isBound ? "nothing" : talos ? "run" : "boot",
    talos,
    history: credentials.length > 0 && credentials.every(({ history }) => history === true),
    etcd: nodes.etcdCollected === true,
    rendered: nodes.rendered === true,
  };
}
