import { getAddress, Interface, ZeroAddress } from "ethers";

import { eventByTopic } from "../../arc/abi-index.js";
import type { CallDescription } from "../../inspect/description.js";
import { describeCall, type GivenAbis } from "../../inspect/proposals/calls.js";
import type { BlockReader } from "../../inspect/reading/block-reader.js";
import { jsonByName } from "../../inspect/reading/contract.js";
import { abiOf, describeContract } from "../../inspect/reading/identify.js";
import type { TriedTransaction } from "../chain/forked-chain.js";
import { reasonOf } from "../chain/call-failures.js";
import type { RawCall, RawLog } from "../chain/raw-call.js";
import type { TracedCall, DecodedEvent } from "../simulation.js";

/** Common events. A stranger's contract that emits one most likely means the same. */
const COMMON = new Interface([
  "event Transfer(address indexed from, address indexed to, uint256 value)",
  "event Approval(address indexed owner, address indexed spender, uint256 value)",
  "event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)",
]);

export interface Tracing {
  /** Reads the last block of the fork. */
  readonly reader: BlockReader;
  readonly abis: GivenAbis;
}

/** Describes a call and all calls inside it, with names and values if their receivers are known. */
export async function traceCall(tracing: Tracing, call: RawCall): Promise<TracedCall> {
  const { type, from, to = ZeroAddress, input, value = "0x0", gasUsed, calls = [] } = call;
  const asked = { to, data: input, value: BigInt(value) };
  const isCreation = type.startsWith("CREATE");
  const described: CallDescription = isCreation
    ? { to: await describeContract(tracing.reader, to), value: String(asked.value), data: "0x" }
    : await describeCall(tracing.reader, asked, tracing.abis);
  const failed = reasonOf(call);
  return {
    type,
    from: getAddress(from),
    ...described,
    gas: String(BigInt(gasUsed)),
    ...(failed !== undefined && { failed }),
    calls: await Promise.all(calls.map((each) => traceCall(tracing, each))),
  };
}

/** Describes the events of a transaction, in order. */
export async function decodeEvents(
  tracing: Tracing,
  { logs }: TriedTransaction,
): Promise<readonly DecodedEvent[]> {
  return await Promise.all(logs.map((log) => decodeEvent(tracing, log)));
}

async function decodeEvent({ reader, abis }: Tracing, log: RawLog): Promise<DecodedEvent> {
  const emitter = await describeContract(reader, log.address);
  const raw = { emitter, topics: log.topics, data: log.data };
  const candidates = [
    ["code", abiOf(emitter)],
    ["given", abis.get(log.address.toLowerCase())],
    ["guess", COMMON],
  ] as const;
  for (const [knownBy, abi] of candidates) {
    try {
      const event = abi && eventByTopic(abi, log.topics[0] ?? "");
      if (event === undefined) continue;
      const values = abi!.decodeEventLog(event, log.data, log.topics);
      const args = jsonByName(values.toArray(true), event.inputs);
      return { ...raw, event: { name: event.name, args, knownBy } };
    } catch {
      // The event's data does not match its topic.
    }
  }
  return raw;
}
