import { getAddress, ZeroAddress } from "ethers";
import type { EventFragment, Interface, ParamType, Result } from "ethers";

import { eventByTopic, topicsOf } from "../../../foundation/arc/abi-index.js";
import { decodeEvent } from "../../../foundation/arc/decode-event.js";
import { encodeOnce, rememberedFor } from "../../../foundation/arc/abi-memory.js";
import { matcherOf, type ChainLog } from "../../../foundation/chain/logs/log.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import { madeOnce } from "../../../foundation/support/once.js";
import type { JsonValue } from "../description.js";
import { CallRefused } from "../../../foundation/chain/call-refused.js";
import type { BlockReader } from "./block-reader.js";

/** An event that a contract emitted, with its parameters by name. */
export interface ContractEvent {
  readonly log: ChainLog;
  readonly name: string;
  readonly values: Result;
}

type ContractReader = Pick<BlockReader, "call" | "logs"> & {
  /** Whether the contract's code is not proven, so that its events may have any form. */
  readonly isForeign?: boolean;
};

/** What events say, for as long as their logs are kept: of a large DAO, more than is remembered by what they are. */
const decoded = new WeakMap<EventFragment, WeakMap<ChainLog, Result>>();

export class Contract {
  readonly address: string;
  readonly abi: Interface;
  readonly #reader: ContractReader;
  readonly #together: readonly string[];

  /** @param together events that are requested together, whichever of them are asked for */
  constructor(
    reader: ContractReader,
    address: string,
    abi: Interface,
    together: readonly string[] = [],
  ) {
    this.#reader = reader;
    this.address = checksummed(address);
    this.abi = abi;
    this.#together = together;
  }

  as(abi: Interface): Contract {
    return new Contract(this.#reader, this.address, abi);
  }

  /**
   * The same contract, of which some events are requested once and together: what is said by one of them and what proves
   * another rest on the same answer then, and a node with small ranges is asked less.
   */
  with(together: readonly string[]): Contract {
    return new Contract(this.#reader, this.address, this.abi, together);
  }

  /** Requests these events now, so that they share a request with other contracts'. */
  prefetch(): void {
    this.events(this.#together).catch(() => {});
  }

  has(functionName: string): boolean {
    return this.abi.getFunction(functionName) !== null;
  }

  /**
   * Returns all values that a function returns.
   * @throws CallRefused if the contract reverts, returns text that is not valid, or, as a stranger's contract, anything else
   *   that does not match the ABI
   * @throws MigrationError if the contract's code is proven and the answer does not match it
   */
  async read(functionName: string, ...args: readonly unknown[]): Promise<Result> {
    const fragment = this.abi.getFunction(functionName, [...args]);
    if (fragment === null) {
      throw new CallRefused(`the contract ${this.address} has no function ${functionName}`);
    }
    const data = encodeOnce(fragment, args, () => this.abi.encodeFunctionData(fragment, [...args]));
    const answer = await this.#reader.call(this.address, data);
    let isText = false;
    try {
      return rememberedFor(fragment, answer, () => {
        const result = this.abi.decodeFunctionResult(fragment, answer);
        isText = true;
        // Checks UTF-8 now; otherwise, invalid text would throw only when it is accessed.
        result.toArray(true);
        return result;
      });
    } catch (cause) {
      const said = `the contract ${this.address} returned an invalid answer to ${fragment.format()}`;
      if (isText || this.#reader.isForeign === true) throw new CallRefused(said, { cause });
      throw new MigrationError(
        `The node's answer to eth_call cannot be used: ${said}, which its code cannot return. Run the same command ` +
          "again, or use another node.",
        { cause },
      );
    }
  }

  /** Returns the only value of a function. */
  async value(functionName: string, ...args: readonly unknown[]): Promise<unknown> {
    return (await this.read(functionName, ...args))[0] as unknown;
  }

  /** Returns the only value of a function; undefined if the contract does not answer. */
  async answer(functionName: string, ...args: readonly unknown[]): Promise<unknown> {
    try {
      return await this.value(functionName, ...args);
    } catch (error) {
      if (error instanceof CallRefused) return undefined;
      throw error;
    }
  }

  /**
   * Returns events by name, in chain order; ignores names that the contract does not have.
   * @param topics the topics after the event's own
   */
  async events(
    names: readonly string[],
    topics: readonly (string | readonly string[] | null)[] = [],
  ): Promise<readonly ContractEvent[]> {
    const known = topicsOf(this.abi, names);
    if (known.length === 0) return [];
    const together = topicsOf(this.abi, this.#together);
    const isPart = known.every((topic) => together.includes(topic));
    const { address } = this;
    const own = { address, topics: [known, ...topics] };
    const filter = isPart ? { address, topics: [together] } : own;
    return (await this.#reader.logs(filter)).filter(matcherOf(own)).flatMap((log) => {
      const event = eventByTopic(this.abi, log.topics[0] ?? "");
      if (event === undefined) return [];
      const values = this.#decoded(event, log);
      return values === undefined ? [] : [{ log, name: event.name, values }];
    });
  }

  /**
   * The values of an event; undefined if a stranger's contract emitted it in another form.
   * @throws MigrationError if the contract's code is proven, so that only the node can have changed the event
   */
  #decoded(event: EventFragment, log: ChainLog): Result | undefined {
    try {
      const known = madeOnce(decoded, event, () => new WeakMap<ChainLog, Result>());
      return madeOnce(known, log, () => {
        const key = [...log.topics, log.data].join();
        return rememberedFor(event, key, () => decodeEvent(this.abi, event, log));
      });
    } catch (cause) {
      if (this.#reader.isForeign === true) return undefined;
      throw new MigrationError(
        `The node's answer to eth_getLogs cannot be used: in block ${log.blockNumber}, it has an event ${event.name} of ` +
          `${this.address} that does not fit the contract's code. Run the same command again, or use another node.`,
        { cause },
      );
    }
  }
}

export function checksummed(address: string): string {
  return rememberedFor(Contract, address, () => getAddress(address));
}

/** The order of two logs in the chain, for sorting. */
export function byPlace(a: ChainLog, b: ChainLog): number {
  return a.blockNumber - b.blockNumber || a.logIndex - b.logIndex;
}

/** Events by the text of one of their values, each in chain order. */
export function eventsBy(
  valueName: string,
  events: readonly ContractEvent[],
): ReadonlyMap<string, readonly ContractEvent[]> {
  return Map.groupBy(events, ({ values }) => String(values[valueName]));
}

/** Every account that events name, but the zero address. */
export function accountsIn(events: readonly ContractEvent[]): readonly string[] {
  const named = new Set(events.flatMap(({ values }) => values.toArray() as unknown[]));
  return [...named].filter(
    (each): each is string => typeof each === "string" && each !== ZeroAddress,
  );
}

/** A contract's value in JSON, with structs as objects by field name. */
function jsonOf(value: unknown, type: ParamType): JsonValue {
  if (type.baseType === "array") {
    return (value as readonly unknown[]).map((each) => jsonOf(each, type.arrayChildren!));
  }
  if (type.baseType === "tuple") return jsonByName(value as readonly unknown[], type.components!);
  return typeof value === "boolean" ? value : String(value);
}

/** A value as text; values that should be text but are not stay readable. */
export function textOf(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Whether a contract returns this for a value that was never set. */
export function isNothing(value: JsonValue): boolean {
  return typeof value === "string" ? /^(0x0*|0)$/.test(value) : value === false;
}

/** A contract's values by its own names. */
export type Values = Readonly<Record<string, JsonValue>>;

/** A function's return values by name, or by position if they have none. */
export function jsonByName(values: readonly unknown[], types: readonly ParamType[]): Values {
  return Object.fromEntries(
    types.map((type, index) => [type.name || String(index), jsonOf(values[index], type)]),
  );
}
