import { validate } from "../generated/validate-profile.ts";
import { checkSchema } from "../input/check-schema.ts";
import { compareProblems, type Parsed, type Problem } from "../input/problem.ts";
import { readOneDocument } from "../input/read-one-document.ts";
import type { SourceDocument, ValuePath } from "../input/source-document.ts";
import { componentKustomization, type Profile } from "./profile.ts";

/** Reads one profile from a text that must hold exactly that. `file` is a name for messages; it is not opened. */
export function parseProfile(text: string, file: string): Parsed<Profile> {
  const document = readOneDocument({ file, text }, { code: "PROFILE_INVALID", noun: "profile" });
  return document.ok ? readProfile(document.value) : document;
}

/** Checks a document against the profile schema, and that every name in it means one thing. */
export function readProfile(document: SourceDocument): Parsed<Profile> {
  const problems = checkSchema(document, validate, "PROFILE_INVALID");
  const profile: unknown = document.value;
  if (!isProfile(profile, problems)) return { ok: false, problems };
  const found = [
    ...ambiguousNames(document, namesOf(profile)),
    ...escapingComponents(document, profile),
  ];
  return found.length === 0
    ? { ok: true, value: profile }
    : { ok: false, problems: found.sort(compareProblems) };
}

function isProfile(value: unknown, problems: readonly Problem[]): value is Profile {
  return problems.length === 0 && value !== undefined;
}

interface NameList {
  readonly noun: string;
  readonly path: ValuePath;
  readonly field: string;
  readonly names: readonly (string | undefined)[];
}

function namesOf({ spec }: Profile): readonly NameList[] {
  const steps = spec.pipeline?.requiredSteps ?? [];
  const stepPath = ["spec", "pipeline", "requiredSteps"];
  return [
    {
      noun: "gate",
      path: ["spec", "gates"],
      field: "name",
      names: (spec.gates ?? []).map(({ name }) => name),
    },
    {
      noun: "credential",
      path: ["spec", "credentials"],
      field: "name",
      names: (spec.credentials ?? []).map(({ name }) => name),
    },
    {
      noun: "fleet",
      path: ["spec", "fleets"],
      field: "daemonSet",
      names: (spec.fleets ?? []).map(({ daemonSet }) => `${daemonSet.namespace}/${daemonSet.name}`),
    },
    {
      noun: "source",
      path: ["spec", "sources"],
      field: "name",
      names: (spec.sources ?? []).map(({ name }) => name),
    },
    {
      noun: "Flux root",
      path: ["spec", "flux", "roots"],
      field: "name",
      names: (spec.flux?.roots ?? []).map(({ namespace, name }) => `${namespace}/${name}`),
    },
    { noun: "step", path: stepPath, field: "id", names: steps.map(({ id }) => id) },
    { noun: "step title", path: stepPath, field: "title", names: steps.map(({ title }) => title) },
  ];
}

function ambiguousNames(document: SourceDocument, lists: readonly NameList[]): readonly Problem[] {
  return lists.flatMap(({ noun, path, field, names }) => {
    const seen = new Set<string>();
    return names.flatMap((name, index): readonly Problem[] => {
      if (name === undefined) return [];
      if (!seen.has(name)) {
        seen.add(name);
        return [];
      }
      return [
        {
          code: "PROFILE_AMBIGUOUS",
          message: `${noun} \`${name}\` occurs twice`,
          position: document.positionAt([...path, String(index), field]),
          help: `give each ${noun} a name of its own`,
        },
      ];
    });
  });
}

/** A component outside the checkout would make the profile name a file that Git does not have. */
function escapingComponents(document: SourceDocument, { spec }: Profile): readonly Problem[] {
  return (spec.gates ?? []).flatMap((gate, index): readonly Problem[] => {
    const isInside =
      !gate.declared.component.startsWith("/") && !componentKustomization(gate).startsWith("../");
    if (isInside) return [];
    return [
      {
        code: "PROFILE_INVALID",
        message: "`component` lies outside the Git checkout",
        position: document.positionAt(["spec", "gates", String(index), "declared", "component"]),
        expected: "a path relative to the folder of `kustomization`",
      },
    ];
  });
}
