import { answerOf, CallRefused } from "./call-refused.js";
import { ask, type Eip1193Provider } from "./provider.js";

/** What must be read from a chain to find a proxy's implementation. */
interface ChainState {
  storage(address: string, slot: string): Promise<unknown>;
  /** @throws CallRefused if the contract refuses; other errors are the node's */
  call(to: string, data: string): Promise<unknown>;
  code(address: string): Promise<string>;
}

/** A proxy, with the contract that receives its calls. */
export interface ProxyContract {
  readonly kind: string;
  /** Where the calls end, if the receiver is a proxy, too. */
  readonly implementation: string;
  /** Whether somebody can change the implementation. */
  readonly canChange: boolean;
  /** Who can, where EIP-1967 says so. */
  readonly admin?: string;
  /** The contract that names the implementation. */
  readonly beacon?: string;
}

const CLONE = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/;

/** Storage slots in which proxies keep the address of their implementation. */
const SLOTS: readonly (readonly [kind: string, slot: string])[] = [
  ["EIP-1967 proxy", "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc"],
  ["EIP-1822 proxy", "0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7"],
  ["ZeppelinOS proxy", "0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3"],
];
const ADMIN = "0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103";
/** A clone may be one of a clone, and so on. */
const MOST_CLONES = 4;
const BEACON = "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";
/** `implementation()` */
const IMPLEMENTATION = "0x5c60da1b";

/** Reads a chain's state at a block. */
export function stateAt(provider: Eip1193Provider, tag: string): ChainState {
  return {
    storage: async (address, slot) => await ask(provider, "eth_getStorageAt", address, slot, tag),
    call: async (to, data) => await answerOf(ask(provider, "eth_call", { to, data }, tag)),
    code: async (address) => await ask<string>(provider, "eth_getCode", address, tag),
  };
}

/** The contract whose code runs for an account with a key (EIP-7702); undefined for all other code. */
export function delegateOf(code: string): string | undefined {
  const delegate = /^0xef0100([0-9a-f]{40})$/i.exec(code)?.[1];
  return delegate && `0x${delegate}`;
}

/** The proxy at an address whose code is unexpected; undefined for other code. Errors are the node's. */
export async function proxyAt(
  address: string,
  code: string,
  chain: ChainState,
  depth = MOST_CLONES,
): Promise<ProxyContract | undefined> {
  const clone = CLONE.exec(code.toLowerCase())?.[1];
  if (clone !== undefined) {
    const kind = "EIP-1167 clone";
    const implementation = `0x${clone}`;
    const next = depth === 0 ? "0x" : await chain.code(implementation);
    const inner = await proxyAt(implementation, next, chain, depth - 1);
    if (inner !== undefined) {
      const article = inner.kind.startsWith("E") ? "an" : "a";
      return { ...inner, kind: `${kind} of ${article} ${inner.kind}` };
    }
    return { kind, implementation, canChange: false };
  }
  for (const [kind, slot] of SLOTS) {
    const implementation = addressOf(await chain.storage(address, slot));
    if (implementation === undefined) continue;
    const admin = addressOf(await chain.storage(address, ADMIN));
    return { kind, implementation, canChange: true, ...(admin !== undefined && { admin }) };
  }
  const beacon = addressOf(await chain.storage(address, BEACON));
  if (beacon === undefined) return undefined;
  const answer = await chain.call(beacon, IMPLEMENTATION).catch((error: unknown) => {
    if (!(error instanceof CallRefused)) throw error;
  });
  const implementation = addressOf(answer);
  if (implementation === undefined) return undefined;
  return { kind: "EIP-1967 beacon proxy", implementation, canChange: true, beacon };
}

function addressOf(word: unknown): string | undefined {
  if (typeof word !== "string" || !/^0x0{24}[0-9a-f]{40}$/i.test(word)) return undefined;
  return /^0x0+$/.test(word) ? undefined : `0x${word.slice(-40)}`;
}
