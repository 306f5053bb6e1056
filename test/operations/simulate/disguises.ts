import { getAddress, keccak256, toUtf8Bytes, toBeHex, ZeroHash } from "ethers";

import { hasFunction } from "../../../src/foundation/arc/abi.js";
import { MINT, UPGRADE, call, register, rewardAgain, type Attack } from "./attack.js";
import { STRANGER, type DangerousDao, type Proposed } from "./dangerous-dao.js";

/** Gives an account code, and returns its address. */
async function withCode(d: DangerousDao, code: string): Promise<string> {
  const address = getAddress(keccak256(toUtf8Bytes(code)).slice(0, 42));
  await d.connection.provider.request({ method: "hardhat_setCode", params: [address, code] });
  return address;
}

async function codeOf(d: DangerousDao, address: string): Promise<string> {
  const params = [address, "latest"];
  return String(await d.connection.provider.request({ method: "eth_getCode", params }));
}

/** A proxy (ERC-1167): the code of another contract, with storage of its own. */
const proxyOf = async (d: DangerousDao, address: string): Promise<string> =>
  await withCode(
    d,
    `0x363d3d373d3d3d363d73${address.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3`,
  );

const constraint = (d: DangerousDao, address: string, paramsHash = ZeroHash): Proposed => ({
  ...{ kind: "addGlobalConstraint", constraint: address, paramsHash },
  voteToRemoveParams: d.own.hash,
});

/** Code that is not what it looks like, and power that goes by another way. */
export const DISGUISES: readonly Attack[] = [
  {
    name: "a controller that is Arc's but for one byte",
    make: async (d) => {
      const code = await codeOf(d, d.dao.Controller);
      const controller = await withCode(d, code.replace("6080604052", "6081604052"));
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
    make: async (d) => register(await withCode(d, "0x33ff"), "1f"),
    id: "unknown-code-gains-permissions",
    says: MINT,
  },
  {
    name: "an account whose key has delegated to the scheme that pays",
    make: async (d) =>
      register(await withCode(d, `0xef0100${d.scheme("ContributionReward").slice(2)}`), "01"),
    id: "account-gains-permissions",
    says: MINT,
  },
  {
    name: "a constraint that looks before until 2100, and refuses everything then",
    make: async (d) =>
      constraint(
        d,
        await withCode(d, `0x63${toBeHex(4_102_444_800n).slice(2)}421060005260206000f3`),
      ),
    id: "constraint-added",
    says: /./,
  },
  {
    name: "a cap of one wei for the DAO's token",
    make: async (d) => {
      const cap = await d.deploy("TokenCapGC");
      const hash = await d.set("TokenCapGC", cap, { _token: d.token, _cap: 1n });
      return constraint(d, cap, hash);
    },
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
  {
    name: "a generic scheme for the token, with the votes of one holder",
    make: async (d) => {
      const { scheme, paramsHash } = await d.makeGeneric(d.token, d.loose);
      return register(scheme, "10", paramsHash);
    },
    id: "power-gained",
    says: /call /,
  },
];
