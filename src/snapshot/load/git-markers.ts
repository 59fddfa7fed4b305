import type { SourceComment } from "../../input/source-document.ts";

export interface GateMarker {
  readonly key: string;
  /** First word after the colon; empty if none. */
  readonly value: string;
  /** 1-based. */
  readonly line: number;
}

/** Finds `<key>: <word>` in comments, every time it occurs; a key that is the tail of another does not count. */
export function findMarkers(
  comments: readonly SourceComment[],
  keys: readonly string[],
): readonly GateMarker[] {
  return comments.flatMap(({ line, text }) =>
    keys.flatMap((key) => valuesAfter(text, `${key}:`).map((value) => ({ key, value, line }))),
  );
}

function valuesAfter(text: string, label: string): readonly string[] {
  const values: string[] = [];
  for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + label.length)) {
    if (/[A-Za-z0-9._/-]$/.test(text.slice(0, at))) continue;
    const rest = text.slice(at + label.length).trimStart();
    values.push(rest.split(/\s/, 1)[0] ?? "");
  }
  return values;
}
