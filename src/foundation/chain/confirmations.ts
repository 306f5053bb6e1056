import type { Network } from "./networks.js";
import { isPrivate } from "./private-chain.js";

/**
 * Confirmations by chain ID, about as many as explorers and bridges wait for: the last blocks of a chain may be replaced.
 * Chains with a single sequencer replace theirs only if it fails.
 */
const CONFIRMATIONS: Readonly<Record<number, number>> = {
  1: 12,
  100: 12,
  137: 32,
  ...{ 10: 2, 8453: 2, 42161: 2 },
  ...{ 17000: 3, 560048: 3, 11155111: 3 },
};
const OTHER_CONFIRMATIONS = 6;

/** Confirmations to wait for, including the step's own block. */
export function confirmationsOf(network: Network): number {
  return isPrivate(network) ? 1 : (CONFIRMATIONS[network.chainId] ?? OTHER_CONFIRMATIONS);
}

/** The first block at which a transaction has its confirmations, of which its own block is the first. */
export function confirmedAt(minedIn: number, confirmations: number): number {
  return minedIn + confirmations - 1;
}

export function isConfirmed(minedIn: number, latest: number, confirmations: number): boolean {
  return latest >= confirmedAt(minedIn, confirmations);
}

/** The last block whose transactions have their confirmations; the first block, of which nothing is dropped, if none has. */
export function lastConfirmed(latest: number, confirmations: number): number {
  return Math.max(0, latest - confirmations + 1);
}
