import { compareText } from "../input/compare-text.ts";
import { componentKustomization, markerFile, type Profile } from "./profile.ts";

/** Every Git path that the profile names, each once, in code-unit order: no other file of a checkout is read. */
export function namedGitFiles(profile: Profile): readonly string[] {
  const { gates = [], credentials = [], sources = [] } = profile.spec;
  const paths = [
    ...gates.flatMap((gate) => [
      gate.declared.kustomization,
      componentKustomization(gate),
      markerFile(gate),
    ]),
    ...credentials.flatMap(({ declared, image }) =>
      image === undefined ? [declared.file] : [declared.file, image.tag.file],
    ),
    ...sources.flatMap(({ verification }) => verification?.file ?? []),
  ];
  return [...new Set(paths)].sort(compareText);
}
