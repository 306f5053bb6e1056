import { getCreateAddress } from "ethers";

import type { Network } from "../../../src/foundation/chain/networks.js";
import { privateNetwork } from "../../../src/foundation/chain/private-chain.js";
import type { Log } from "../../../src/foundation/chain/rpc-types.js";
import type { Contract, Deployer } from "../../../src/engine/migration/deployer.js";

export const ACCOUNT = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";

interface Sent {
  readonly step: string;
  readonly to: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

interface FakeChain {
  /** Results of a call, by the function's name. */
  readonly read?: (name: string, args: readonly unknown[], contract: Contract) => unknown[];
  readonly code?: (address: string) => string;
  readonly logs?: readonly Log[];
  readonly transactionGasLimit?: bigint;
  /** Default: a private one. */
  readonly network?: Network;
  readonly testAccounts?: readonly string[];
}

/** A deployer without a chain: it answers as told, and remembers what it was asked and what it sent. */
export function fakeDeployer(chain: FakeChain) {
  const sent: Sent[] = [];
  const reads: string[] = [];
  const filters: unknown[] = [];
  const nameOf = (selector: string | { readonly name?: string }) =>
    typeof selector === "string" ? selector : (selector.name ?? "");
  const deployer = {
    account: ACCOUNT,
    network: chain.network ?? privateNetwork(1337),
    testAccounts: chain.testAccounts ?? [],
    transactionGasLimit: chain.transactionGasLimit ?? 8_000_000n,
    read: async (contract, selector, args = []) => {
      await Promise.resolve();
      reads.push(nameOf(selector));
      return chain.read?.(nameOf(selector), args, contract) ?? [];
    },
    nonce: async () => await Promise.resolve(0),
    code: async (address) => await Promise.resolve(chain.code?.(address) ?? "0x"),
    logs: async (address, topics) => {
      filters.push([address, topics]);
      return await Promise.resolve(chain.logs ?? []);
    },
    deploy: async (step, artifact, args = []) => {
      await Promise.resolve();
      const address = getCreateAddress({ from: ACCOUNT, nonce: sent.length });
      sent.push({ step, to: "new", name: artifact.contractName, args });
      return { artifact, address };
    },
    send: async (step, { address: to }, selector, args = []) => {
      await Promise.resolve();
      sent.push({ step, to, name: nameOf(selector), args });
    },
  } satisfies Partial<Deployer> as unknown as Deployer;
  return { deployer, sent, reads, filters };
}
