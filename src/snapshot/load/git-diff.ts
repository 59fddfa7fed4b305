/** Lines of a text that are read one after the other. */
export interface LineReader {
  readonly lines: readonly string[];
  /** Index of the line to be read next. */
  at: number;
}

/** The whole text of a file before or after a commit; undefined where there was no such file. */
export type FileText = string | undefined;

/** What a commit did to one file. */
export interface FileChange {
  readonly fromPath: string;
  readonly toPath: string;
  /** Undefined where the commit left the text as it was: a new mode, or another path for the same text. */
  readonly texts: { readonly before: FileText; readonly after: FileText } | undefined;
  /** The diff shows the parts around changes only, or a merge, or that something binary differs. */
  readonly isPartial: boolean;
}

const ignored = /^(index |old mode |new mode |similarity index |dissimilarity index |copy )/;

interface Header {
  fromPath: string | undefined;
  toPath: string | undefined;
  isNew: boolean;
  isDeleted: boolean;
  isBinary: boolean;
}

/** Reads one `diff --git` section; undefined, with the reader at the line, if it is not written as Git does. */
export function readFileChange(reader: LineReader): FileChange | undefined {
  const header = readHeader(reader);
  if (header?.fromPath === undefined || header.toPath === undefined) return undefined;
  const { fromPath, toPath, isNew, isDeleted, isBinary } = header;
  const hunks: Hunk[] = [];
  while (reader.lines[reader.at]?.startsWith("@@")) {
    const hunk = readHunk(reader);
    if (hunk === undefined) return undefined;
    hunks.push(hunk);
  }
  const [hunk = emptyHunk] = hunks;
  const isPartial = isBinary || hunks.length > 1 || !hunk.isFromStart;
  const isSame = hunks.length === 0 && !isNew && !isDeleted && !isBinary;
  const before = isNew ? undefined : hunk.before;
  const after = isDeleted ? undefined : hunk.after;
  return { fromPath, toPath, texts: isSame ? undefined : { before, after }, isPartial };
}

function readHeader(reader: LineReader): Header | undefined {
  const both = pathOfBoth(reader.lines[reader.at] ?? "");
  const header: Header = {
    fromPath: both,
    toPath: both,
    isNew: false,
    isDeleted: false,
    isBinary: false,
  };
  for (reader.at += 1; reader.at < reader.lines.length; reader.at += 1) {
    const line = reader.lines[reader.at] ?? "";
    if (line === "" || /^(@@|commit |diff --git )/.test(line)) break;
    if (!readHeaderLine(line, header)) return undefined;
  }
  return header;
}

/** Takes in what one line says; false for a line that Git does not write there. */
function readHeaderLine(line: string, header: Header): boolean {
  const [, name = "", rest = ""] =
    /^(new file mode|deleted file mode|rename from|rename to|---|\+\+\+|Binary files) (.*)$/.exec(
      line,
    ) ?? [];
  if (name === "new file mode") header.isNew = true;
  else if (name === "deleted file mode") header.isDeleted = true;
  else if (name === "Binary files") header.isBinary = true;
  else if (name === "rename from") header.fromPath = rest;
  else if (name === "rename to") header.toPath = rest;
  else if (name === "---") header.fromPath = filePath(rest) ?? header.fromPath;
  else if (name === "+++") header.toPath = filePath(rest) ?? header.toPath;
  else return ignored.test(line);
  return true;
}

/** The path of a section whose two paths are one, which a section without `---` and `rename` has. */
function pathOfBoth(line: string): string | undefined {
  const paths = line.slice("diff --git ".length);
  const half = (paths.length - 1) / 2;
  const from = filePath(paths.slice(0, half));
  return from === filePath(paths.slice(half + 1)) ? from : undefined;
}

/** Without the prefix of one letter, which people may turn off; undefined for no file. */
function filePath(text: string): string | undefined {
  const path = text.replace(/\t$/, "");
  return path === "/dev/null" ? undefined : path.replace(/^[a-z]\//, "");
}

interface Hunk {
  readonly before: string;
  readonly after: string;
  readonly isFromStart: boolean;
}

const emptyHunk: Hunk = { before: "", after: "", isFromStart: true };

/** The two texts of a diff, line by line, and those of them to which the last line belongs. */
interface Sides {
  readonly before: string[];
  readonly after: string[];
  last: readonly string[][];
}

/** Reads a hunk by the counts in its head, so that nothing in the file is taken for a line of Git's. */
function readHunk(reader: LineReader): Hunk | undefined {
  const head = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/.exec(
    reader.lines[reader.at] ?? "",
  );
  if (head === null) return undefined;
  const [, start, beforeCount = "1", afterStart, afterCount = "1"] = head;
  const sides: Sides = { before: [], after: [], last: [] };
  const { before, after } = sides;
  const isShort = (): boolean =>
    before.length < Number(beforeCount) || after.length < Number(afterCount);
  for (reader.at += 1; reader.at < reader.lines.length; reader.at += 1) {
    const line = reader.lines[reader.at] ?? "";
    if (!isShort() && !line.startsWith("\\")) break;
    if (!takeLine(line, sides)) return undefined;
  }
  if (isShort()) return undefined;
  const isFromStart = Number(start) <= 1 && Number(afterStart) <= 1;
  return { before: before.join(""), after: after.join(""), isFromStart };
}

/** Adds a line to the sides that its first character says; false for a line that is none of a hunk's. */
function takeLine(line: string, sides: Sides): boolean {
  const { before, after } = sides;
  // It says that the last line of the file has no line feed.
  if (line.startsWith("\\")) {
    for (const side of sides.last) cutNewline(side);
    return true;
  }
  switch (line.slice(0, 1)) {
    case "-":
      sides.last = [before];
      break;
    case "+":
      sides.last = [after];
      break;
    case " ":
    case "": // An editor may have cut a lone blank.
      sides.last = [before, after];
      break;
    default:
      return false;
  }
  for (const side of sides.last) side.push(`${line.slice(1)}\n`);
  return true;
}

function cutNewline(lines: string[]): void {
  const last = lines.pop();
  if (last !== undefined) lines.push(last.replace(/\n$/, ""));
}
