import type { LiveObject, ObjectSought } from "../live-object.ts";
import { liveObject } from "../live-object.ts";
import type { SourceSubject } from "../subject.ts";

/** The OCIRepository in the cluster, in whichever version of its API it was read. */
export function liveSource({ source, named }: SourceSubject): LiveObject {
  const sought = (version: string): ObjectSought => ({
    apiVersion: `source.toolkit.fluxcd.io/${version}`,
    kind: "OCIRepository",
    resource: "ocirepository.source.toolkit.fluxcd.io",
    ...named.ociRepository,
  });
  const found = liveObject(source, sought("v1"));
  if (found.state === "value") return found;
  const older = liveObject(source, sought("v1beta2"));
  return older.state === "unknown" ? found : older;
}
