import type { WarrantCheck } from "../warrant/check-warrant.ts";
import type { MovedFact, UnconfirmedFact } from "../warrant/doubt.ts";
import type { Hindrance } from "../warrant/intent-denials.ts";
import { formatValue } from "./json-text.ts";
import { blankLine, layOut, type Paragraph, type TextOptions } from "./layout.ts";
import { instantText } from "./time-text.ts";
import { counted, distinct, listed } from "./words.ts";

/** A warrant's check for eyes: whether it stands first, then what is next, or each fact that it hangs on. */
export function renderWarrantCheck(check: WarrantCheck<string>, options: TextOptions): string {
  const { node, takenAt, evaluatedAt } = check;
  const when =
    takenAt === evaluatedAt
      ? `as of ${instantText(takenAt)}`
      : `evidence from ${instantText(takenAt)}, judged as of ${instantText(evaluatedAt)}`;
  return layOut(
    [headline(check, node), { indent: 0, text: when }, ...sectioned(detailsOf(check))],
    options,
  );
}

function sectioned(paragraphs: readonly Paragraph[]): readonly Paragraph[] {
  return paragraphs.length === 0 ? [] : [blankLine, ...paragraphs];
}

function headline(check: WarrantCheck<string>, node: string): Paragraph {
  switch (check.outcome) {
    case "stands":
      return { indent: 0, tone: "good", lead: `STANDS ${node}:`, text: `next is ${check.phase}` };
    case "done":
      return { indent: 0, tone: "good", lead: `DONE ${node}:`, text: "nothing is left to do" };
    case "paused":
      return {
        indent: 0,
        tone: "warn",
        lead: `PAUSED ${node}:`,
        text: `it stands, but ${check.phase} may not be carried out now`,
      };
    case "void":
      return {
        indent: 0,
        tone: "bad",
        lead: `VOID ${node}:`,
        text: `${counted(check.moved.length, "fact")} moved, so plan again`,
      };
    case "unconfirmed": {
      const count = check.unconfirmed.length;
      const text = `of ${counted(count, "fact")} it is not known whether ${count === 1 ? "it" : "they"} still ${count === 1 ? "holds" : "hold"}`;
      return { indent: 0, tone: "unsure", lead: `UNCONFIRMED ${node}:`, text };
    }
  }
}

function detailsOf(check: WarrantCheck<string>): readonly Paragraph[] {
  switch (check.outcome) {
    case "stands":
      return [{ indent: 2, text: `left: ${check.remaining.join(" → ")}` }];
    case "done":
      return [];
    case "paused":
      return [
        ...check.unmet.map(unmetParagraph),
        { indent: 2, text: `left: ${check.remaining.join(" → ")}` },
      ];
    case "void":
      return [
        ...check.moved.map(movedParagraph),
        ...check.unconfirmed.flatMap(unconfirmedParagraphs),
      ];
    case "unconfirmed":
      return check.unconfirmed.flatMap(unconfirmedParagraphs);
  }
}

function unmetParagraph({ guard, because, message, meets }: Hindrance): Paragraph {
  const isSeen = because === "seen";
  return {
    indent: 2,
    hang: 4,
    tone: isSeen ? "bad" : "unsure",
    lead: isSeen ? guard : `${guard}, not decided`,
    text: meets === undefined ? message : `${message} · meets it: ${meets}`,
  };
}

function movedParagraph({ fact, bound, now, pointer }: MovedFact): Paragraph {
  const place = pointer === undefined ? "" : ` · ${pointer}`;
  const text = `was ${formatValue(bound)}, is ${formatValue(now)}${place}`;
  return { indent: 2, hang: 4, tone: "bad", lead: `moved ${fact}`, text };
}

function unconfirmedParagraphs({ fact, bound, reasons }: UnconfirmedFact): readonly Paragraph[] {
  const why = distinct(reasons.map(({ code, detail }) => `${code}: ${detail}`));
  const cures = distinct(reasons.flatMap(({ cure }) => (cure === undefined ? [] : [cure])));
  const settles = cures.length === 0 ? [] : [`settles it: ${listed(cures, "or")}`];
  const text = [`was ${formatValue(bound)}`, ...why, ...settles].join(" · ");
  return [{ indent: 2, hang: 4, tone: "unsure", lead: `not known ${fact}`, text }];
}
