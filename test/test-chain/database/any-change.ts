import { Wallet } from "ethers";

import { keysOf } from "../../../src/foundation/chain/mnemonic-keys.js";
import { TEST_MNEMONIC } from "../../../src/foundation/chain/test-mnemonic.js";
import type { Ask } from "./with-chain.js";

/** Stores and logs the time under the key in its call data, and stores the block's randomness. */
const RUNTIME = "426000355542602060 00a14460015500".replaceAll(" ", "");
const CREATION = `0x6010600c60003960106000f3${RUNTIME}`;
const REVERTING = "0x60006000fd";

/** Accounts that do not belong to the chain, and a contract. */
export const STRANGERS = ["12", "34"].map((byte) => `0x${byte.repeat(20)}`);
export const CONTRACT = `0x${"c0de".repeat(10)}`;

const KEYS = keysOf(TEST_MNEMONIC, 4);

const hex = (value: number | bigint): string => `0x${value.toString(16)}`;
const word = (value: number): string => value.toString(16).padStart(64, "0");

interface Block {
  readonly number: string;
  readonly timestamp: string;
  readonly baseFeePerGas?: string;
}

interface Pending {
  readonly hash: string;
  readonly from: string;
  readonly nonce: string;
}

/** A request that may change a chain. */
export interface Asked {
  readonly method: string;
  readonly params: unknown[];
}

/**
 * Returns a random request of any method that changes a chain, in most cases a valid one.
 * @param snapshots all results of evm_snapshot so far
 */
export async function anyChange(
  random: () => number,
  ask: Ask,
  chainId: number,
  snapshots: readonly string[],
): Promise<Asked> {
  const below = (end: number): number => Math.floor(random() * end);
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)]!;
  const accounts = (await ask("eth_accounts")) as string[];
  const head = (await ask("eth_getBlockByNumber", "latest", false)) as Block;
  const time = Number(head.timestamp);
  const anybody = () => pick([...accounts.slice(0, 4), ...STRANGERS, CONTRACT]);
  const isPriced = head.baseFeePerGas !== undefined;

  const call = (): object => ({
    from: pick([...accounts.slice(0, 4), STRANGERS[0]]),
    ...pick<() => object>([
      () => ({ to: anybody(), value: hex(below(1000)) }),
      () => ({ to: CONTRACT, data: `0x${word(below(5))}`, gas: hex(200_000) }),
      () => ({ data: CREATION, gas: hex(300_000) }),
      () => ({ data: REVERTING, gas: hex(100_000) }),
      () => ({ to: anybody(), value: hex(10n ** 30n), gas: hex(21_000) }),
    ])(),
    ...pick<() => object>([
      () => ({}),
      () => ({}),
      () => ({ gasPrice: hex(3_000_000_000 + below(1e9)) }),
      () => (isPriced ? { maxFeePerGas: hex(4e9 + below(1e9)), maxPriorityFeePerGas: hex(7) } : {}),
      () => ({ gasPrice: "0x1" }),
      () => ({ nonce: hex(below(12)) }),
    ])(),
  });
  const raw = async (): Promise<Asked> => {
    const index = below(4);
    const wallet = new Wallet(KEYS[index]!);
    const nonce = Number(await ask("eth_getTransactionCount", accounts[index], "pending"));
    const signed = await wallet.signTransaction({
      ...{ chainId, nonce: nonce + pick([0, 0, 0, 1]), to: anybody(), value: below(1000) },
      ...{ gasLimit: 60_000, data: `0x${word(below(5))}` },
      ...(isPriced && random() < 0.5
        ? { type: 2, maxFeePerGas: 5_000_000_000, maxPriorityFeePerGas: 1 + below(9) }
        : { gasPrice: 5_000_000_000 }),
    });
    return { method: "eth_sendRawTransaction", params: [signed] };
  };
  const dropped = async (): Promise<Asked> => {
    const pending = (await ask("eth_pendingTransactions")) as Pending[];
    return { method: "hardhat_dropTransaction", params: [pending.at(-1)?.hash ?? `0x${word(1)}`] };
  };
  const soon = () => time + pick([-1, 0, 0, 1, 2, 60, 86_400]);
  const is = (method: string, ...params: unknown[]) => Promise.resolve({ method, params });

  const kinds: readonly (readonly [share: number, make: () => Promise<Asked>])[] = [
    [12, () => is("eth_sendTransaction", call())],
    [5, raw],
    [2, () => is("evm_increaseTime", pick([0, 1, 100, 1_000_000]))],
    [4, () => is("evm_mine", ...pick([[], [], [soon()]]))],
    [3, () => is("evm_setNextBlockTimestamp", soon())],
    [
      4,
      () => is("hardhat_mine", hex(pick([0, 1, 2, 3, 20, 300])), ...pick([[], ["0x0"], ["0xf"]])),
    ],
    [3, () => is("evm_setAutomine", random() < 0.5)],
    [1, () => is("evm_setBlockGasLimit", hex(pick([100_000, 1_000_000, 60_000_000])))],
    [1, dropped],
    [2, () => is("hardhat_impersonateAccount", pick(STRANGERS))],
    [1, () => is("hardhat_stopImpersonatingAccount", pick(STRANGERS))],
    [2, () => is("hardhat_setBalance", anybody(), hex(10n ** 18n * BigInt(below(9))))],
    [1, () => is("hardhat_setCode", pick([CONTRACT, STRANGERS[1]]), `0x${RUNTIME}`)],
    [1, () => is("hardhat_setStorageAt", CONTRACT, hex(below(5)), `0x${word(below(99))}`)],
    [1, () => is("hardhat_setNonce", pick(STRANGERS), hex(below(40)))],
    [1, () => is("hardhat_setCoinbase", pick(STRANGERS))],
    [1, () => is("hardhat_setMinGasPrice", hex(below(9)))],
    [1, () => is("hardhat_setNextBlockBaseFeePerGas", hex(below(2e9)))],
    [1, () => is("hardhat_setPrevRandao", `0x${word(below(99))}`)],
    [4, () => is("evm_snapshot")],
    [3, () => is("evm_revert", pick([...snapshots.slice(-4), "0x999"]))],
    [1, () => is("evm_setIntervalMining", pick<unknown>([7, [1, 20]]))],
  ];
  let rest = below(kinds.reduce((sum, [share]) => sum + share, 0));
  const [, make] = kinds.find(([share]) => (rest -= share) < 0)!;
  return await make();
}
