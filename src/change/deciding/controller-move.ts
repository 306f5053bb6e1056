import { rangeOf } from "../../check/rules/organization-rules.js";
import type { Existing } from "../finding/find-existing.js";
import type { Move } from "./move.js";

/** The move that hands the DAO over to a controller that was deployed for it. */
export function controllerMove(
  { inspection: { controller }, facts: { wanted } }: Existing,
  newController: string,
): Move {
  const { address, name = "unknown code", releases, universal } = controller;
  const is = releases === undefined ? name : `${name} of Arc ${rangeOf(releases)}`;
  const kind = universal ? ", which serves many DAOs" : "";
  return {
    key: "upgrade/controller",
    draft: { kind: "upgradeController", controller: newController },
    why:
      `The DAO's controller ${address} is ${is}${kind}. The new one is Controller of Arc ${wanted.release}, and has ` +
      "the schemes of the file and no others.",
    stage: "controller",
  };
}
