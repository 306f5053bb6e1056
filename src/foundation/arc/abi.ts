import {
  AbiCoder,
  ConstructorFragment,
  EventFragment,
  FunctionFragment,
  type ParamType,
} from "ethers";

import type { Log } from "../chain/rpc-types.js";
import { MigrationError } from "../support/errors.js";
import { madeOnce } from "../support/once.js";
import { decodeOnce, encodeOnce } from "./abi-memory.js";
import type { AbiEntry, Artifact } from "./artifact.js";

const coder = AbiCoder.defaultAbiCoder();

// Parsing a whole ABI with ethers' Interface takes milliseconds per contract, and a migration uses only a few functions
// of each. So only what is used is parsed, once per artifact.
const functions = new WeakMap<AbiEntry, ParsedFunction>();
const events = new WeakMap<AbiEntry, ParsedEvent>();
const constructors = new WeakMap<AbiEntry, ConstructorFragment>();

/** The selector is stored, because the fragment would hash its signature on each access. */
type ParsedFunction = Pick<FunctionFragment, "inputs" | "outputs" | "selector">;
type ParsedEvent = Pick<EventFragment, "inputs" | "topicHash">;

/** What is needed of a function to arrange its arguments. */
export interface AbiFunction {
  readonly type: string;
  readonly name?: string;
  readonly inputs?: readonly { readonly name: string; readonly type: string }[];
  readonly outputs?: readonly { readonly name: string }[];
}

/** An ABI in which functions and events can be found: that of an artifact, or the fragments of an Interface of ethers. */
export type AbiEntries = readonly AbiFunction[];

/** The ABI entry of the only function with a name. */
export function functionEntry(artifact: Artifact, name: string): AbiEntry {
  const entries = functionEntries(artifact, name);
  const [entry] = entries;
  if (entry === undefined) {
    throw new MigrationError(`${artifact.contractName} has no function ${name}.`);
  }
  if (entries.length > 1) {
    throw new MigrationError(
      `${artifact.contractName} has ${entries.length} functions named ${name}: ${entries.map(signature).join(", ")}. ` +
        "Choose one by its ABI entry.",
    );
  }
  return entry;
}

/** All functions with a name: several if it is overloaded. */
export function functionEntries(artifact: Artifact, name: string): AbiEntry[] {
  return artifact.abi.filter((entry) => entry.type === "function" && entry.name === name);
}

export function hasFunction(artifact: Artifact, name: string): boolean {
  return functionEntries(artifact, name).length > 0;
}

/** Parameters of the constructor; none if the ABI has no constructor. */
export function constructorInputs(artifact: Artifact): NonNullable<AbiEntry["inputs"]> {
  return artifact.abi.find((entry) => entry.type === "constructor")?.inputs ?? [];
}

/** A signature for error messages, such as `track(address _avatar, address _controller)`. */
export function signature(entry: AbiFunction): string {
  const inputs = (entry.inputs ?? []).map((input) => `${input.type} ${input.name}`.trim());
  return `${entry.name ?? entry.type}(${inputs.join(", ")})`;
}

/**
 * Arguments in the order that this release's function needs, chosen by parameter name. Arc's functions gained and lost
 * parameters between releases, but the others kept their names.
 */
export function argumentsByName(
  entry: AbiFunction,
  values: Readonly<Record<string, unknown>>,
): unknown[] {
  return (entry.inputs ?? []).map((input) => {
    const value = values[input.name];
    if (value === undefined) {
      throw new MigrationError(
        `${signature(entry)} has a parameter ${input.name} that this tool does not know.`,
      );
    }
    return value;
  });
}

export function encodeDeployment(artifact: Artifact, args: readonly unknown[]): string {
  if (artifact.bytecode === "0x") {
    throw new MigrationError(
      `${artifact.contractName} is an interface or abstract contract: it has no bytecode to deploy.`,
    );
  }
  const entry = artifact.abi.find((candidate) => candidate.type === "constructor");
  const inputs =
    entry === undefined
      ? []
      : madeOnce(constructors, entry, () => ConstructorFragment.from(entry)).inputs;
  const what = () => `constructor of ${artifact.contractName}`;
  return artifact.bytecode + encode(inputs, args, what).slice(2);
}

export function encodeCall(entry: AbiEntry, args: readonly unknown[]): string {
  const { inputs, selector } = functionOf(entry);
  return selector + encode(inputs, args, () => signature(entry)).slice(2);
}

export function selectorOf(entry: AbiEntry): string {
  return functionOf(entry).selector;
}

export function decodeResult(entry: AbiEntry, data: string): readonly unknown[] {
  const { outputs } = functionOf(entry);
  return decodeOnce(outputs, data, () => coder.decode(outputs, data).toArray());
}

/** A contract that emits events. */
interface Emitter {
  readonly artifact: Artifact;
  readonly address: string;
}

/**
 * The parameters by name of all events with a name that a contract emitted, in order. Events of other contracts do not
 * count, because anybody can emit those.
 */
export function decodeEvents(
  { artifact, address }: Emitter,
  name: string,
  logs: readonly Log[],
): Readonly<Record<string, unknown>>[] {
  const named = artifact.abi
    .filter((entry) => entry.type === "event" && entry.name === name)
    .map((entry) => eventOf(entry));
  const own = logs.filter((log) => log.address.toLowerCase() === address.toLowerCase());
  return own.flatMap((log) => {
    const known = named.find(({ topicHash }) => topicHash === log.topics[0]);
    return known === undefined ? [] : [decodeLog(known, log)];
  });
}

export function eventTopic(artifact: Artifact, name: string): string | undefined {
  const entry = artifact.abi.find((event) => event.type === "event" && event.name === name);
  return entry && eventOf(entry).topicHash;
}

/**
 * The first event with a name that a contract emitted, with its parameters by name.
 * @throws MigrationError if there is no such event in the logs
 */
export function decodeEvent(
  contract: Emitter,
  name: string,
  logs: readonly Log[],
): Readonly<Record<string, unknown>> {
  const [first] = decodeEvents(contract, name, logs);
  if (first !== undefined) return first;
  throw new MigrationError(
    `The logs contain no ${name} event from ${contract.artifact.contractName} at ${contract.address}.`,
  );
}

function decodeLog({ inputs }: ParsedEvent, log: Log): Record<string, unknown> {
  const [, ...topics] = log.topics;
  const values = decodeOnce(inputs, [...topics, log.data].join(), () => {
    const plain = inputs.filter((input) => !input.indexed);
    const decoded = coder.decode(plain, log.data).toArray() as unknown[];
    return inputs.map((input) =>
      input.indexed
        ? (coder.decode([input], topics.shift() ?? "0x").toArray() as unknown[])[0]
        : decoded.shift(),
    );
  });
  return Object.fromEntries(inputs.map(({ name }, index) => [name, values[index]]));
}

function functionOf(entry: AbiEntry): ParsedFunction {
  return madeOnce(functions, entry, () => {
    const { inputs, outputs, selector } = FunctionFragment.from(entry);
    return { inputs, outputs, selector };
  });
}

function eventOf(entry: AbiEntry): ParsedEvent {
  return madeOnce(events, entry, () => {
    const { inputs, topicHash } = EventFragment.from(entry);
    return { inputs, topicHash };
  });
}

function encode(
  inputs: readonly ParamType[],
  args: readonly unknown[],
  what: () => string,
): string {
  if (inputs.length !== args.length) {
    throw new MigrationError(
      `${what()} takes ${inputs.length} arguments, but ${args.length} were given.`,
    );
  }
  try {
    return encodeOnce(inputs, args, () => coder.encode(inputs, args));
  } catch (error) {
    throw new MigrationError(`The arguments of ${what()} do not fit: ${(error as Error).message}`);
  }
}
