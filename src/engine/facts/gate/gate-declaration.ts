import type { ProfileGate } from "../../../profile/profile.ts";
import { type Fact, known, type Note, unknown } from "../fact.ts";
import { unknownFor } from "../known.ts";
import type { FactSource } from "../subject.ts";
import { judgePatches } from "./gate-patches.ts";
import { renderedStrategy } from "./gate-rendered-strategy.ts";

/** Whether Git declares the gate: its files say so, and what they render to, where that was given, does not say otherwise. */
export function judgeDeclared(
  source: FactSource,
  gate: ProfileGate,
  note: Note | undefined,
): Fact<boolean> {
  const said = judgePatches(source, gate, note);
  if (said.state !== "value" || !said.value) return said;
  const rendered = renderedStrategy({ source, gate }, note);
  if (rendered.state === "unknown") return unknownFor(rendered.reasons);
  if (rendered.state === "absent" || rendered.value === "OnDelete") return known(true);
  return unknown(
    "Inconsistent",
    `kustomization and component of gate ${gate.name} say OnDelete, and the tree renders to ${rendered.value}`,
    { cure: "look which patch comes later: in another component, or in an overlay" },
  );
}
