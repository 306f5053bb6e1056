import { METHODS } from "../../src/foundation/chain/simulated-methods.js";
import { randomNumbers } from "../random-numbers.js";

export interface OddRequest {
  readonly method: string;
  readonly params: unknown[];
}

const WORD = `0x${"00".repeat(32)}`;
const ONES = `0x${"ff".repeat(32)}`;
const QUANTITIES = [
  ...[0n, 1n, 2n, 255n, 4096n, 21_000n, 3_000_000n],
  ...[32n, 63n, 64n, 128n, 255n, 256n].flatMap((bits) => [2n ** bits - 1n, 2n ** bits]),
].map((number) => `0x${number.toString(16)}`);
const NUMBERS = [0, 1, 2, -1, 1.5, 1e9, 2 ** 40, 2 ** 53, 1e300, [1, 2], [5, 2], [0, 4e9]];
const ADDRESSES = [
  "0x90f8bf6a479f320ead074411a4b0e7944ea8c9c1",
  "0xffcf8fdee72ac11b5c542428b35eef5769c409f0",
  ...[0n, 1n, 10n, 0x636f6e736f6c652e6c6f67n, 2n ** 160n - 1n].map(
    (number) => `0x${number.toString(16).padStart(40, "0")}`,
  ),
];
/** Empty, stop, jump targets, reverts, long code, a delegation, and a format that does not exist yet. */
const CODES = [
  ...["0x", "0x00", "0x5b5b", "0xfe", "0x60006000fd", "0x600160005260206000f3", "0xef0001"],
  ...[WORD, ONES, `0x${"5b".repeat(30_000)}`, `0xef0100${"11".repeat(20)}`],
];
const TAGS = ["latest", "earliest", "pending", "safe", "finalized"];
const TEXTS = ["", "0x", "zz", "\u001b[8m", "logs", "newHeads", "x".repeat(70_000)];

/** What is on a chain, so that some requests find something. */
export interface Known {
  readonly addresses?: readonly string[];
  /** Of blocks and transactions. */
  readonly hashes?: readonly string[];
  readonly calldata?: readonly string[];
}

/** Returns a generator of odd requests for every method, determined by the seed. */
export function oddRequests(seed: number, known: Known = {}): () => OddRequest {
  const addresses = [...ADDRESSES, ...(known.addresses ?? [])];
  const codes = [...CODES, ...(known.calldata ?? [])];
  const hashes = [WORD, ...(known.hashes ?? [])];
  const random = randomNumbers(seed);
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)]!;
  const some = <Value>(values: readonly Value[]): Value[] =>
    values.slice(0, Math.floor(random() * (values.length + 1)));
  const block = () => pick([...TAGS, ...QUANTITIES]);
  const fields = (of: Readonly<Record<string, readonly [share: number, () => unknown]>>) =>
    Object.fromEntries(
      Object.entries(of).flatMap(([name, [share, make]]) =>
        random() < share ? [[name, make()]] : [],
      ),
    );
  const quantity = () => pick(QUANTITIES);
  const call = () =>
    fields({
      from: [0.8, () => pick(addresses)],
      to: [0.6, () => pick(addresses)],
      value: [0.4, quantity],
      gas: [0.4, quantity],
      gasPrice: [0.2, quantity],
      maxFeePerGas: [0.2, quantity],
      maxPriorityFeePerGas: [0.2, quantity],
      maxFeePerBlobGas: [0.1, quantity],
      nonce: [0.2, quantity],
      data: [0.5, () => pick(codes)],
      type: [0.1, quantity],
      chainId: [0.1, quantity],
      accessList: [0.1, () => [{ address: pick(addresses), storageKeys: [WORD] }]],
      blobVersionedHashes: [0.05, () => [WORD]],
      authorizationList: [0.05, () => [authorization()]],
    });
  const authorization = () => ({
    chainId: "0x7a69",
    address: pick(addresses),
    nonce: quantity(),
    yParity: "0x0",
    r: quantity(),
    s: quantity(),
  });
  const filter = () =>
    fields({
      fromBlock: [0.6, block],
      toBlock: [0.6, block],
      address: [0.3, () => pick<unknown>([pick(addresses), addresses])],
      topics: [0.3, () => pick<unknown>([[], [null], [WORD], [[WORD, null]], [[]]])],
      blockHash: [0.1, () => pick(hashes)],
    });
  const overrides = () => ({
    [pick(addresses)]: { balance: quantity(), nonce: quantity(), code: pick(codes) },
  });
  const number = () => pick<unknown>([...QUANTITIES, ...NUMBERS]);
  const anything = () =>
    pick<() => unknown>([
      ...[number, number, call, filter, overrides, block],
      () => pick(addresses),
      () => pick(codes),
      () => pick(TEXTS),
      () => pick(hashes),
      () => pick<unknown>([true, false, null, [], {}, [[]], [null], [25, 50, 101]]),
      () => ({ tracer: pick(["callTracer", "prestateTracer", "x"]), disableMemory: true }),
    ])();

  /** Parameters of the right types; all other methods get random ones. */
  const shapes: Readonly<Record<string, () => unknown[]>> = {
    debug_traceTransaction: () => [pick(hashes), { disableStorage: true, disableStack: true }],
    debug_traceCall: () => [call(), block(), anything()],
    eth_call: () => [call(), ...some([block(), overrides()])],
    eth_estimateGas: () => [call(), ...some([block()])],
    eth_feeHistory: () => [number(), block(), ...some([pick([[], [1, 50], [101], [50, 1]])])],
    eth_getBlockByHash: () => [pick(hashes), true],
    eth_getBlockByNumber: () => [block(), true],
    eth_getFilterChanges: () => [quantity()],
    eth_getLogs: () => [filter()],
    eth_getStorageAt: () => [pick(addresses), quantity(), block()],
    eth_getTransactionByHash: () => [pick(hashes)],
    eth_getTransactionReceipt: () => [pick(hashes)],
    eth_newFilter: () => [filter()],
    eth_sendTransaction: () => [call()],
    eth_subscribe: () => [pick(["logs", "newHeads", "newPendingTransactions", "x"]), filter()],
    evm_increaseTime: () => [number()],
    evm_mine: () => some([number()]),
    evm_revert: () => [quantity()],
    evm_setBlockGasLimit: () => [quantity()],
    evm_setIntervalMining: () => [number()],
    evm_setNextBlockTimestamp: () => [number()],
    hardhat_mine: () => some([quantity(), quantity()]),
    hardhat_setBalance: () => [pick(addresses), quantity()],
    hardhat_setCode: () => [pick(addresses), pick(codes)],
    hardhat_setMinGasPrice: () => [quantity()],
    hardhat_setNextBlockBaseFeePerGas: () => [quantity()],
    hardhat_setNonce: () => [pick(addresses), quantity()],
    hardhat_setPrevRandao: () => [pick([WORD, ONES])],
    hardhat_setStorageAt: () => [pick(addresses), quantity(), pick([WORD, ONES])],
  };
  return () => {
    const method = pick(METHODS);
    const shape = random() < 0.8 ? shapes[method] : undefined;
    return { method, params: shape?.() ?? some([anything(), anything(), anything()]) };
  };
}
