import { compareText } from "../input/compare-text.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../input/json-value.ts";

/**
 * Writes a value so that equal values give equal bytes: keys in UTF-16 code-unit order, numbers and text as
 * `JSON.stringify` writes them (RFC 8785, but lone surrogates are escaped instead of refused).
 *
 * @param indent - Blanks for each level. With it lines are broken and the text ends in a newline; without
 *   it there is no white space at all.
 */
export function canonicalJson(value: JsonValue, indent?: number): string {
  if (indent === undefined) return writeCompact(value);
  const parts: string[] = [];
  writeIndented(value, "\n", { parts, step: " ".repeat(indent) });
  parts.push("\n");
  return parts.join("");
}

function writeCompact(value: JsonValue): string {
  if (isList(value)) return `[${value.map(writeCompact).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = sortedKeys(value).map(
    (key) => `${JSON.stringify(key)}:${writeCompact(memberOf(value, key))}`,
  );
  return `{${members.join(",")}}`;
}

interface Output {
  readonly parts: string[];
  readonly step: string;
}

function writeIndented(value: JsonValue, newline: string, output: Output): void {
  if (isList(value)) {
    const items = value.map((item) => ({ label: "", value: item }));
    writeBlock("[]", items, { newline, output });
  } else if (isObject(value)) {
    const items = sortedKeys(value).map((key) => ({
      label: `${JSON.stringify(key)}: `,
      value: memberOf(value, key),
    }));
    writeBlock("{}", items, { newline, output });
  } else {
    output.parts.push(JSON.stringify(value));
  }
}

function writeBlock(
  brackets: string,
  items: readonly { readonly label: string; readonly value: JsonValue }[],
  { newline, output }: { readonly newline: string; readonly output: Output },
): void {
  if (items.length === 0) {
    output.parts.push(brackets);
    return;
  }
  const inner = newline + output.step;
  output.parts.push(brackets.slice(0, 1));
  items.forEach((item, index) => {
    output.parts.push(index === 0 ? inner : `,${inner}`, item.label);
    writeIndented(item.value, inner, output);
  });
  output.parts.push(newline, brackets.slice(1));
}

/** Own keys whose value JSON can say; a member that is undefined is as good as none. */
function sortedKeys(value: JsonObject): readonly string[] {
  return Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort(compareText);
}

function memberOf(value: JsonObject, key: string): JsonValue {
  return value[key] ?? null;
}
