import type { BaseWallet } from "ethers";

import { encodeCall, functionEntry } from "../../src/foundation/arc/abi.js";
import type { ArcRelease } from "../../src/foundation/arc/artifact.js";
import { CHAIN_ID, sentOf, type Sent } from "./model-chain.js";
import { GENESIS_PROTOCOL } from "../foundation/params/support.js";
import { FOUNDER, STRANGER } from "./world.js";

/** A small DAO: by DaoCreator in 7 steps, or by the deploying account in 17. */
export function parametersOf(forges: boolean, orgName = "Lives") {
  return {
    orgName,
    tokenName: "Lives Token",
    tokenSymbol: "LIV",
    founders: [{ address: FOUNDER.address, tokens: 1000, reputation: 1000 }],
    VotingMachinesParams: [GENESIS_PROTOCOL],
    schemes: { SchemeRegistrar: true, ContributionReward: true },
    SchemeRegistrar: [{ voteRegisterParams: 0, voteRemoveParams: 0 }],
    ContributionReward: [{ voteParams: 0 }],
    useDaoCreator: forges,
    unregisterOwner: true,
  };
}

/** What the user's wallet sent from the deploying account. */
export interface Wallet {
  readonly sent: Sent[];
}

/** A transaction of somebody with a wallet, at a given price in wei per gas. */
export async function sign(
  account: BaseWallet,
  {
    nonce,
    to,
    data = "0x",
    gas = 21_000n,
    price,
  }: {
    readonly nonce: number;
    readonly to?: string;
    readonly data?: string;
    readonly gas?: bigint;
    readonly price: bigint;
  },
): Promise<Sent> {
  const fees = { type: 2, maxFeePerGas: price, maxPriorityFeePerGas: price } as const;
  const raw = await account.signTransaction({
    chainId: CHAIN_ID,
    nonce,
    to,
    data,
    value: 0n,
    gasLimit: gas,
    ...fees,
  });
  return sentOf(raw);
}

let forgery: string | undefined;

/** A stranger's call that creates a DAO of their own, after which the next one has another address. */
export function strangersDao(release: ArcRelease): string {
  return (forgery ??= encodeCall(functionEntry(release.artifact("DaoCreator"), "forgeOrg"), [
    "Strangers",
    "Strangers",
    "STR",
    [STRANGER.address],
    [1n],
    [1n],
    0n,
  ]));
}
