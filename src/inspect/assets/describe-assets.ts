import type {
  ContractDescription,
  NotRead,
  Read,
  ReputationDescription,
  StakingTokenDescription,
  TokenDescription,
} from "../description.js";
import { attempt } from "../reading/attempt.js";
import type { Contract } from "../reading/contract.js";
import { readHolders } from "./holders.js";

/** Reads a DAO's own token. */
export async function describeToken(
  token: Contract,
  contract: ContractDescription,
): Promise<TokenDescription> {
  const [words, totalSupply, owner, cap, holders] = await Promise.all([
    readWords(token),
    amount(token, "totalSupply"),
    text(token, "owner"),
    token.has("cap") ? amount(token, "cap") : undefined,
    attempt(() => readHolders(token, ["Transfer"], "balanceOf")),
  ]);
  return {
    contract,
    ...words,
    totalSupply,
    ...(cap !== undefined && { cap }),
    owner,
    holders,
  };
}

/** Reads a DAO's reputation. */
export async function describeReputation(
  reputation: Contract,
  contract: ContractDescription,
): Promise<ReputationDescription> {
  const balance = reputation.has("balanceOf") ? "balanceOf" : "reputationOf";
  const [totalSupply, owner, holders] = await Promise.all([
    amount(reputation, "totalSupply"),
    text(reputation, "owner"),
    attempt(() => readHolders(reputation, ["Mint", "Burn"], balance)),
  ]);
  return { contract, totalSupply, owner, holders };
}

/** Reads an ERC-20's name, symbol and decimals. */
export async function describeStakingToken(token: Contract): Promise<StakingTokenDescription> {
  return { address: token.address, ...(await readWords(token)) };
}

async function readWords(token: Contract): Promise<{
  readonly name: Read<string>;
  readonly symbol: Read<string>;
  readonly decimals: Read<number>;
}> {
  const [name, symbol, decimals] = await Promise.all([
    text(token, "name"),
    text(token, "symbol"),
    attempt(async () => Number(await token.value("decimals"))),
  ]);
  return { name, symbol, decimals };
}

async function text(contract: Contract, functionName: string): Promise<string | NotRead> {
  return await attempt(async () => String(await contract.value(functionName)));
}

async function amount(contract: Contract, functionName: string): Promise<string | NotRead> {
  return await text(contract, functionName);
}
