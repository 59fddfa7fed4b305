import fc from "fast-check";
import { type Damage, damage, spoil } from "../secrets/damage.ts";
import { findLeak, type Planted, planted } from "../secrets/planted.ts";
import { plantedFiles } from "../secrets/planted-files.ts";
import type { Law } from "./law.ts";

/** Files as people have them, by path, turned into everything that is ever printed. */
export type Tell = (files: Readonly<Record<string, string>>) => Told;

export interface Told {
  /** By what printed it. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Whether it came to a decision, or ended in mistakes that are told. */
  readonly isDecided: boolean;
}

interface Given {
  readonly secrets: Planted;
  readonly damaged: Damage | undefined;
}

/** Whatever is read, and however broken it is, no secret is in what is printed. */
export function secretsNeverLeave(tell: Tell): Law<Given> {
  return {
    name: "secrets never leave",
    statement:
      "a secret that stands anywhere in the files, its base64, or any eight characters of either, is in no output",
    arbitrary: fc.record({ secrets: planted, damaged: damage }),
    holds: ({ secrets, damaged }, tally) => {
      const { outputs, isDecided } = tell(spoil(plantedFiles(secrets), damaged));
      tally.count(isDecided ? "decided" : "mistakes told");
      for (const [name, output] of Object.entries(outputs)) {
        const leak = findLeak(output, secrets);
        if (leak !== undefined) throw new Error(`${name} shows \`${leak}\` of a secret`);
      }
    },
    floors: { decided: 0.4, "mistakes told": 0.1 },
  };
}
