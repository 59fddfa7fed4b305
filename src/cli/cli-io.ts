/** What a run of the command line may touch besides files. Tests give their own. */
export interface CliIo {
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
  /** Whether standard output is a terminal, and how wide it is. */
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
}
