/** One line below the head of a table. */
export interface TableRow {
  /** 1-based line of the text. */
  readonly line: number;
  readonly table: TableHead;
  /** Cells by the names of their columns, without the blanks around them; undefined where they do not fit the head. */
  readonly cells: ReadonlyMap<string, string> | undefined;
}

export interface TableHead {
  /** 1-based line of the text. */
  readonly line: number;
  readonly columns: readonly TableColumn[];
}

interface TableColumn {
  readonly name: string;
  /** Where it begins, in UTF-16 code units of a line. */
  readonly at: number;
}

/**
 * Reads tables as Go's tabwriter aligns them with blanks: a cell stands below the name of its column, may hold
 * single blanks and may be empty. A text may hold several, each with its own head.
 */
export function readTable(
  text: string,
  isHead: (line: string) => boolean,
): { readonly heads: readonly TableHead[]; readonly rows: readonly TableRow[] } {
  const heads: TableHead[] = [];
  const rows: TableRow[] = [];
  text
    .replace(/^\ufeff/, "")
    .split("\n")
    .forEach((raw, index) => {
      const content = raw.replace(/\r$/, "");
      const line = index + 1;
      if (/^ *$/.test(content)) return;
      const table = heads.at(-1);
      if (isHead(content)) heads.push({ line, columns: columnsOf(content) });
      else if (table !== undefined) rows.push({ line, table, cells: cellsOf(content, table) });
    });
  return { heads, rows };
}

function columnsOf(head: string): readonly TableColumn[] {
  const names = head.matchAll(/[^ ]+(?: [^ ]+)*/g);
  return [...names].map(({ 0: name, index }) => ({ name, at: index }));
}

function cellsOf(line: string, { columns }: TableHead): ReadonlyMap<string, string> | undefined {
  const isApart = columns.every(({ at }) => at === 0 || at > line.length || line[at - 1] === " ");
  if (!isApart || line.startsWith(" ")) return undefined;
  return new Map(
    columns.map(({ name, at }, index) => [name, line.slice(at, columns[index + 1]?.at).trim()]),
  );
}
