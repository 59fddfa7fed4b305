import fc from "fast-check";

/** How one file is spoilt, so that what is told of mistakes is looked at as well. */
export interface Damage {
  /** Place among the files, modulo their number. */
  readonly file: number;
  readonly kind: "cut" | "doubled" | "wrongKind" | "unquoted";
  /** Where, as a share of the text. */
  readonly at: number;
}

export const damage: fc.Arbitrary<Damage | undefined> = fc.option(
  fc.record<Damage>({
    file: fc.nat({ max: 40 }),
    kind: fc.constantFrom("cut", "doubled", "wrongKind", "unquoted"),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { nil: undefined, freq: 2 },
);

export function spoil(
  files: Readonly<Record<string, string>>,
  damaged: Damage | undefined,
): Readonly<Record<string, string>> {
  const names = Object.keys(files);
  const name = damaged === undefined ? undefined : names[damaged.file % names.length];
  if (damaged === undefined || name === undefined) return files;
  return { ...files, [name]: spoilt(files[name] ?? "", damaged) };
}

function spoilt(text: string, { kind, at }: Damage): string {
  const place = Math.floor(at * text.length);
  switch (kind) {
    case "cut":
      return text.slice(0, place);
    case "doubled":
      return `${text.slice(0, place)}${text.slice(Math.max(0, place - 40), place)}${text.slice(place)}`;
    case "wrongKind":
      return JSON.stringify([text]);
    case "unquoted":
      return `${text.slice(0, place)}: [${text.slice(place + 1)}`;
  }
}
