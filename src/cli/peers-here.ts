import { requirePeers } from "../support/peers.js";

/** Whether the peers of this package are there; says so on standard error where they are not. */
export function peersHere(): boolean {
  try {
    requirePeers();
    return true;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return false;
  }
}
