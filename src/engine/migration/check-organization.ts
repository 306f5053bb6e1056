import {
  ALL_PERMISSIONS,
  NO_PERMISSIONS,
  withRegistered,
} from "../../foundation/arc/permissions.js";
import { getAddress } from "ethers";

import { hasFunction } from "../../foundation/arc/abi.js";
import { isCodeOf } from "../../foundation/arc/code.js";
import type { SchemeResult } from "../../foundation/result/result.js";
import type { Contract, Deployer } from "./deployer.js";
import type { Organization } from "./organization.js";
import { registrationsOf } from "./registered-since.js";

export interface ExpectedSchemes {
  readonly schemes: readonly SchemeResult[];
  /** True if the deploying account keeps all permissions. */
  readonly keepsDeployer: boolean;
}

/**
 * Checks the chain after the last step: avatar, token, reputation and controller have the release's code; the
 * controller owns the others; and of all accounts that were ever registered, exactly the expected ones are schemes,
 * with the expected permissions and parameters.
 * @returns what is wrong, a sentence each
 */
export async function findProblems(
  deployer: Deployer,
  organization: Organization,
  expected: ExpectedSchemes,
): Promise<readonly string[]> {
  // The answers of a contract are only meaningful if its code is right, so the code comes first.
  for (const check of [wrongCode, wrongOwners, wrongSchemes]) {
    const problems = await check(deployer, organization, expected);
    if (problems.length > 0) return problems;
  }
  return [];
}

async function wrongCode(
  deployer: Deployer,
  { avatar, token, reputation, controller }: Organization,
): Promise<string[]> {
  const contracts = { avatar, token, reputation, controller };
  const problems = await Promise.all(
    Object.entries(contracts).map(async ([name, { artifact, address }]) => {
      if (isCodeOf(artifact, await deployer.code(address))) return [];
      return [`The ${name} ${address} does not have the code of Arc's ${artifact.contractName}.`];
    }),
  );
  return problems.flat();
}

async function wrongOwners(
  deployer: Deployer,
  { avatar, token, reputation, controller }: Organization,
): Promise<string[]> {
  const contracts: Readonly<Record<string, Contract>> = { avatar, token, reputation };
  const problems = await Promise.all(
    Object.entries(contracts).map(async ([name, contract]) => {
      const [owner] = await deployer.read(contract, "owner");
      if (owner === controller.address) return [];
      return [
        `The ${name} ${contract.address} belongs to ${String(owner)}, not to the controller ${controller.address}.`,
      ];
    }),
  );
  return problems.flat();
}

interface Registration {
  readonly name: string;
  readonly permissions: string;
  /** Undefined if any will do. */
  readonly paramsHash?: string;
}

async function wrongSchemes(
  deployer: Deployer,
  organization: Organization,
  { schemes, keepsDeployer }: ExpectedSchemes,
): Promise<string[]> {
  const { controller, avatar } = organization;
  // If a scheme was registered twice, the last registration counts.
  const expected = new Map<string, Registration>(
    schemes.map(({ name, address, permissions, paramsHash }) => [
      getAddress(address),
      { name, permissions: withRegistered(permissions), paramsHash },
    ]),
  );
  if (keepsDeployer && !expected.has(deployer.account)) {
    expected.set(deployer.account, {
      name: "the deploying account",
      permissions: ALL_PERMISSIONS,
    });
  }
  const accounts = new Set([
    ...expected.keys(),
    deployer.account,
    ...(await registrationsOf(deployer, controller, avatar.address)).map(({ _scheme }) =>
      String(_scheme),
    ),
  ]);
  const problems = await Promise.all(
    [...accounts].map(async (account) => {
      return await wrongRegistration(deployer, organization, account, expected.get(account));
    }),
  );
  return problems.flat();
}

async function wrongRegistration(
  deployer: Deployer,
  organization: Organization,
  account: string,
  expected: Registration | undefined,
): Promise<string[]> {
  const { permissions, paramsHash: found } = await readRegistration(
    deployer,
    organization,
    account,
  );
  if (expected === undefined) {
    if (permissions === NO_PERMISSIONS) return [];
    const who = account === deployer.account ? "The deploying account" : "An account of no scheme,";
    return [`${who} ${account} holds the permissions ${String(permissions)}.`];
  }
  const { name, paramsHash } = expected;
  if (permissions !== expected.permissions) {
    return [
      `${name} ${account} holds the permissions ${String(permissions)}, not ${expected.permissions}.`,
    ];
  }
  if (paramsHash === undefined || found === paramsHash) return [];
  return [`${name} ${account} has the parameters hash ${String(found)}, not ${paramsHash}.`];
}

/** A DAO's own controller returns both values in one call, a universal one does not. */
async function readRegistration(
  deployer: Deployer,
  { avatar, controller }: Organization,
  account: string,
): Promise<{ readonly permissions: unknown; readonly paramsHash: unknown }> {
  if (hasFunction(controller.artifact, "schemes")) {
    const [paramsHash, permissions] = await deployer.read(controller, "schemes", [account]);
    return { permissions, paramsHash };
  }
  const args = [account, avatar.address];
  const [[permissions], [paramsHash]] = await Promise.all([
    deployer.read(controller, "getSchemePermissions", args),
    deployer.read(controller, "getSchemeParameters", args),
  ]);
  return { permissions, paramsHash };
}
