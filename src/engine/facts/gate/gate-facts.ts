import type { AnyFact } from "../fact.ts";
import type { GateSubject } from "../subject.ts";
import { gateActivatedDay } from "./gate-activated-day.ts";
import { gateActivatedOn } from "./gate-activated-on.ts";
import { gateAgeDays } from "./gate-age-days.ts";
import { gateDeclared } from "./gate-declared.ts";
import { gateMarker } from "./gate-marker.ts";
import { gateEarlierDay, gateMarkerEdit } from "./gate-marker-edit.ts";
import { gateName } from "./gate-name.ts";
import { gateReferenced } from "./gate-referenced.ts";
import { gateRenderedOtherwise, gateRenderedStrategy } from "./gate-rendered-strategy.ts";
import { gateSuppresses } from "./gate-suppresses.ts";

/** What policies about gates may read. */
export const gateFacts: readonly AnyFact<GateSubject>[] = [
  gateName,
  gateDeclared,
  gateReferenced,
  gateMarker,
  gateActivatedOn,
  gateActivatedDay,
  gateAgeDays,
  gateSuppresses,
  gateMarkerEdit,
  gateEarlierDay,
  gateRenderedStrategy,
  gateRenderedOtherwise,
];
