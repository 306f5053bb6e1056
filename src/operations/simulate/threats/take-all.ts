import { ERC20 } from "../../../foundation/chain/erc20.js";
import type {
  AllowanceDescription,
  TreasuryDescription,
} from "../../../engine/inspect/description.js";
import { ifRead } from "../../../engine/inspect/reading/attempt.js";
import { abiAs } from "../../../engine/inspect/reading/identify.js";
import { least } from "../chain/gas-and-memory.js";
import type { Act, Decided } from "../passing/decide-on-fork.js";
import type { Session } from "../session.js";

/** Wei of reputation, more than any DAO has. */
const MUCH = 10n ** 30n;

/** What an attack sent, and who had to help. */
export interface Sent {
  readonly acts: readonly (Pick<Act, "tried"> & { readonly stage: string })[];
  readonly voters?: Decided["votes"];
  readonly stakes?: Decided["stakes"];
  readonly stoppableUntil?: number;
}

/**
 * An account takes everything that the avatar owns, and reputation, by permissions that it has.
 * @param as a scheme calls the controller; an owner calls the avatar
 */
export async function takeAll(
  { chain, inspection }: Session,
  thief: string,
  as: "scheme" | "owner",
  { ether, tokens }: TreasuryDescription,
): Promise<Sent> {
  const { avatar, controller, reputation } = inspection;
  const isScheme = as === "scheme";
  const [called, fallback] = isScheme ? [controller, "Controller"] : [avatar, "Avatar"];
  const main = { address: called.address, abi: abiAs(called, fallback) };
  const { contract } = reputation;
  const minted = { address: contract.address, abi: abiAs(contract, "Reputation") };
  // The controller has to be told whose ether it is.
  const which = isScheme ? [avatar.address] : [];
  const calls = [
    ...(ether === "0" ? [] : [{ on: main, functionName: "sendEther", args: [ether, thief] }]),
    ...tokens.map(({ address, amount }) => {
      return { on: main, functionName: "externalTokenTransfer", args: [address, thief, amount] };
    }),
    isScheme
      ? { on: main, functionName: "mintReputation", args: [MUCH, thief] }
      : { on: minted, functionName: "mint", args: [thief, MUCH] },
  ];
  const acts = [];
  for (const { on, functionName, args } of calls) {
    const call = { functionName, args: [...args, ...which] };
    const tried = await chain.call(thief, on, call);
    if (tried.success) acts.push({ stage: functionName, tried });
  }
  return { acts };
}

/** A spender takes as much of the avatar's tokens as it may. */
export async function takeAllowance(
  { chain, inspection }: Session,
  { token, spender, amount }: AllowanceDescription,
): Promise<Sent> {
  const { avatar, treasury } = inspection;
  const owned = ifRead(treasury)?.tokens.find((each) => each.address === token);
  const held = BigInt(owned?.amount ?? 0);
  const args = [avatar.address, spender, least(BigInt(ifRead(amount) ?? held), held)];
  const call = { functionName: "transferFrom", args };
  const tried = await chain.call(spender, { address: token, abi: ERC20 }, call);
  return { acts: [{ stage: "transferFrom", tried }] };
}
