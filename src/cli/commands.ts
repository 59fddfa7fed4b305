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
  /** What the word without a flag is called in help; none: the command takes no such word. */
  readonly argument?: string;
  /** It takes any number of such words. */
  readonly takesSeveral?: true;
  readonly flags: readonly Flag[];
  /** What its exit codes mean, where not the same as for all. */
  readonly exitCodes?: string;
}

export type CommandName =
  | "eval"
  | "simulate"
  | "plan"
  | "check-warrant"
  | "check"
  | "test"
  | "mutate"
  | "verify"
  | "snapshot"
  | "schema";

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

const effectsFlag: Flag = {
  name: "effects",
  value: "FILE",
  isRepeatable: true,
  help: "effect table that extends the shipped one; without it, those found in the inputs",
};

const holderFlag: Flag = {
  name: "holder",
  value: "ID",
  help: "who asks, as owner annotations name it: what it holds itself is no residue of an earlier run",
};

const paramFlag: Flag = {
  name: "param",
  value: "[POLICY.]NAME=VALUE",
  isRepeatable: true,
  help: "set a policy's param; wins over a binding",
};

const outputFlag: Flag = {
  name: "output",
  short: "o",
  value: "FORMAT[=FILE]",
  isRepeatable: true,
  help: "text (default) or json, to a file or to standard output",
};

const policyFlag: Flag = {
  name: "policy",
  short: "p",
  value: "PATH",
  isRepeatable: true,
  help: "policies, which replace the shipped ones, and bindings, which alone do not; without it, those found in the inputs",
};

const intentFlag: Flag = {
  name: "intent",
  value: "INTENT",
  help: "what leave is asked for (default deploy)",
};

export const commands: readonly Command[] = [
  {
    name: "eval",
    usage: "fleetwarrant eval -f PATH… [flags]",
    summary: "decide from a snapshot, or from the files one is made of",
    flags: [
      ...inputFlags,
      policyFlag,
      intentFlag,
      nowFlag,
      paramFlag,
      holderFlag,
      effectsFlag,
      {
        name: "earlier",
        value: "PATH",
        help: "snapshot of the same cluster from before, or the files one is made of: what changed since is told",
      },
      {
        name: "trace",
        value: "NAME",
        isRepeatable: true,
        help: "in text, show how each rule about the node, gate, credential, step or Kustomization of that name was evaluated",
      },
      outputFlag,
      helpFlag,
    ],
  },
  {
    name: "simulate",
    usage: "fleetwarrant simulate -f PATH… (--event EVENT | --patch FILE)… [flags]",
    summary: "decide before and after events or patches, and compare node by node",
    flags: [
      ...inputFlags,
      {
        name: "event",
        value: "NAME[=ARGUMENT]",
        isRepeatable: true,
        help: "what happens; events and patches happen in the order given",
      },
      {
        name: "patch",
        value: "FILE",
        isRepeatable: true,
        help: "JSON Patch (RFC 6902), in JSON or YAML, of the snapshot as the snapshot command prints it",
      },
      policyFlag,
      intentFlag,
      nowFlag,
      paramFlag,
      holderFlag,
      effectsFlag,
      outputFlag,
      helpFlag,
    ],
  },
  {
    name: "plan",
    usage: "fleetwarrant plan -f PATH… [--for rollout] [--holder ID] [--warrants DIR] [flags]",
    summary: "print the plan of a decision, and issue a warrant for each of its steps",
    flags: [
      {
        name: "for",
        value: "WHAT",
        help: "nodes (default): what is to be done with each node; rollout: how fleets are stepped to the revision they want",
      },
      ...inputFlags,
      policyFlag,
      nowFlag,
      paramFlag,
      effectsFlag,
      {
        name: "holder",
        value: "ID",
        help: "who carries the plan out, as owner annotations will name it; bound into the warrants",
      },
      {
        name: "valid-minutes",
        value: "N",
        help: "for how long warrants are good, 1 to 1440 (default 60); less where time alone may change the decision",
      },
      {
        name: "warrants",
        value: "DIR",
        help: "new folder to write a file for each warrant to, in the order of the plan; -o json holds them as well",
      },
      outputFlag,
      helpFlag,
    ],
    exitCodes: `Exit codes: 0 each step has a warrant, or there is nothing to do · 1 a node is refused, or a policy denies a step ·
2 wrong usage or input · 3 a node is not decided, or something that a warrant would bind is not known ·
4 no node was judged (2 before 1 before 3 before 4). What may not run now is told by the plan's guards, and at the check.

With --for rollout: 0 the next step may be taken, or there is nothing to do · 1 what was seen holds it ·
2 wrong usage or input · 3 something that it rests on, or that a warrant would bind, is not known · 4 the profile names no DaemonSet.`,
  },
  {
    name: "check-warrant",
    usage: "fleetwarrant check-warrant -w FILE -f PATH… [-o phase] [flags]",
    summary: "say on fresh evidence whether a warrant still stands, and which phase is next",
    flags: [
      { name: "warrant", short: "w", value: "FILE", help: "the warrant; - reads standard input" },
      ...inputFlags,
      policyFlag,
      {
        ...nowFlag,
        help: "judge as of this time, not of the clock: RFC 3339 with a zone, or a date (its first instant in UTC)",
      },
      paramFlag,
      effectsFlag,
      {
        name: "holder",
        value: "ID",
        help: "who carries it out, where the warrant does not name the holder",
      },
      {
        name: "output",
        short: "o",
        value: "FORMAT[=FILE]",
        isRepeatable: true,
        help: "text (default), json, or phase: the next phase as one word, or done",
      },
      helpFlag,
    ],
    exitCodes: `Phases: claim · patch · drain · reboot · ready · restart · verify · reassert (the last one gives the node back);
of a rollout's step: replace · ready · record

Exit codes: 0 it stands: carry out the next phase, then check again · 1 void: something moved, plan again ·
2 wrong usage or input, or a warrant that was changed · 3 unconfirmed: something that it binds is not known, bring the evidence ·
5 paused: it stands, but a guard keeps the next phase from being carried out now · 6 done: nothing is left.`,
  },
  {
    name: "check",
    usage: "fleetwarrant check [-p PATH…] [--profile FILE] [--effects FILE] [flags]",
    summary:
      "tell every mistake in policies, bindings, a profile and effect tables, without evidence",
    flags: [
      {
        name: "policy",
        short: "p",
        value: "PATH",
        isRepeatable: true,
        help: "policies and bindings, as eval takes them; without any policy, the shipped ones are checked",
      },
      { name: "profile", value: "FILE", help: "profile to check as well" },
      { ...effectsFlag, help: "effect table to check as well, as it extends the shipped one" },
      paramFlag,
      outputFlag,
      helpFlag,
    ],
    exitCodes: "Exit codes: 0 no mistake · 2 mistakes, or wrong usage · 4 nothing was checked.",
  },
  {
    name: "test",
    usage: "fleetwarrant test [PATH…] [-p PATH…] [flags]",
    summary: "hold policies to their tests, and say which rules no case reaches",
    argument: "PATH",
    takesSeveral: true,
    flags: [
      {
        name: "case",
        value: "TEXT",
        isRepeatable: true,
        help: "run only cases with this in their name; then nothing is said of rules that lack a case",
      },
      {
        name: "policy",
        short: "p",
        value: "PATH",
        isRepeatable: true,
        help: "policies of which each rule must have its cases, even if no test names them",
      },
      {
        name: "root",
        value: "DIR",
        help: "folder that what tests name may not lead out of (default: the present one)",
      },
      outputFlag,
      helpFlag,
    ],
    exitCodes: `PATH: test files, and folders in which every *.test.yaml, *.test.yml and *.test.json is one (default: the present folder)

Exit codes: 0 every case holds, and each rule has a case that fires it and one that certainly does not ·
1 a case fails, or a rule lacks one · 2 wrong usage, or mistakes in tests, policies or evidence · 4 nothing was tested.`,
  },
  {
    name: "mutate",
    usage: "fleetwarrant mutate [PATH…] [flags]",
    summary: "make small mistakes in policies, and say which of them no case of their tests tells",
    argument: "PATH",
    takesSeveral: true,
    flags: [
      {
        name: "root",
        value: "DIR",
        help: "folder that what tests name may not lead out of (default: the present one)",
      },
      outputFlag,
      helpFlag,
    ],
    exitCodes: `PATH: test files, and folders in which every *.test.yaml, *.test.yml and *.test.json is one (default: the present folder)

Exit codes: 0 a case tells each mutant · 1 mutants survive · 2 wrong usage, mistakes in tests, policies or evidence,
or a case that fails before anything is changed · 4 nothing was mutated.`,
  },
  {
    name: "verify",
    usage:
      "fleetwarrant verify [-p PATH…] [--profile FILE] [--runs N] [--seed S] [--law NAME…] [flags]",
    summary: "hold policies to the laws on generated worlds, and tell a counterexample as a story",
    flags: [
      {
        name: "policy",
        short: "p",
        value: "PATH",
        isRepeatable: true,
        help: "policies and bindings, as eval takes them; without any policy, the shipped ones are held to the laws",
      },
      {
        name: "profile",
        value: "FILE",
        help: "profile whose names the worlds have; without one, profiles of every shape",
      },
      { name: "runs", value: "N", help: "how many worlds for each law (default 1000)" },
      {
        name: "seed",
        value: "S",
        help: "from which the worlds are drawn; without one, from another each time, which is told",
      },
      {
        name: "law",
        value: "NAME",
        isRepeatable: true,
        help: "laws whose names hold this; without it, all of them",
      },
      {
        name: "exhaustive",
        help: "go through every state of small scopes instead of drawing worlds: takes minutes",
      },
      {
        name: "depth",
        value: "N",
        help: "with --exhaustive, how many events a row may have, 0 to 6 (default 3)",
      },
      {
        name: "scope",
        value: "NAME",
        isRepeatable: true,
        help: "with --exhaustive, scopes whose names hold this; without it, all of them",
      },
      {
        name: "save",
        value: "DIR",
        help: "new folder for the first counterexample: a snapshot and a profile that eval decides from",
      },
      paramFlag,
      outputFlag,
      helpFlag,
    ],
    exitCodes: `Exit codes: 0 the laws that can be asked hold · 1 a law is broken · 2 wrong usage or input ·
4 nothing was shown: something that must come up hardly did, or no law can be asked (2 before 1 before 4).`,
  },
  {
    name: "snapshot",
    usage: "fleetwarrant snapshot -f PATH… [flags]",
    summary: "print the snapshot that the inputs make, as canonical JSON without secrets",
    flags: [...inputFlags, nowFlag, helpFlag],
  },
  {
    name: "schema",
    usage: "fleetwarrant schema NAME",
    summary: "print a JSON Schema",
    argument: "NAME",
    flags: [helpFlag],
    exitCodes: "Exit codes: 0 printed · 2 wrong usage.",
  },
];
