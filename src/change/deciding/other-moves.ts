import { Interface } from "ethers";

import { isNotRead } from "../../inspect/reading/attempt.js";
import type { Existing } from "../finding/find-existing.js";
import type { Move } from "./move.js";

const ERC20 = new Interface(["function approve(address spender, uint256 amount)"]);

/**
 * Removes all global constraints, because no file asks for any. This comes first, because they might refuse the rest.
 */
export function constraintMoves({ inspection: { globalConstraints } }: Existing): readonly Move[] {
  if (isNotRead(globalConstraints)) return [];
  return globalConstraints.map(({ contract: { address, name = "Unknown code" } }) => ({
    key: `removeConstraint/${address}`,
    draft: { kind: "removeGlobalConstraint", constraint: address },
    why: `${name} ${address} may refuse what the controller does, and no file asks for a global constraint.`,
    stage: "constraints",
  }));
}

/** Revokes all allowances, because no file lets anybody take tokens from the avatar. */
export function allowanceMoves({ inspection: { allowances } }: Existing): readonly Move[] {
  if (isNotRead(allowances)) return [];
  return allowances.map(({ token, spender }) => ({
    key: `allowance/${token}/${spender}`,
    draft: {
      kind: "calls",
      calls: [{ to: token, data: ERC20.encodeFunctionData("approve", [spender, 0n]), value: "0" }],
    },
    why: `${spender} may take tokens of ${token} from the avatar, and no file lets anybody do so.`,
    stage: "assets",
  }));
}
