import { toBeHex, ZeroHash } from "ethers";

import { hasFunction } from "../../../src/foundation/arc/abi.js";
import { MINT, UPGRADE, call, register, rewardAgain, type Attack } from "./attack.js";
import { STRANGER, type DangerousDao } from "./dangerous-dao.js";
import { placeCode } from "./unseen-contracts.js";

/** A proxy (ERC-1167): the code of another contract, with storage of its own. */
const proxyOf = async (d: DangerousDao, address: string): Promise<string> =>
  await placeCode(
    d,
    `0x363d3d373d3d3d363d73${address.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3`,
  );

/** Code that is not what it looks like, and power that goes by another way. */
export const DISGUISES: readonly Attack[] = [
  {
    name: "a controller that is Arc's but for one byte",
    make: async (d) => {
      const code = String(await d.ask("eth_getCode", d.dao.Controller, "latest"));
      const controller = await placeCode(d, code.replace("6080604052", "6081604052"));
      return { kind: "upgradeController", controller };
    },
    id: "control",
    says: /which is not an Arc controller/,
  },
  {
    name: "a proxy to the scheme that pays",
    make: async (d) => register(await proxyOf(d, d.scheme("ContributionReward")), "01"),
    id: "unknown-code-gains-permissions",
    says: MINT,
  },
  {
    name: "the upgrading scheme changed to a proxy to itself",
    make: async (d) => ({
      scheme: d.scheme("UpgradeScheme"),
      functionName: "proposeChangeUpgradingScheme",
      args: [d.dao.Avatar, await proxyOf(d, d.scheme("UpgradeScheme")), ZeroHash],
    }),
    id: "unknown-code-gains-permissions",
    says: UPGRADE,
  },
  {
    name: "a voting machine that is a proxy to the DAO's own",
    make: async (d) => rewardAgain(d, { ...d.own, machine: await proxyOf(d, d.own.machine) }),
    id: "unknown-rules",
    says: MINT,
  },
  {
    name: "a contract that destroys itself, so that another one can take its place",
    make: async (d) => register(await placeCode(d, "0x33ff"), "1f"),
    id: "unknown-code-gains-permissions",
    says: MINT,
  },
  {
    name: "an account whose key has delegated to the scheme that pays",
    make: async (d) =>
      register(await placeCode(d, `0xef0100${d.scheme("ContributionReward").slice(2)}`), "01"),
    id: "account-gains-permissions",
    says: MINT,
  },
  {
    name: "a constraint that looks before until 2100, and refuses everything then",
    make: async (d) => ({
      kind: "addGlobalConstraint",
      constraint: await placeCode(d, `0x63${toBeHex(4_102_444_800n).slice(2)}421060005260206000f3`),
      ...{ paramsHash: ZeroHash, voteToRemoveParams: d.own.hash },
    }),
    id: "constraint-added",
    says: /./,
  },
  {
    name: "an allowance by increaseAllowance",
    make: async (d) => {
      const names = ["increaseAllowance", "increaseApproval"];
      const name = names.find((each) => hasFunction(d.release.artifact("DAOToken"), each))!;
      return call(d.generic.token, d.token, d.encode("DAOToken", name, [STRANGER, 10n ** 18n]));
    },
    id: "allowance-given",
    says: /may take 1\.0 of the token/,
    who: [STRANGER],
  },
];
