/** One flag of a command, for parsing and for help alike. */
export interface Flag {
  readonly name: string;
  readonly short?: string;
  /** What its value is called in help; none: it takes no value. */
  readonly value?: string;
  readonly isRepeatable?: true;
  readonly help: string;
}

export interface Command {
  readonly name: CommandName;
  readonly usage: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
}

export type CommandName = "eval" | "snapshot";

const inputFlags: readonly Flag[] = [
  {
    name: "filename",
    short: "f",
    value: "PATH",
    isRepeatable: true,
    help: "file or directory with evidence, profile or policies; - reads standard input",
  },
  {
    name: "git",
    value: "DIR",
    help: "Git checkout; only the paths that the profile names are read",
  },
  { name: "profile", value: "FILE", help: "profile; without it, the one found in the inputs" },
  {
    name: "taken-at",
    value: "TIME",
    help: "when the evidence was read; counts more than what the inputs say of it",
  },
  {
    name: "declared-credential",
    value: "[NAME=]FILE",
    isRepeatable: true,
    help: "decrypted docker config of a declared credential; fingerprinted in memory, never stored",
  },
  {
    name: "fingerprint-key",
    value: "FILE",
    help: "key of at least 32 bytes for fingerprints; without it, a random one",
  },
];

const helpFlag: Flag = { name: "help", short: "h", help: "print this help" };

const nowFlag: Flag = {
  name: "now",
  value: "TIME",
  help: "judge as of this time: RFC 3339 with a zone, or a date (its first instant in UTC)",
};

export const commands: readonly Command[] = [
  {
    name: "eval",
    usage: "fleetwarrant eval -f PATH… [flags]",
    summary: "decide from a snapshot, or from the files one is made of",
    flags: [
      ...inputFlags,
      {
        name: "policy",
        short: "p",
        value: "PATH",
        isRepeatable: true,
        help: "policies; without it, those found in the inputs, else the shipped ones",
      },
      { name: "intent", value: "INTENT", help: "what leave is asked for (default deploy)" },
      nowFlag,
      {
        name: "param",
        value: "[POLICY.]NAME=VALUE",
        isRepeatable: true,
        help: "set a policy's param",
      },
      {
        name: "output",
        short: "o",
        value: "FORMAT[=FILE]",
        isRepeatable: true,
        help: "text (default) or json, to a file or to standard output",
      },
      helpFlag,
    ],
  },
  {
    name: "snapshot",
    usage: "fleetwarrant snapshot -f PATH… [flags]",
    summary: "print the snapshot that the inputs make, as canonical JSON without secrets",
    flags: [...inputFlags, nowFlag, helpFlag],
  },
];
