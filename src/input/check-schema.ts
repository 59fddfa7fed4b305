import { parsePointer } from "./json-pointer.ts";
import { PROBLEMS_PER_FILE_MAX } from "./limits.ts";
import { ownValue } from "./own-value.ts";
import { compareProblems, type Problem, type ProblemCode } from "./problem.ts";
import type { SchemaError, SchemaValidator } from "./schema-validator.ts";
import type { SourceDocument, ValuePath } from "./source-document.ts";
import { nearest, suggestion } from "./suggest.ts";

/** How an entry of a list is written, by the JSON Pointer of the list: for whoever wrote something else there. */
export type ListExamples = Readonly<Record<string, string>>;

/**
 * Every breach of a JSON Schema as a problem with its position. Messages name keys and what is allowed, never the
 * value; of evidence not even a key that has no business there, for that may be a slip of a secret.
 */
export function checkSchema(
  document: SourceDocument,
  validate: SchemaValidator,
  code: ProblemCode,
  examples: ListExamples = {},
): readonly Problem[] {
  const errors = validate(document.value).slice(0, PROBLEMS_PER_FILE_MAX);
  const problems = withoutNoise(errors).map((error) => ({
    ...problemOf(document, code, error),
    ...listHelp(error, examples),
  }));
  const seen = new Set<string>();
  return problems.sort(compareProblems).filter((problem) => {
    const key = JSON.stringify([problem.position, problem.message]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function listHelp(
  { keyword, params, instancePath }: SchemaError,
  examples: ListExamples,
): { readonly help?: string } {
  const example = ownValue(examples, instancePath);
  return keyword === "type" && params.type === "array" && example !== undefined
    ? { help: `write a list, with entries such as \`${example}\`` }
    : {};
}

const choices: ReadonlySet<string> = new Set(["oneOf", "anyOf"]);

/**
 * Leaves one error for a choice: of what its branches say about the value itself the choice says enough; what
 * they say about parts of it is more exact than the choice.
 */
function withoutNoise(errors: readonly SchemaError[]): readonly SchemaError[] {
  const choiceAt = new Set(
    errors.filter(({ keyword }) => choices.has(keyword)).map(({ instancePath }) => instancePath),
  );
  const isDeeper = (path: string): boolean =>
    errors.some((error) => error.instancePath.startsWith(`${path}/`));
  return errors.filter((error) => {
    const { keyword, instancePath } = error;
    if (keyword === "if") return errors.length === 1;
    if (error.propertyName !== undefined && keyword !== "propertyNames") return false;
    if (keyword === "required" && isMisspelt(error, errors)) return false;
    if (!choiceAt.has(instancePath)) return true;
    return choices.has(keyword) && !isDeeper(instancePath);
  });
}

/** Whether the key that is lacking is there under a name that was probably meant to be it. */
function isMisspelt(
  { instancePath, params }: SchemaError,
  errors: readonly SchemaError[],
): boolean {
  return errors.some(
    (error) =>
      error.keyword === "additionalProperties" &&
      error.instancePath === instancePath &&
      meantKey(error) === params.missingProperty,
  );
}

/** The key that an unknown one was probably meant to be. */
export function meantKey({ params, parentSchema }: SchemaError): string | undefined {
  return nearest(String(params.additionalProperty), Object.keys(Object(parentSchema?.properties)));
}

/** The allowed word that a value was probably meant to be. */
export function meantWord({ params, data }: SchemaError): string | undefined {
  const allowed = [params.allowedValues ?? params.allowedValue].flat();
  return typeof data === "string"
    ? nearest(
        data,
        allowed.filter((word) => typeof word === "string"),
      )
    : undefined;
}

/** What an error says, and where. */
interface Breach {
  readonly message: string;
  readonly expected?: string;
  readonly help?: string;
  readonly path?: ValuePath;
  readonly of?: "key" | "value";
}

function problemOf(document: SourceDocument, code: ProblemCode, error: SchemaError): Problem {
  const path = parsePointer(error.instancePath) ?? [];
  const breach = breachOf(error, path, /^(SNAPSHOT|WARRANT)_/.test(code));
  return {
    code,
    message: breach.message,
    position: document.positionAt(breach.path ?? path, breach.of ?? "value"),
    ...(breach.expected === undefined ? {} : { expected: breach.expected }),
    ...(breach.help === undefined ? {} : { help: breach.help }),
  };
}

function breachOf(error: SchemaError, path: ValuePath, isEvidence: boolean): Breach {
  const { keyword, params } = error;
  const name = nameOf(path);
  switch (keyword) {
    case "additionalProperties":
      return unknownKey(error, path, isEvidence);
    case "required":
      return {
        message: `${name} lacks the key \`${String(params.missingProperty)}\``,
        of: "key",
      };
    case "enum":
      return {
        message: `${name} has a value that is not allowed`,
        expected: `one of ${listOf(params.allowedValues)}`,
        ...suggestion(isEvidence ? undefined : meantWord(error)),
      };
    case "const":
      return {
        message: `${name} has a value that is not allowed`,
        expected: JSON.stringify(params.allowedValue),
        ...suggestion(isEvidence ? undefined : meantWord(error)),
      };
    case "type":
      return {
        message: `${name} has a value of the wrong type`,
        expected: [params.type].flat().map(String).join(" or "),
      };
    case "pattern":
      return {
        message: `${name} is not written as it must be`,
        expected: patternText(error),
      };
    case "propertyNames":
      return misspeltName(error, path, isEvidence);
    case "oneOf":
    case "anyOf":
      return { message: `${name} fits none of the forms that are allowed here` };
    default:
      return { message: `${name} ${error.message ?? "is not allowed"}` };
  }
}

/** An example says more to a person than a pattern, where the schema gives one. */
function patternText({ params, parentSchema }: SchemaError): string {
  const examples: unknown = parentSchema?.examples;
  return Array.isArray(examples) && examples.length > 0
    ? `text such as ${listOf(examples)}`
    : `text that matches ${String(params.pattern)}`;
}

function unknownKey(error: SchemaError, path: ValuePath, isEvidence: boolean): Breach {
  const { params, parentSchema } = error;
  const key = String(params.additionalProperty);
  const allowed = Object.keys(Object(parentSchema?.properties));
  return {
    message: isEvidence
      ? `${nameOf(path)} has a key that is not known`
      : `${nameOf(path)} has no key \`${key}\``,
    path: [...path, key],
    of: "key",
    ...(allowed.length === 0 ? {} : { expected: `one of ${listOf(allowed)}` }),
    ...suggestion(meantKey(error)),
  };
}

function misspeltName({ params }: SchemaError, path: ValuePath, isEvidence: boolean): Breach {
  const key = String(params.propertyName);
  return {
    message: isEvidence
      ? `${nameOf(path)} has a key that is not written as it must be`
      : `the key \`${key}\` of ${nameOf(path)} is not written as it must be`,
    path: [...path, key],
    of: "key",
  };
}

/** The key of a value, with the list's key for an item; never more of the path, which the position shows. */
function nameOf(path: ValuePath): string {
  const last = path.at(-1);
  if (last === undefined) return "the document";
  const isIndex = /^\d+$/.test(last) && path.length > 1;
  return isIndex ? `item ${last} of \`${path.at(-2) ?? ""}\`` : `\`${last}\``;
}

function listOf(values: unknown): string {
  return Array.isArray(values)
    ? values
        .map((value) => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``)
        .join(", ")
    : "";
}
