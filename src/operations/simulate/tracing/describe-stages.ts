import { getAddress, Interface, ZeroAddress } from "ethers";

import { eventByTopic } from "../../../foundation/arc/abi-index.js";
import { decodeEvent } from "../../../foundation/arc/decode-event.js";
import { SELECTOR } from "../../../foundation/chain/erc20.js";
import type { Log } from "../../../foundation/chain/rpc-types.js";
import type { CallDescription } from "../../../engine/inspect/description.js";
import { describeCall } from "../../../engine/inspect/proposals/calls.js";
import type { BlockReader } from "../../../engine/inspect/reading/block-reader.js";
import { jsonByName } from "../../../engine/inspect/reading/contract.js";
import { abiOf, describeContract } from "../../../engine/inspect/reading/identify.js";
import { isOutOfGas } from "../../../engine/inspect/reading/foreign-contracts.js";
import { gasLimitOf } from "../../../foundation/chain/gas-limit.js";
import {
  failedInside,
  innermostReason,
  reasonOf,
  type RawCall,
} from "../../../foundation/chain/raw-call.js";
import { whyCut } from "../chain/send-and-trace.js";
import type { Act } from "../passing/decide-on-fork.js";
import type { Session } from "../session.js";
import type { DecodedEvent, SimulatedTransaction, TracedCall } from "../simulation.js";

/** Common events. A stranger's contract that emits one most likely means the same. */
const COMMON = new Interface([
  "event Transfer(address indexed from, address indexed to, uint256 value)",
  "event Approval(address indexed owner, address indexed spender, uint256 value)",
  "event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)",
]);

/** Of NFTs, whose transfers have the same topic as a token's. */
const OF_NFTS = new Interface([
  "event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)",
  "event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)",
  "event ApprovalForAll(address indexed owner, address indexed operator, bool approved)",
  "event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)",
]);
/** `transfer`, `transferFrom`, `approve` and `increaseAllowance`, which may return false instead of reverting. */
const MAY_RETURN_FALSE: readonly string[] = Object.values(SELECTOR);
const FALSE = `0x${"0".repeat(64)}`;

/** What describes calls and events; the reader is of the last block of the fork. */
type Tracing = Pick<Session, "abis"> & { readonly reader: BlockReader };

/** Describes transactions of the fork, one by one. */
export async function describeStages(
  { chain, abis }: Pick<Session, "abis" | "chain">,
  acts: readonly Act[],
): Promise<readonly SimulatedTransaction[]> {
  const tracing: Tracing = { reader: await chain.reader(), abis };
  const most = gasLimitOf(BigInt(chain.origin.gasLimit));
  return await Promise.all(
    acts.map(async ({ stage, part, tried }): Promise<SimulatedTransaction> => {
      const { success, trace, logs, gasUsed, time, from, to, value, data } = tried;
      const failed = success ? failedInside(trace) : trace;
      const unknown = whyCut(tried);
      return {
        ...{ stage, part, time, from, to, value: String(value), data },
        outcome: unknown ? "not known" : success ? (failed ? "failed inside" : "done") : "refused",
        reason: unknown ?? (failed && innermostReason(failed)),
        gas: String(gasUsed),
        // Other gas limits, such as the 2,300 of a transfer, are the contracts' own.
        fits: gasUsed * 10n < most * 8n || !runsOut(trace),
        events: await Promise.all(logs.map((log) => describeEvent(tracing, log))),
        calls: await traceCall(tracing, trace),
      };
    }),
  );
}

function runsOut({ error = "", calls = [] }: RawCall): boolean {
  return isOutOfGas(error) || calls.some(runsOut);
}

/** Describes a call and all calls inside it, with names and values if their receivers are known. */
async function traceCall(tracing: Tracing, call: RawCall): Promise<TracedCall> {
  const { type, from, to = ZeroAddress, input, value = "0x0", gasUsed, calls = [] } = call;
  const asked = { to, data: input, value: BigInt(value) };
  const isCreation = type.startsWith("CREATE");
  const described: CallDescription = isCreation
    ? { to: await describeContract(tracing.reader, to), value: String(asked.value), data: "0x" }
    : await describeCall(tracing.reader, asked, tracing.abis);
  return {
    type,
    from: getAddress(from),
    ...described,
    gas: String(BigInt(gasUsed)),
    failed: reasonOf(call),
    returnsFalse:
      (call.output === FALSE && MAY_RETURN_FALSE.includes(input.slice(0, 10))) || undefined,
    calls: await Promise.all(calls.map((each) => traceCall(tracing, each))),
  };
}

async function describeEvent({ reader, abis }: Tracing, log: Log): Promise<DecodedEvent> {
  const emitter = await describeContract(reader, log.address);
  const raw = { emitter, topics: log.topics, data: log.data };
  const candidates = [
    ["code", abiOf(emitter)],
    ["given", abis.get(log.address.toLowerCase())],
    ["guess", COMMON],
    ["guess", OF_NFTS],
  ] as const;
  for (const [knownBy, abi] of candidates) {
    try {
      const event = abi && eventByTopic(abi, log.topics[0] ?? "");
      if (event === undefined) continue;
      const args = jsonByName(decodeEvent(abi!, event, log).toArray(true), event.inputs);
      return { ...raw, event: { name: event.name, args, knownBy } };
    } catch {
      // The event's data does not match its topic.
    }
  }
  return raw;
}
