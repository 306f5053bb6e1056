import { getAddress, isAddress } from "ethers";

import { ERC20 } from "./erc20.js";
import { MigrationError, UsageError } from "../support/errors.js";
import { failureReason } from "./failure-reason.js";
import { knownStakingToken, LIVE_STAKING_TOKEN, type Network } from "./networks.js";
import { isPrivate } from "./private-chain.js";
import { ask, type Eip1193Provider } from "./provider.js";

/** Asks for a new staking token instead of naming an address. */
const DEPLOY = "deploy";

/** Amounts in vote parameters, such as minimumDaoBounty, are in units with this many decimals. */
const DECIMALS = 18n;

/**
 * Decides which token is staked on proposals. On a private network, a new one unless the user names another. On a
 * public network, the one that the user names, or the predecessor's GEN if the chain has it. GenesisProtocol always
 * uses GEN if GEN's address has code, whatever token it is given.
 * @param asked an address, or `deploy`
 * @param account the deploying account
 * @returns the token's address; undefined if the migration has to deploy one
 * @throws MigrationError if the choice is unclear, or GenesisProtocol cannot use the token
 */
export async function resolveStakingToken(
  provider: Eip1193Provider,
  network: Network,
  asked: string | undefined,
  account: string,
): Promise<string | undefined> {
  const { token, isChecked } = await chooseStakingToken(provider, network, asked);
  if (token !== undefined && !isChecked) await requireToken(provider, network, token, account);
  return token;
}

/**
 * What the user has to decide about the staking token.
 * @returns undefined if nothing
 */
export async function missingStakingToken(
  provider: Eip1193Provider,
  network: Network,
  asked: string | undefined,
): Promise<string | undefined> {
  try {
    await chooseStakingToken(provider, network, asked);
    return undefined;
  } catch (error) {
    if (error instanceof UnclearTokenError) return error.message;
    throw error;
  }
}

class UnclearTokenError extends MigrationError {}

/** The token, or undefined if it has to be deployed; a token that the user names may still be unusable. */
async function chooseStakingToken(
  provider: Eip1193Provider,
  network: Network,
  asked: string | undefined,
): Promise<{ readonly token?: string; readonly isChecked?: boolean }> {
  const wanted = asked === undefined || asked === DEPLOY ? asked : addressOf(asked);
  if (!isPrivate(network)) {
    const isHere = (await codeAt(provider, LIVE_STAKING_TOKEN)) !== "0x";
    if (isHere) return { token: requireGen(network, wanted), isChecked: true };
    if (wanted === undefined) throw unclear(network);
  }
  return { token: wanted === DEPLOY ? undefined : wanted };
}

/** If GEN has code, it is the staking token. On a network not known to have GEN, the user must confirm it. */
function requireGen(network: Network, wanted: string | undefined): string {
  if (wanted === LIVE_STAKING_TOKEN) return wanted;
  if (wanted === undefined && knownStakingToken(network) !== undefined) return LIVE_STAKING_TOKEN;
  throw new UnclearTokenError(
    `GenesisProtocol stakes GEN (${LIVE_STAKING_TOKEN}) wherever that address has code, and it has code on ${place(network)}. ` +
      `Pass --staking-token ${LIVE_STAKING_TOKEN}, or use a network without it.`,
  );
}

function unclear(network: Network): UnclearTokenError {
  const known = knownStakingToken(network);
  const found =
    known === undefined
      ? `No staking token is known on ${place(network)}.`
      : `The known staking token ${known} has no code on ${place(network)}.`;
  return new UnclearTokenError(
    `${found} Pass --staking-token ADDRESS to stake an existing token, or --staking-token deploy to deploy one that ` +
      "the deploying account owns. Nothing was sent.",
  );
}

function addressOf(text: string): string {
  if (isAddress(text)) return getAddress(text);
  throw new UsageError(
    `The staking token should be an address (0x and 40 hex digits, with a valid checksum if it mixes cases) or ` +
      `the word ${DEPLOY}.`,
  );
}

/** Calls what GenesisProtocol calls, without sending anything. */
async function requireToken(
  provider: Eip1193Provider,
  network: Network,
  token: string,
  account: string,
): Promise<void> {
  const fail = (reason: string) =>
    new MigrationError(
      `${token} cannot be the staking token on ${place(network)}: ${reason}. Check the address.`,
    );
  if ((await codeAt(provider, token)) === "0x") throw fail("there is no contract at this address");
  const call = async (name: string, args: readonly unknown[]) => {
    try {
      const call = { from: account, to: token, data: ERC20.encodeFunctionData(name, args) };
      const data = await ask<string>(provider, "eth_call", call, "latest");
      return ERC20.decodeFunctionResult(name, data)[0] as unknown;
    } catch (error) {
      throw fail(`its ${name} fails (${failureReason(error)})`);
    }
  };
  const decimals = await call("decimals", []);
  if (decimals !== DECIMALS) {
    throw fail(`it has ${String(decimals)} decimals, but GenesisProtocol assumes ${DECIMALS}`);
  }
  await call("totalSupply", []);
  await call("balanceOf", [account]);
  await call("transfer", [account, 0n]);
  await call("transferFrom", [account, account, 0n]);
}

async function codeAt(provider: Eip1193Provider, address: string): Promise<string> {
  return await ask(provider, "eth_getCode", address, "latest");
}

function place({ name, chainId }: Network): string {
  return `${name} (chain ID ${chainId})`;
}
