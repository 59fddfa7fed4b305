import { absent, type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { unknownFor } from "../known.ts";
import type { NodeSubject } from "../subject.ts";
import { internalAddressesOf, notReadOf } from "./node-object.ts";

export const nodeAddress: FactDeclaration<NodeSubject, string> = {
  name: "node.address",
  type: stringFact,
  mayBeAbsent: true,
  reasons: ["NotRead"],
  reads: ["/objects/v1~1Node~1~1<node>/status/addresses"],
  doc: "The Node's one InternalIP. Absent where it has none or several: then the inventory is not valid.",
  derive: ({ node, nodeKey }, _read, note) => {
    const addresses = internalAddressesOf(node);
    if (addresses === undefined) return unknownFor([notReadOf(node, "status")]);
    const [address] = addresses;
    if (address === undefined || addresses.length !== 1) return absent;
    note?.(["objects", nodeKey, "status", "addresses"], address);
    return known(address);
  },
};
