import { isOfRelease } from "../../../foundation/arc/known-code.js";
import { formatUnits } from "ethers";

import { tokenDecimals } from "../../../engine/inspect/assets/token-decimals.js";
import { allowedWords, takersByToken } from "../../../engine/inspect/assets/allowances.js";
import { ownedByOthers } from "../../../engine/inspect/control/powers.js";
import type { Inspected } from "../../../engine/inspect/description.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { isSameAddress } from "../../../foundation/chain/same-address.js";
import { partsOf } from "../check-dao.js";
import { ofRead, type Rule, type RuleResults } from "./rule.js";
import { codeWords } from "./scheme-differences.js";

export const ORGANIZATION_RULES: readonly Rule[] = [
  {
    id: "contract-code",
    severity: "error",
    title: "avatar, controller, token and reputation have the code of the release",
    why: "A contract with other code may do anything: mint, pay out, or block the DAO.",
    whatToDo:
      "Give the right release with --arc-version or arcVersion in the file. If no release has this code, do not trust the DAO until somebody has reviewed it.",
    check: ({ inspection: { avatar, controller, token, reputation }, wanted: { release } }) =>
      [
        ["avatar", avatar, "Avatar"] as const,
        ["controller", controller, controller.universal ? "UController" : "Controller"] as const,
        ["token", token.contract, "DAOToken"] as const,
        ["reputation", reputation.contract, "Reputation"] as const,
      ].flatMap(([what, contract, name]): RuleResults => {
        const { address, code } = contract;
        if (code === "arc" && contract.name === name && isOfRelease(contract, release)) return [];
        const [found, wanted] = [codeWords(contract), `${name} of Arc ${release}`];
        const message = `The ${what} ${address} is ${found}, not ${wanted}.`;
        return [{ where: what, message, found, wanted }];
      }),
  },
  {
    id: "contract-owner",
    severity: "error",
    title: "token and reputation belong to the controller",
    why: "The owner can mint without a vote.",
    whatToDo: "If you trust the owner, have it transfer the ownership to the controller.",
    check: ({ inspection }) =>
      ownedByOthers(inspection).flatMap(({ what, contract: { address }, owner }) =>
        ofRead(what, owner, (found) => {
          const wanted = inspection.controller.address;
          const message = `The ${what} ${address} belongs to ${found}, not to the controller ${wanted}.`;
          return [{ where: what, message, found, wanted }];
        }),
      ),
  },
  {
    id: "controller-kind",
    severity: "error",
    title: "the controller is universal or the DAO's own, as in the file",
    why: "A universal controller serves many DAOs and cannot be upgraded like a DAO's own controller.",
    whatToDo: "Correct useUController in the file, or migrate the DAO again.",
    check: ({ inspection: { controller }, wanted: { usesUController } }) => {
      if (controller.universal === usesUController) return [];
      const kinds = ["a universal controller", "its own controller"] as const;
      const [found, wanted] = controller.universal ? kinds : kinds.toReversed();
      const message = `The DAO has ${found}; the file asks for ${wanted}.`;
      return [{ where: "useUController", path: ["useUController"], message, found, wanted }];
    },
  },
  {
    id: "result-contracts",
    severity: "error",
    title: "controller, token and reputation match the result file",
    why: "The controller was replaced after the migration, or the file belongs to another DAO.",
    whatToDo:
      "If the DAO upgraded its controller, review the upgrade; otherwise find out who changed the file.",
    applies: ({ recorded }) => recorded !== undefined,
    check: ({ inspection, recorded }) => {
      const parts = partsOf(inspection);
      const names = ["Controller", "NativeToken", "NativeReputation"] as const;
      return names.flatMap((name): RuleResults => {
        const [found, wanted] = [parts[name], recorded?.[name] ?? ""];
        if (isSameAddress(found, wanted)) return [];
        const message = `${name} is ${found} on the chain but ${wanted} in the result file.`;
        return [{ where: name, message, found, wanted }];
      });
    },
  },
  {
    id: "names",
    severity: "warning",
    title: "names of the DAO and token, and the token's symbol",
    why: "People know a DAO and its token by their names, and the names on the chain are permanent.",
    whatToDo: "Correct the file, or migrate the DAO again. Names on the chain cannot be changed.",
    check: ({ inspection: { name, token }, wanted }) => [
      ...nameOf("orgName", name, wanted.orgName),
      ...nameOf("tokenName", token.name, wanted.tokenName),
      ...nameOf("tokenSymbol", token.symbol, wanted.tokenSymbol),
    ],
  },
  {
    id: "token-cap",
    severity: "warning",
    title: "the token has no cap",
    why: "Rewards fail once the cap is reached, and no parameters file asks for a cap.",
    whatToDo: "Find out who created the token. A cap cannot be removed.",
    check: ({ inspection: { token } }) => {
      const where = token.contract.address;
      return ofRead(where, token.cap ?? "0", (cap) => {
        const message = `At most ${formatUnits(cap, tokenDecimals(token))} tokens may ever be minted.`;
        return cap === "0" ? [] : [{ where, message, found: cap, wanted: "0" }];
      });
    },
  },
  {
    id: "global-constraint",
    severity: "warning",
    title: "no global constraint is registered",
    why: "A global constraint can block what the DAO decided; no parameters file asks for one.",
    whatToDo: "If the DAO did not vote for it, propose to remove it.",
    check: ({ inspection: { globalConstraints, controller } }) =>
      ofRead(controller.address, globalConstraints, (all) =>
        all.map(({ contract: { address, name = "a contract of unknown code" } }) => ({
          where: address,
          message: `${name}, ${address}, may block what the controller does.`,
          found: "registered",
          wanted: "not registered",
        })),
      ),
  },
  {
    id: "allowance",
    severity: "warning",
    title: "nobody has an allowance of the avatar's tokens",
    why: "The spender can take that much of the treasury at any time, without another vote.",
    whatToDo:
      "If the DAO did not intend it, set the allowance to 0 by a proposal, or revoke the operator.",
    check: ({ inspection: { allowances, avatar, treasury } }) => [
      ...ofRead(avatar.address, treasury, ({ nfts = [] }) =>
        nfts.flatMap(({ address, mayTake = [] }) =>
          mayTake.map((taker) => ({
            where: taker,
            message: `${taker} may take NFTs of ${address} from the avatar.`,
            found: address,
            wanted: "none",
          })),
        ),
      ),
      ...ofRead(avatar.address, allowances, (all) =>
        takersByToken(all).map(({ token, spender, amount, operator, accounts }) => {
          const found = isNotRead(amount) ? "unknown" : amount;
          const much = isNotRead(amount)
            ? `How much of the token ${token} ${spender} may take from the avatar is not known: ${amount.notRead}.`
            : operator !== undefined
              ? `${spender} may take everything of the token ${token} from the avatar, as its operator.`
              : `${spender} may take ${allowedWords(amount)} of the token ${token} from the avatar.`;
          if (accounts === 1) return { where: spender, message: much, found, wanted: "0" };
          const message = `${accounts} accounts may take the token ${token} from the avatar, such as ${spender}.`;
          return { where: token, message, found: String(accounts), wanted: "0" };
        }),
      ),
    ],
  },
];

function nameOf(field: string, name: Inspected<string>, wanted: string): RuleResults {
  return ofRead(field, name, (found) => {
    if (found === wanted) return [];
    const message = `${field} is ${JSON.stringify(found)} on the chain but ${JSON.stringify(wanted)} in the file.`;
    return [{ where: field, path: [field], message, found, wanted }];
  });
}
