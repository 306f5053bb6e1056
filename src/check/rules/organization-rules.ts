import { rangeOf } from "../../arc/versions.js";
import { formatEther } from "ethers";

import { isNotRead } from "../../inspect/reading/attempt.js";
import type { ContractDescription, Read } from "../../inspect/description.js";
import type { Found, Rule, RuleFacts, Unclear } from "./rule.js";

/** Rules about the contracts that every DAO has. */
export const ORGANIZATION_RULES: readonly Rule[] = [
  {
    id: "contract-code",
    severity: "error",
    title: "avatar, controller, token and reputation have the code of the release",
    why: "A contract with other code may do anything: mint, pay out, or block the DAO.",
    whatToDo:
      "Give the right release with --arc-version or arcVersion in the file. If no release has this code, do not trust the DAO until somebody has reviewed it.",
    check: ({ inspection, wanted }) => {
      const { avatar, controller, token, reputation } = inspection;
      const controllerName = controller.universal ? "UController" : "Controller";
      return [
        ...codeOf(avatar, "avatar", "Avatar", wanted.release),
        ...codeOf(controller, "controller", controllerName, wanted.release),
        ...codeOf(token.contract, "token", "DAOToken", wanted.release),
        ...codeOf(reputation.contract, "reputation", "Reputation", wanted.release),
      ];
    },
  },
  {
    id: "contract-owner",
    severity: "error",
    title: "token and reputation belong to the controller",
    why: "The owner can mint without a vote.",
    whatToDo: "If you trust the owner, have it transfer the ownership to the controller.",
    check: ({ inspection: { token, reputation, controller } }) => [
      ...ownerOf("token", token.contract.address, token.owner, controller.address),
      ...ownerOf("reputation", reputation.contract.address, reputation.owner, controller.address),
    ],
  },
  {
    id: "controller-kind",
    severity: "error",
    title: "the controller is universal or the DAO's own, as in the file",
    why: "A universal controller serves many DAOs and cannot be upgraded like one of its own.",
    whatToDo: "Correct useUController in the file, or migrate the DAO again.",
    check: ({ inspection: { controller }, wanted: { usesUController } }) => {
      if (controller.universal === usesUController) return [];
      const words = (isUniversal: boolean): string =>
        isUniversal ? "a universal controller" : "its own controller";
      const found = words(controller.universal);
      const asked = words(usesUController);
      const message = `The DAO has ${found}; the file asks for ${asked}.`;
      return [{ where: "useUController", path: ["useUController"], message, found, wanted: asked }];
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
    check: ({ inspection: { controller, token, reputation }, recorded }) =>
      [
        ["Controller", controller.address, recorded?.Controller],
        ["NativeToken", token.contract.address, recorded?.NativeToken],
        ["NativeReputation", reputation.contract.address, recorded?.NativeReputation],
      ].flatMap(([name = "", found = "", wanted = ""]): Found[] => {
        if (found.toLowerCase() === wanted.toLowerCase()) return [];
        const message = `${name} is ${found} on the chain but ${wanted} in the result file.`;
        return [{ where: name, message, found, wanted }];
      }),
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
      const { cap, contract } = token;
      const where = contract.address;
      if (cap === undefined || cap === "0") return [];
      if (isNotRead(cap)) return [{ where, unclear: cap.notRead }];
      const message = `At most ${formatEther(cap)} tokens may ever be minted.`;
      return [{ where, message, found: cap, wanted: "0" }];
    },
  },
  {
    id: "global-constraint",
    severity: "warning",
    title: "no global constraint is registered",
    why: "A global constraint can block what the DAO decided; no parameters file asks for one.",
    whatToDo: "If the DAO did not vote for it, propose to remove it.",
    check: ({ inspection: { globalConstraints, controller } }) => {
      if (isNotRead(globalConstraints)) {
        return [{ where: controller.address, unclear: globalConstraints.notRead }];
      }
      return globalConstraints.map(({ contract }) => {
        const { address, name = "a contract of unknown code" } = contract;
        const message = `${name}, ${address}, may block what the controller does.`;
        return { where: address, message, found: "registered", wanted: "not registered" };
      });
    },
  },
  {
    id: "allowance",
    severity: "warning",
    title: "nobody has an allowance of the avatar's tokens",
    why: "The spender can take that much of the treasury at any time, without another vote.",
    whatToDo: "If the DAO did not intend it, set the allowance to 0 by a proposal.",
    check: ({ inspection: { allowances, avatar } }) => {
      if (isNotRead(allowances)) return [{ where: avatar.address, unclear: allowances.notRead }];
      return allowances.map(({ token, spender, amount }) => ({
        where: spender,
        message: `${spender} may take ${amount} wei of the token ${token} from the avatar.`,
        found: amount,
        wanted: "0",
      }));
    },
  },
];

function codeOf(
  { address, code, name, releases = [] }: ContractDescription,
  what: string,
  wantedName: string,
  release: string,
): readonly Found[] {
  const wanted = `${wantedName} of Arc ${release}`;
  if (code !== "arc") {
    const found = code === "account" ? "an account without code" : "unknown code";
    return [
      { where: what, message: `The ${what} ${address} is ${found}, not ${wanted}.`, found, wanted },
    ];
  }
  if (name === wantedName && releases.includes(release)) return [];
  const found = `${name} of Arc ${rangeOf(releases)}`;
  const message = `The ${what} ${address} is ${found}, not ${wanted}.`;
  return [{ where: what, message, found, wanted }];
}

function ownerOf(
  what: string,
  address: string,
  owner: Read<string>,
  controller: string,
): readonly (Found | Unclear)[] {
  if (isNotRead(owner)) return [{ where: what, unclear: owner.notRead }];
  if (owner === controller) return [];
  const message = `The ${what} ${address} belongs to ${owner}, not to the controller ${controller}.`;
  return [{ where: what, message, found: owner, wanted: controller }];
}

function nameOf(
  field: string,
  name: RuleFacts["inspection"]["name"],
  wanted: string,
): readonly (Found | Unclear)[] {
  if (isNotRead(name)) return [{ where: field, unclear: name.notRead }];
  if (name === wanted) return [];
  const message = `${field} is ${JSON.stringify(name)} on the chain but ${JSON.stringify(wanted)} in the file.`;
  return [{ where: field, path: [field], message, found: name, wanted }];
}
