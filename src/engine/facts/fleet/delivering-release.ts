import { absent } from "../fact.ts";
import { type LiveObject, liveObject } from "../live-object.ts";
import type { FleetSubject } from "../subject.ts";

/** The HelmRelease that the profile says delivers the DaemonSet; absent where it names none, or there is none. */
export function deliveringRelease({ source, helmRelease }: FleetSubject): LiveObject {
  if (helmRelease === undefined) return absent;
  return liveObject(source, {
    apiVersion: "helm.toolkit.fluxcd.io/v2",
    kind: "HelmRelease",
    resource: "helmrelease.helm.toolkit.fluxcd.io",
    ...helmRelease,
  });
}
