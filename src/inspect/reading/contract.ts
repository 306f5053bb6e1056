import { getAddress, type Interface, type ParamType, type Result } from "ethers";

import { eventByTopic, topicsOf } from "../../arc/abi-index.js";
import type { ChainLog } from "../../chain/logs/log.js";
import type { JsonValue } from "../description.js";
import { CallRefused, type BlockReader } from "./block-reader.js";

/** An event that a contract left, its parameters by name. */
export interface ContractEvent {
  readonly log: ChainLog;
  readonly name: string;
  readonly values: Result;
}

/** A contract of which the ABI is known. */
export class Contract {
  readonly address: string;
  readonly abi: Interface;
  readonly #reader: BlockReader;

  constructor(reader: BlockReader, address: string, abi: Interface) {
    this.#reader = reader;
    this.address = getAddress(address);
    this.abi = abi;
  }

  has(functionName: string): boolean {
    return this.abi.getFunction(functionName) !== null;
  }

  /**
   * All that a function returns.
   * @throws CallRefused if the contract reverts or answers something else
   */
  async read(functionName: string, ...args: readonly unknown[]): Promise<Result> {
    const fragment = this.abi.getFunction(functionName, [...args]);
    if (fragment === null) {
      throw new CallRefused(`the contract ${this.address} has no function ${functionName}`);
    }
    const answer = await this.#reader.call(
      this.address,
      this.abi.encodeFunctionData(fragment, [...args]),
    );
    try {
      const result = this.abi.decodeFunctionResult(fragment, answer);
      // Text that is not UTF-8 is only looked at when it is taken.
      result.toArray(true);
      return result;
    } catch (cause) {
      const said = `the contract ${this.address} returned an invalid answer to ${fragment.format()}`;
      throw new CallRefused(said, { cause });
    }
  }

  /** The only thing that a function returns. */
  async value(functionName: string, ...args: readonly unknown[]): Promise<unknown> {
    return (await this.read(functionName, ...args))[0] as unknown;
  }

  /**
   * Events of some names, in the order of the chain; of names that the contract does not have there are none.
   * @param topics what follows the event's own topic
   */
  async events(
    names: readonly string[],
    topics: readonly (string | readonly string[] | null)[] = [],
  ): Promise<readonly ContractEvent[]> {
    const known = topicsOf(this.abi, names);
    if (known.length === 0) return [];
    const filter = { address: this.address, topics: [known, ...topics] };
    return (await this.#reader.logs(filter)).flatMap((log) => {
      const event = eventByTopic(this.abi, log.topics[0] ?? "");
      if (event === undefined) return [];
      const values = this.abi.decodeEventLog(event, log.data, log.topics);
      return [{ log, name: event.name, values }];
    });
  }
}

/** A value of a contract as JSON has it, structs by the names of their fields. */
function jsonOf(value: unknown, type: ParamType): JsonValue {
  if (type.baseType === "array") {
    return (value as readonly unknown[]).map((each) => jsonOf(each, type.arrayChildren!));
  }
  if (type.baseType === "tuple") {
    return jsonByName(value as readonly unknown[], type.components!);
  }
  return typeof value === "boolean" ? value : String(value);
}

/** A value that is text in all that is known; any other is kept readable. */
export function textOf(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What a function returned, by the names of its outputs, or their places where they have none. */
export function jsonByName(
  values: readonly unknown[],
  types: readonly ParamType[],
): Record<string, JsonValue> {
  return Object.fromEntries(
    types.map((type, index) => [type.name || String(index), jsonOf(values[index], type)]),
  );
}
