import { decodeBytes32String, getAddress, Interface, isAddress, ZeroAddress } from "ethers";

import { proxyAt } from "../../../foundation/chain/proxy.js";
import { UsageError } from "../../../foundation/support/errors.js";
import { typed } from "../../../foundation/support/secrets.js";
import type { ContractDescription, ControllerDescription, Inspected } from "../description.js";
import { attempt } from "../reading/attempt.js";
import type { BlockReader } from "../reading/block-reader.js";
import type { Contract } from "../reading/contract.js";
import { openForeign } from "../reading/foreign-contracts.js";
import { describeContract, openContract } from "../reading/identify.js";
import { NotAnArcDaoError } from "./not-an-arc-dao-error.js";
import { addressOf, newest, openController, type OpenController } from "./open-controller.js";

/** The contracts that every DAO has, ready to be read. */
export interface Organization {
  readonly name: Inspected<string>;
  readonly avatar: Contract;
  readonly controller: Contract;
  readonly isUniversal: boolean;
  readonly token: Contract;
  readonly reputation: Contract;
  readonly described: {
    readonly avatar: ContractDescription;
    readonly controller: ControllerDescription;
    readonly token: ContractDescription;
    readonly reputation: ContractDescription;
  };
}

/** The controller of dxdao-contracts 2, which replaces Arc's; its events have the same topics. */
const DXDAO_CONTROLLER = new Interface(["function getDaoReputation() view returns (address)"]);

/**
 * Finds a DAO's contracts from its avatar.
 * @throws UsageError if `address` is not an address
 * @throws NotAnArcDaoError if there is no Arc avatar at the address
 */
export async function findOrganization(
  reader: BlockReader,
  address: string,
): Promise<Organization> {
  const avatarIs = await describeContract(reader, requireAddress(address, "an avatar's"));
  if (avatarIs.code === "account") {
    throw new NotAnArcDaoError(
      `There is no contract at ${avatarIs.address} in block ${reader.block.number} of the chain with ID ` +
        `${reader.chainId}. Check the address, network and block.`,
    );
  }
  if (avatarIs.code === "arc" && avatarIs.name !== "Avatar") {
    throw new NotAnArcDaoError(
      `${avatarIs.address} is Arc's ${avatarIs.name}; expected an avatar. ${await ownerHint(reader, address)}`,
    );
  }
  const avatar = openContract(reader, avatarIs) ?? newest(reader, "Avatar", address);
  const [controllerAt, token, reputation] = await Promise.all(
    ["owner", "nativeToken", "nativeReputation"].map((name) => addressOf(avatar, name)),
  );
  if (controllerAt === undefined || token === undefined || reputation === undefined) {
    throw new NotAnArcDaoError(await whyNoAvatar(reader, avatarIs.address, controllerAt));
  }
  const [controllerIs, tokenIs, reputationIs] = await Promise.all(
    [controllerAt, token, reputation].map((each) => describeContract(reader, each)),
  );
  const { controller, isUniversal } = await requireController(
    reader,
    controllerIs!,
    avatarIs.address,
    reputation,
  );
  const tokenOpened = openContract(reader, tokenIs!) ?? newest(reader, "DAOToken", token);
  const reputationOpened =
    openContract(reader, reputationIs!) ?? newest(reader, "Reputation", reputation);
  return {
    name: await attempt(() => nameOf(avatar)),
    isUniversal,
    avatar: avatar.with(EVENTS.avatar),
    controller: controller.with(EVENTS.controller),
    token: tokenOpened.with(EVENTS.token),
    reputation: reputationOpened.with(EVENTS.reputation),
    described: {
      avatar: avatarIs,
      controller: { ...controllerIs!, universal: isUniversal },
      token: tokenIs!,
      reputation: reputationIs!,
    },
  };
}

/** The avatar's events of calls that can give allowances; each names the contract first. */
export const AVATAR_CALLS = [
  ...["ExternalTokenApproval", "ExternalTokenIncreaseApproval", "ExternalTokenDecreaseApproval"],
  "GenericCall",
];

/** The events of a token that change its storage. */
export const TOKEN_EVENTS = [
  "OwnershipTransferred",
  "Transfer",
  "Approval",
  "Burn",
  "MintFinished",
];

/** The events of a DAO's own contracts that are read in any case. */
const EVENTS = {
  avatar: ["OwnershipTransferred", "MetaData", ...AVATAR_CALLS],
  controller: [
    ...["RegisterScheme", "UnregisterScheme", "AddGlobalConstraint", "RemoveGlobalConstraint"],
    ...["UpgradeController", "MintTokens", "MintReputation", "BurnReputation"],
  ],
  token: TOKEN_EVENTS,
  reputation: ["Mint", "Burn"],
};

/**
 * Returns an address with its checksum.
 * @param whose such as `an avatar's`
 * @throws UsageError if `text` is not an address
 */
export function requireAddress(text: string, whose: string): string {
  if (isAddress(text)) return getAddress(text);
  throw new UsageError(
    `Expected ${whose} address, 0x and 40 hex digits (with a valid checksum if it mixes cases), found ${typed(text)}.`,
  );
}

async function requireController(
  reader: BlockReader,
  controllerIs: ContractDescription,
  avatar: string,
  reputation: string,
): Promise<OpenController> {
  const { name, address, code } = controllerIs;
  if (code === "account") {
    throw new NotAnArcDaoError(
      `The avatar ${avatar} belongs to ${address}, which is not a contract: anyone with its key controls the ` +
        "avatar, and there is no DAO to read.",
    );
  }
  const opened = await openController(reader, controllerIs, avatar, reputation);
  if (opened !== undefined) return opened;
  // A contract that looks like Arc's may be another one behind a proxy.
  const proxy = await proxyAt(address, await reader.code(address), reader);
  const behind = proxy && (await describeContract(reader, proxy.implementation));
  const other = controllerIs.looksLike ?? behind?.looksLike;
  if (other !== undefined) {
    throw new NotAnArcDaoError(
      `The DAO of the avatar ${avatar} is not one of Arc's: its controller ${address} is ${other}, which emits ` +
        "the same events but works differently, so it cannot be read here.",
    );
  }
  throw new NotAnArcDaoError(
    `The avatar ${avatar} belongs to ${address}, which is ${name === undefined ? "not an Arc controller" : `Arc's ${name}`} ` +
      "and does not behave like one. Its schemes cannot be read.",
  );
}

async function whyNoAvatar(
  reader: BlockReader,
  address: string,
  owner: string | undefined,
): Promise<string> {
  if (owner !== undefined && owner !== ZeroAddress) {
    const controller = openForeign(reader, owner, DXDAO_CONTROLLER);
    if ((await addressOf(controller, "getDaoReputation")) !== undefined) {
      return (
        `${address} is a DAO of dxdao-contracts 2 (its controller ${owner} answers getDaoReputation). ` +
        "It has Arc's events but different contracts, so it cannot be read here."
      );
    }
  }
  return (
    `${address} is not an Arc avatar: it does not return its token, reputation and controller ` +
    "(nativeToken, nativeReputation, owner). Check the address and network."
  );
}

/** The DAO's other contracts usually belong to the avatar's controller, which leads to the avatar. */
async function ownerHint(reader: BlockReader, address: string): Promise<string> {
  const avatar = await addressOf(newest(reader, "Controller", address), "avatar");
  return avatar === undefined || avatar === ZeroAddress
    ? "Check the address."
    : `Its avatar is ${avatar}.`;
}

/** Up to alpha.52, a name is 32 bytes with arbitrary contents. */
async function nameOf(avatar: Contract): Promise<string> {
  const name = String(await avatar.value("orgName"));
  if (avatar.abi.getFunction("orgName")?.outputs[0]?.type !== "bytes32") return name;
  try {
    return decodeBytes32String(name);
  } catch {
    return name;
  }
}
