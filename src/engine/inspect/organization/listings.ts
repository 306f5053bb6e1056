import { getAddress, Interface, zeroPadValue } from "ethers";

import { eventByTopic } from "../../../foundation/arc/abi-index.js";
import { decodeEvent } from "../../../foundation/arc/decode-event.js";
import type { ChainLog } from "../../../foundation/chain/logs/log.js";
import { networkOf } from "../../../foundation/chain/networks.js";
import { knownEntries } from "../../../foundation/result/known-deployments.js";
import type { ListingDescription, Inspected } from "../description.js";
import { attempt, isNotRead } from "../reading/attempt.js";
import type { BlockReader } from "../reading/block-reader.js";
import { byPlace, type ContractEvent } from "../reading/contract.js";
import { describeContract } from "../reading/identify.js";
import { openForeign } from "../reading/foreign-contracts.js";
import { momentOf } from "./earlier-controllers.js";

type Entry = ListingDescription["entries"][number];

/** The ABI of the lists of all releases; each list has a part of it. */
const LIST = new Interface([
  "event Propose(address indexed _avatar)",
  "event Register(address indexed _avatar, string _name)",
  "event UnRegister(address indexed _avatar)",
  "event TrackDAO(address indexed _avatar, address _controller, address _reputation, address _daoToken)",
  "event TrackDAO(address indexed _avatar, address _controller, address _reputation, address _daoToken, address _sender, string _arcVersion)",
  "event BlacklistDAO(address indexed _avatar, string _explanationHash)",
  "event ResetDAO(address indexed _avatar, string _explanationHash)",
  "event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)",
  "function owner() view returns (address)",
  "function blacklisted(address avatar) view returns (bool)",
]);
const LISTS = ["DAORegistry", "DAOTracker"];
const EVENTS: Readonly<Record<string, Entry["event"]>> = {
  Propose: "proposed",
  Register: "registered",
  UnRegister: "unregistered",
  TrackDAO: "tracked",
  BlacklistDAO: "blacklisted",
  ResetDAO: "reset",
};
const TEXTS = ["_name", "_arcVersion", "_explanationHash"];
/** Only the owner of a list can emit these. */
const BY_OWNER: readonly Entry["event"][] = ["registered", "unregistered", "blacklisted", "reset"];

/**
 * Reads an avatar's entries in lists of DAOs, ordered by address. The lists are found by their events.
 * @param isShort whether to search every contract of the chain, not only known lists
 * @throws Error if no list is known
 */
export async function readListings(
  reader: BlockReader,
  avatar: string,
  isShort: boolean,
): Promise<readonly ListingDescription[]> {
  const wanted: string[] = [];
  LIST.forEachEvent(({ name, topicHash }) => {
    if (Object.hasOwn(EVENTS, name)) wanted.push(topicHash);
  });
  const known = await knownLists(reader.chainId);
  if (!isShort && known.size === 0) {
    throw new Error(
      "lists of DAOs were not searched, because the node returns few blocks at a time; use another node, or --from-block",
    );
  }
  const logs = await reader.logs({
    ...(!isShort && { address: [...known] }),
    topics: [wanted, zeroPadValue(avatar, 32)],
  });
  const found = await Promise.all(
    [...Map.groupBy(logs, ({ address }) => address)].map(([address, own]) =>
      describeListing(reader, avatar, own, known.has(address)),
    ),
  );
  return found
    .filter((listing) => listing !== undefined)
    .sort((a, b) => (a.contract.address < b.contract.address ? -1 : 1));
}

/** Any contract can emit such events, so only contracts with the code of a list count. */
async function describeListing(
  reader: BlockReader,
  avatar: string,
  logs: readonly ChainLog[],
  known: boolean,
): Promise<ListingDescription | undefined> {
  const list = openForeign(reader, logs[0]!.address, LIST);
  const contract = await describeContract(reader, list.address);
  if (!known && !LISTS.includes(contract.name ?? "")) return undefined;
  const [transfers, owner] = await Promise.all([
    attempt(() => list.events(["OwnershipTransferred"])),
    attempt(async () => String(await list.value("owner"))),
  ]);
  const entries = await Promise.all(
    parsed(logs).map(async ({ log, name, fragment, args }): Promise<Entry> => {
      const has = (field: string): boolean => fragment.inputs.some((each) => each.name === field);
      const event = EVENTS[name]!;
      const sender = has("_sender") ? String(args._sender) : undefined;
      const by = BY_OWNER.includes(event) ? ownerAt(log, transfers, owner) : sender;
      const field = TEXTS.find(has);
      const text = field === undefined ? "" : String(args[field]);
      const moment = await momentOf(reader, { log });
      return { event, ...moment, by, text: text === "" ? undefined : text };
    }),
  );
  const last = entries.filter(({ event }) => /registered$/.test(event)).at(-1);
  const name = last?.event === "registered" ? (last.text ?? "") : undefined;
  const blacklisted =
    contract.name === "DAOTracker"
      ? await attempt(async () => (await list.value("blacklisted", avatar)) === true)
      : undefined;
  return { contract, known, owner, name, blacklisted, entries };
}

/** Entries with their values; without those that have another form than a list's. */
function parsed(logs: readonly ChainLog[]) {
  return logs.flatMap((log) => {
    try {
      const fragment = eventByTopic(LIST, log.topics[0] ?? "")!;
      return [{ log, name: fragment.name, fragment, args: decodeEvent(LIST, fragment, log) }];
    } catch {
      return [];
    }
  });
}

/**
 * The owner of a list at the time of an event. Looks at later transfers, so that earlier events need not be searched.
 */
function ownerAt(
  log: ChainLog,
  transfers: Inspected<readonly ContractEvent[]>,
  now: Inspected<string>,
): Inspected<string> {
  if (isNotRead(transfers)) return transfers;
  const next = transfers.find((each) => byPlace(log, each.log) < 0);
  return next === undefined ? now : String(next.values.previousOwner);
}

async function knownLists(chainId: number): Promise<ReadonlySet<string>> {
  const entries = await knownEntries(networkOf(chainId).name);
  const addresses = entries.flatMap(({ base }) => [base?.DAORegistry, base?.DAOTracker]);
  return new Set(addresses.filter((each) => each !== undefined).map((each) => getAddress(each)));
}
