import { compareText } from "../input/compare-text.ts";
import { componentKustomization, markerFile, type Profile } from "./profile.ts";

/** Every Git path that the profile names, each once, in code-unit order: no other file of a checkout is read. */
export function namedGitFiles(profile: Profile): readonly string[] {
  const { gates = [], credentials = [] } = profile.spec;
  const paths = [
    ...gates.flatMap((gate) => [
      gate.declared.kustomization,
      componentKustomization(gate),
      markerFile(gate),
    ]),
    ...credentials.flatMap(({ declared, image }) =>
      image === undefined ? [declared.file] : [declared.file, image.tag.file],
    ),
  ];
  return [...new Set(paths)].sort(compareText);
}
