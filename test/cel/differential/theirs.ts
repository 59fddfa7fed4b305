import {
  type CelFunc,
  type CelInput,
  type CelResult,
  CelScalar,
  type CelType,
  type CelValue,
  celEnv,
  celMethod,
  celUint,
  isCelError,
  isCelList,
  isCelMap,
  isCelType,
  isCelUint,
  parse,
  plan,
} from "@bufbuild/cel";
import { strings } from "@bufbuild/cel/ext";
import { type Side, valueOutcome } from "./outcome.ts";
import { durationText, NANOS_PER_SECOND, timestampText, type Value } from "./values.ts";

// It reads the parts of a date in the zone of the process, where hours may be missing.
Object.assign(process.env, { TZ: "UTC" });

/** Most replacements of the empty text: it finds that without end, and goes on for as long as the limit lets it. */
const EMPTY_REPLACEMENTS_MAX = 100n;

function withBoundedReplace(method: CelFunc): CelFunc {
  if (method.name !== "replace" || method.arguments.length !== 3) return method;
  const { STRING, INT } = CelScalar;
  return celMethod(
    "replace",
    STRING,
    [STRING, STRING, INT],
    STRING,
    function (search, text, limit) {
      const isLong = search === "" && limit > EMPTY_REPLACEMENTS_MAX;
      const args = [search, text, isLong ? EMPTY_REPLACEMENTS_MAX : limit];
      return method.call(0, this, args) as string;
    },
  );
}

const env = celEnv({ funcs: strings.map(withBoundedReplace) });

function run(expression: string, bindings: Record<string, CelInput>): CelResult {
  return plan(env, parse(expression))(bindings);
}

/** The other side, @bufbuild/cel. */
export const evaluateTheirs: Side = (expression, bindings) => {
  const inputs: Record<string, CelInput> = {};
  for (const [name, value] of bindings) inputs[name] = toCel(value);
  let result: CelResult;
  try {
    result = run(expression, inputs);
  } catch (error) {
    return { kind: "error", text: String(error) };
  }
  if (isCelError(result)) return { kind: "error", text: result.message };
  return valueOutcome(fromCel(result));
};

const readTime = {
  timestamp: plan(env, parse("timestamp(text)")),
  duration: plan(env, parse("duration(text)")),
};

const typeNames = new Map<string, CelType>();

function typeNamed(name: string): CelType {
  const known = typeNames.get(name) ?? (run(name, {}) as CelType);
  typeNames.set(name, known);
  return known;
}

function toCel(value: Value): CelInput {
  switch (value.kind) {
    case "null":
      return null;
    case "uint":
      return celUint(value.value);
    case "timestamp":
      return readTime.timestamp({ text: timestampText(value.value) }) as CelInput;
    case "duration":
      return readTime.duration({ text: durationText(value.value) }) as CelInput;
    case "type":
      return typeNamed(value.value);
    case "list":
      return value.items.map(toCel);
    case "map": {
      const entries = value.entries.map(([key, item]) => [toCel(key), toCel(item)] as const);
      return new Map(entries) as CelInput;
    }
    default:
      return value.value;
  }
}

function fromCel(value: CelValue): Value {
  if (value === null) return { kind: "null" };
  if (typeof value === "boolean") return { kind: "bool", value };
  if (typeof value === "string") return { kind: "string", value };
  if (typeof value === "bigint") return { kind: "int", value };
  if (typeof value === "number") return { kind: "double", value };
  if (isCelUint(value)) return { kind: "uint", value: value.value };
  if (value instanceof Uint8Array) return { kind: "bytes", value };
  if (isCelType(value)) return { kind: "type", value: value.name };
  if (isCelList(value)) return { kind: "list", items: [...value].map(fromCel) };
  if (isCelMap(value)) {
    return { kind: "map", entries: [...value].map(([key, item]) => [fromCel(key), fromCel(item)]) };
  }
  const { $typeName, ...time } = value.message as unknown as ProtobufTime;
  const kind = $typeName === "google.protobuf.Timestamp" ? "timestamp" : "duration";
  return { kind, value: time.seconds * NANOS_PER_SECOND + BigInt(time.nanos) };
}

/** The protocol buffer that a timestamp or a duration is. */
interface ProtobufTime {
  readonly $typeName: string;
  readonly seconds: bigint;
  readonly nanos: number;
}
