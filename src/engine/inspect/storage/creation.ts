import { getCreateAddress, toQuantity } from "ethers";

import type { ArcRelease } from "../../../foundation/arc/artifact.js";
import { compareCode } from "../../../foundation/arc/compilation/compare.js";
import { FACTORIES } from "../../../foundation/arc/factories.js";
import { identifyCode } from "../../../foundation/arc/known-code.js";
import { isCreatedBy } from "../../../foundation/chain/created-by.js";
import { mayVanish } from "../../../foundation/chain/code-steps.js";
import { failureReason } from "../../../foundation/chain/failure-reason.js";
import { firstBlockOf } from "../../../foundation/chain/first-block.js";
import { ask, type Eip1193Provider } from "../../../foundation/chain/provider.js";
import { keptCalls, type RawCall } from "../../../foundation/chain/raw-call.js";
import type { RpcReceipt } from "../../../foundation/chain/rpc-types.js";
import type { RpcTransaction } from "../../../foundation/chain/sent-transactions.js";
import type { ContractDescription, Inspection } from "../description.js";
import { ifRead } from "../reading/attempt.js";

/** Their events name nothing but what they created. */
const FACTORY_NAMES = Object.values(FACTORIES).map(({ contractName }) => contractName);

/** How a contract was created, as far as it is known. */
export interface Creation {
  readonly transaction?: string;
  /** ABI-encoded, in hex without 0x; empty for a constructor without arguments, unknown if other code created the contract. */
  readonly arguments?: string;
  /** Whether the contract's own constructor ran. `other` code may have written anything into the contract's storage. */
  readonly code: "own" | "other" | "not known";
  readonly reason?: string;
}

/** The contracts whose creation counts, because they act for a DAO or decide about it: their code says only what they do now. */
export function contractsWithPower({
  schemes,
  votingMachines,
}: Pick<Inspection, "schemes" | "votingMachines">): readonly ContractDescription[] {
  const registered = schemes.filter((scheme) => scheme.registered);
  const referred = registered.flatMap(({ parameters }) => ifRead(parameters)?.refersTo ?? []);
  return [...registered, ...votingMachines, ...referred].map(({ contract }) => contract);
}

/**
 * What a contract of a release may be created by, without arguments: its own code, or what DaoCreator contains. Since
 * rc.53, that is another build of Reputation.
 */
export function creationCodes(release: ArcRelease, name: string): readonly string[] {
  const { bytecode } = release.artifact(name);
  if (!release.has("DaoCreator")) return [bytecode];
  // Each contained code begins as all do, and its runtime code begins so again.
  const parts = release.artifact("DaoCreator").deployedBytecode.split(/(?=6080604052)/);
  return [bytecode, ...parts.map((part, at) => `0x${part}${parts[at + 1] ?? ""}`)];
}

/**
 * Looks for the creation of a contract: for its block with the node's old state, for the transaction in that block,
 * and, if another contract created it, in the events of Arc's factories or a trace.
 * @param bytecodes what the contract may compile to, without arguments, in hex with 0x
 * @param recorded hash of the transaction that is said to have created it, which then needs no search
 */
export async function findCreation(
  address: string,
  bytecodes: readonly string[],
  provider: Eip1193Provider,
  recorded?: string,
): Promise<Creation> {
  const reader = new CreationReader(address.toLowerCase(), provider);
  try {
    const found = (recorded && (await reader.creationBy(recorded))) || (await reader.search());
    if (found === undefined) {
      return { code: "not known", reason: "no transaction or trace of its first block creates it" };
    }
    const { hash: transaction, input, maker } = found;
    if (input === undefined) return { transaction, code: "own" };
    const bytecode = bytecodes.find(
      (each) => compareCode(input.slice(0, each.length), each).outcome !== "different",
    );
    if (bytecode === undefined) return { transaction, code: "other" };
    if (maker !== undefined && (await reader.mayBeAnother(maker))) {
      const reason = "its code can destroy itself, so another creation may have followed the first";
      return { transaction, code: "not known", reason };
    }
    return { transaction, arguments: input.slice(bytecode.length), code: "own" };
  } catch (error) {
    return { code: "not known", reason: failureReason(error) };
  }
}

/** A transaction that created the contract, and with which code; undefined for the code of one of Arc's factories. */
interface Found {
  readonly hash: string;
  readonly input?: string;
  /** The contract that created it in a call of the transaction. */
  readonly maker?: string;
}

class CreationReader {
  readonly #address: string;
  readonly #provider: Eip1193Provider;

  constructor(address: string, provider: Eip1193Provider) {
    this.#address = address;
    this.#provider = provider;
  }

  /** Whether a transaction created the contract; undefined also if the node does not have it. */
  async creationBy(hash: string): Promise<Found | undefined> {
    const transaction = await this.#ask<RpcTransaction | null>("eth_getTransactionByHash", hash);
    if (transaction === null) return undefined;
    const found = await this.#direct(transaction);
    return found ?? (await this.#traced(transaction).catch(() => undefined));
  }

  async search(): Promise<Found | undefined> {
    const codeAt = async (block: number) =>
      await this.#ask("eth_getCode", this.#address, toQuantity(block));
    const last = Number(await this.#ask("eth_blockNumber"));
    const block = await firstBlockOf(codeAt, last);
    const { transactions } = await this.#ask<{ readonly transactions: readonly RpcTransaction[] }>(
      "eth_getBlockByNumber",
      toQuantity(block),
      true,
    );
    // Traces come last: few nodes have them.
    for (const read of [this.#direct.bind(this), this.#traced.bind(this)]) {
      for (const transaction of transactions) {
        const found = await read(transaction);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** What the transaction itself created, or says by the event of a factory. */
  async #direct({ hash, from, nonce, to, input }: RpcTransaction): Promise<Found | undefined> {
    if (to === null) {
      // No other transaction can create a contract there, so a receipt tells nothing more.
      const made = getCreateAddress({ from, nonce: Number(nonce) });
      return made.toLowerCase() === this.#address ? { hash, input } : undefined;
    }
    const receipt = await this.#ask<RpcReceipt | null>("eth_getTransactionReceipt", hash);
    const bare = this.#address.slice(2);
    for (const { address, topics, data } of receipt?.logs ?? []) {
      if (![...topics.slice(1), data].some((each) => each.toLowerCase().includes(bare))) continue;
      const maker = identifyCode(String(await this.#ask("eth_getCode", address, "latest")));
      const isFactory = FACTORY_NAMES.some((name) => name === maker?.contract);
      if (isFactory && (await this.#isMadeBy(address))) return { hash };
    }
    return undefined;
  }

  /**
   * Whether a factory created the contract as the factory that it is now. Its event alone could have been another
   * contract's, which destroyed itself before the factory's code came to its address. Then the factory's nonces began again,
   * and cannot pass the one of an address that is taken.
   */
  async #isMadeBy(factory: string): Promise<boolean> {
    const next = Number(await this.#ask("eth_getTransactionCount", factory, "latest"));
    return isCreatedBy(this.#address, factory, next);
  }

  async #traced({ hash }: Pick<RpcTransaction, "hash">): Promise<Found | undefined> {
    const tracer = { tracer: "callTracer" };
    const trace = await this.#ask<RawCall>("debug_traceTransaction", hash, tracer);
    const creation = keptCalls(trace).find(
      ({ type, to }) => type.startsWith("CREATE") && to?.toLowerCase() === this.#address,
    );
    return creation && { hash, input: creation.input, maker: creation.from };
  }

  /**
   * Whether the contract may have been destroyed and created again, before the hard fork cancun. No account and no
   * contract of Arc's creates twice at one address.
   */
  async mayBeAnother(maker: string): Promise<boolean> {
    const [own, makers] = await Promise.all(
      [this.#address, maker].map(
        async (each) => await this.#ask<string>("eth_getCode", each, "latest"),
      ),
    );
    return mayVanish(own!) && identifyCode(makers!) === undefined;
  }

  async #ask<Answer = unknown>(method: string, ...params: unknown[]): Promise<Answer> {
    return await ask<Answer>(this.#provider, method, ...params);
  }
}
