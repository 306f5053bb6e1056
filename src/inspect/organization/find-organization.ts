import { decodeBytes32String, Interface, isAddress, ZeroAddress } from "ethers";

import { knownAbi } from "../../arc/known-abis.js";
import { UsageError } from "../../support/errors.js";
import { typed } from "../../support/secrets.js";
import type { ContractDescription, ControllerDescription, Read } from "../description.js";
import { attempt } from "../reading/attempt.js";
import { CallRefused, type BlockReader } from "../reading/block-reader.js";
import { Contract } from "../reading/contract.js";
import { describeContract, openContract } from "../reading/identify.js";
import { NotAnArcDaoError } from "./not-an-arc-dao-error.js";

/** The contracts that every DAO has, ready to be read. */
export interface Organization {
  readonly name: Read<string>;
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

/** What dxdao-contracts 2 has in place of Arc's controller; its events have the same topics. */
const DXDAO_CONTROLLER = new Interface(["function getDaoReputation() view returns (address)"]);

/**
 * Finds a DAO's contracts from its avatar.
 * @throws UsageError for what is no address
 * @throws NotAnArcDaoError for what is no avatar of Arc's
 */
export async function findOrganization(
  reader: BlockReader,
  address: string,
): Promise<Organization> {
  if (!isAddress(address)) {
    throw new UsageError(
      `An avatar's address is wanted, 0x and 40 hex digits (with the right checksum if letters are of both ` +
        `cases), and ${typed(address)} was given.`,
    );
  }
  const avatarIs = await describeContract(reader, address);
  if (avatarIs.code === "account") {
    throw new NotAnArcDaoError(
      `There is no contract at ${avatarIs.address} in block ${reader.block.number} of the chain with the id ` +
        `${reader.chainId}. Check address, network and block.`,
    );
  }
  if (avatarIs.code === "arc" && avatarIs.name !== "Avatar") {
    throw new NotAnArcDaoError(
      `${avatarIs.address} is Arc's ${avatarIs.name}, and an avatar is wanted. ${await ownerHint(reader, address)}`,
    );
  }
  const avatar = openContract(reader, avatarIs) ?? newest(reader, "Avatar", address);
  const controllerAt = await addressOf(avatar, "owner");
  const [token, reputation] = await Promise.all([
    addressOf(avatar, "nativeToken"),
    addressOf(avatar, "nativeReputation"),
  ]);
  if (controllerAt === undefined || token === undefined || reputation === undefined) {
    throw new NotAnArcDaoError(await whyNoAvatar(reader, avatarIs.address, controllerAt));
  }
  const [controllerIs, tokenIs, reputationIs] = await Promise.all(
    [controllerAt, token, reputation].map((each) => describeContract(reader, each)),
  );
  const { controller, isUniversal } = await openController(
    reader,
    controllerIs!,
    avatarIs.address,
    reputation,
  );
  return {
    name: await attempt(() => nameOf(avatar)),
    avatar,
    controller,
    isUniversal,
    token: openContract(reader, tokenIs!) ?? newest(reader, "DAOToken", token),
    reputation: openContract(reader, reputationIs!) ?? newest(reader, "Reputation", reputation),
    described: {
      avatar: avatarIs,
      controller: { ...controllerIs!, universal: isUniversal },
      token: tokenIs!,
      reputation: reputationIs!,
    },
  };
}

/**
 * A controller of unknown code is read as Arc's only where it answers as Arc's does: others have events
 * of the same topics and functions of the same names.
 */
async function openController(
  reader: BlockReader,
  controllerIs: ContractDescription,
  avatar: string,
  reputation: string,
): Promise<{ readonly controller: Contract; readonly isUniversal: boolean }> {
  const { name, address } = controllerIs;
  const known = openContract(reader, controllerIs);
  if (known !== undefined && (name === "Controller" || name === "UController")) {
    return { controller: known, isUniversal: name === "UController" };
  }
  if (controllerIs.code === "account") {
    throw new NotAnArcDaoError(
      `The avatar ${avatar} belongs to ${address}, which is no contract: whoever has its key does with the ` +
        "avatar what they want, and there is no DAO to read.",
    );
  }
  // A universal controller has no avatar of its own.
  const own = newest(reader, "Controller", address);
  const ownAvatar = await addressOf(own, "avatar");
  const isUniversal = ownAvatar === undefined;
  const controller = isUniversal ? newest(reader, "UController", address) : own;
  const said = await addressOf(controller, "getNativeReputation", avatar);
  if (said === reputation && (isUniversal || ownAvatar === avatar)) {
    return { controller, isUniversal };
  }
  throw new NotAnArcDaoError(
    `The avatar ${avatar} belongs to ${address}, which is ${name === undefined ? "not a controller of Arc's" : `Arc's ${name}`} ` +
      "and does not answer as one. Its schemes cannot be read.",
  );
}

async function whyNoAvatar(
  reader: BlockReader,
  address: string,
  owner: string | undefined,
): Promise<string> {
  if (owner !== undefined && owner !== ZeroAddress) {
    const data = DXDAO_CONTROLLER.encodeFunctionData("getDaoReputation");
    const answer = await reader.call(owner, data).catch(() => "0x");
    if (answer.length === 66) {
      return (
        `${address} is a DAO of dxdao-contracts 2 (its controller ${owner} answers getDaoReputation). ` +
        "It has the same events as Arc's and other contracts, so it cannot be read here."
      );
    }
  }
  return (
    `${address} is no avatar of Arc's: it does not say what its token, reputation and controller are ` +
    "(nativeToken, nativeReputation, owner). Check address and network."
  );
}

/** Contracts of a DAO other than its avatar often belong to the avatar's controller. */
async function ownerHint(reader: BlockReader, address: string): Promise<string> {
  const abi = knownAbi("Controller");
  const avatar =
    abi === undefined ? undefined : await addressOf(new Contract(reader, address, abi), "avatar");
  return avatar === undefined || avatar === ZeroAddress
    ? "Check the address."
    : `Its avatar is ${avatar}.`;
}

function newest(reader: BlockReader, contractName: string, address: string): Contract {
  const abi = knownAbi(contractName);
  if (abi === undefined) throw new Error(`No ABI of ${contractName} is known.`);
  return new Contract(reader, address, abi);
}

async function addressOf(
  contract: Contract,
  functionName: string,
  ...args: readonly unknown[]
): Promise<string | undefined> {
  try {
    return String(await contract.value(functionName, ...args));
  } catch (error) {
    if (error instanceof CallRefused) return undefined;
    throw error;
  }
}

/** Up to alpha.52 a name is 32 bytes, which hold whatever their maker put there. */
async function nameOf(avatar: Contract): Promise<string> {
  const name = String(await avatar.value("orgName"));
  if (avatar.abi.getFunction("orgName")?.outputs[0]?.type !== "bytes32") return name;
  try {
    return decodeBytes32String(name);
  } catch {
    return name;
  }
}
