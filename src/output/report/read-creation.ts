import { getAddress, toQuantity } from "ethers";

import { isSameAddress } from "../../foundation/chain/same-address.js";
import { knownAbi } from "../../foundation/arc/known-abis.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import type { ContractDescription, Inspection } from "../../engine/inspect/description.js";
import { ifRead } from "../../engine/inspect/reading/attempt.js";
import { Turns } from "../../foundation/support/turns.js";
import { unlessAborted } from "../../foundation/support/unless-aborted.js";

/** How a DAO was created, as far as the chain shows. */
export interface CreationDescription {
  /** The account that sent the first of its transactions. */
  readonly maker: string;
  /** Oldest first. */
  readonly transactions: readonly TransactionDescription[];
  /** Which transactions may be missing, as a sentence; absent if all were searched. */
  readonly missing?: string;
}

interface TransactionDescription {
  readonly hash: string;
  readonly block: number;
  /** UNIX seconds. */
  readonly time: number;
  /** What it did, as a phrase. */
  readonly what: string;
  readonly gas: string;
  /** Wei, including a rollup's fee for its data. */
  readonly cost: string;
  readonly failed: boolean;
}

/** A contract that a migration deployed beside the DAO and that has no permissions, from the result file. */
export interface StandAloneContract {
  readonly name: string;
  readonly address: string;
}

/** Limit for the blocks to search. If creating the DAO took longer, only its events are used. */
const MOST_BLOCKS = 600;
/** Blocks to search before the first event, because token and reputation are deployed there. */
const BEFORE = 40;
const AT_ONCE = 8;
/** Contracts that create others, and that no contract of the DAO refers to. */
const MAKERS = [
  "DaoCreator",
  "ControllerCreator",
  "DAOTracker",
  "DAORegistry",
  "GenericSchemeMultiCallFactory",
  "CompetitionFactory",
  "ContinuousLocking4ReputationFactory",
];

interface Transaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly input: string;
  readonly blockNumber: string;
  readonly gasPrice?: string;
}

interface Receipt {
  readonly status?: string;
  readonly contractAddress?: string | null;
  readonly gasUsed: string;
  readonly effectiveGasPrice?: string;
  /** Only on some rollups. */
  readonly l1Fee?: string;
  readonly logs: readonly { readonly address: string }[];
}

/** What a node says of a block, a transaction or a receipt; null if it does not have it. */
type Request = <Answer>(method: string, ...params: readonly unknown[]) => Promise<Answer | null>;

interface Mined {
  readonly transaction: Transaction;
  readonly receipt: Receipt;
}

/**
 * Reads the transactions that created a DAO. They were sent by the account that created its controller, from then until
 * its last registration before the first proposal, and deployed, called or touched a contract of the DAO.
 * @throws Error if the node does not have the first of them
 */
export async function readCreation(
  provider: Eip1193Provider,
  inspection: Inspection,
  standAlone: readonly StandAloneContract[] = [],
  signal?: AbortSignal,
): Promise<CreationDescription> {
  const turns = new Turns(AT_ONCE);
  const request: Request = async <Answer>(method: string, ...params: readonly unknown[]) =>
    await turns.run(async () => {
      const answer = provider.request({ method, params: [...params] });
      return (await unlessAborted(answer, signal)) as Answer | null;
    });
  const known = knownTransactions(inspection);
  const [first] = known;
  if (first === undefined) {
    return { maker: "", transactions: [], missing: "No event says who created it." };
  }
  const named = await all([...new Set(known.map(({ hash }) => hash))], async (hash) =>
    request<Transaction>("eth_getTransactionByHash", hash),
  );
  const maker = named.find(({ hash }) => hash === first.hash)?.from;
  if (maker === undefined) throw new Error(`the node does not have the transaction ${first.hash}`);
  const own = named.filter(({ from }) => isSameAddress(from, maker));
  const from = Math.max(0, first.block - BEFORE);
  const to = Math.max(...own.map(({ blockNumber }) => Number(blockNumber)));
  const isShort = to - from < MOST_BLOCKS;
  const parts = partsOf(inspection, standAlone);
  const candidates = isShort ? await transactionsOf(request, maker, { from, to }) : own;
  const mined = await all(candidates, async (transaction): Promise<Mined | null> => {
    const receipt = await request<Receipt>("eth_getTransactionReceipt", transaction.hash);
    return receipt && { transaction, receipt };
  });
  // Unless one contract created everything at once, avatar, token and reputation come before the first event.
  const start = mined.find(({ receipt }) => creates(receipt, parts.organization));
  const begin = Math.min(first.block, Number(start?.transaction.blockNumber ?? first.block));
  const found = mined.filter(
    ({ transaction, receipt }) =>
      own.some(({ hash }) => hash === transaction.hash) ||
      (Number(transaction.blockNumber) >= begin && belongs(transaction, receipt, parts)),
  );
  const numbers = new Set(found.map(({ transaction }) => transaction.blockNumber));
  const times = await all([...numbers], async (number) => {
    const block = await request<{ timestamp: string }>("eth_getBlockByNumber", number, false);
    return [number, Number(block!.timestamp)] as const;
  });
  const timeOf = new Map(times);
  const missing = `Creation took more than ${MOST_BLOCKS} blocks: only transactions that registered something are listed.`;
  return {
    maker: getAddress(maker),
    transactions: found.map((each) =>
      describe(each, timeOf.get(each.transaction.blockNumber)!, parts),
    ),
    missing: isShort ? undefined : missing,
  };
}

/** What there is of each item, in their order. */
async function all<Item, Found>(
  items: readonly Item[],
  read: (item: Item) => Promise<Found | null>,
): Promise<Found[]> {
  return (await Promise.all(items.map(read))).filter((each) => each !== null);
}

/** Transactions that registered or listed something before the first proposal, oldest first. */
function knownTransactions(inspection: Inspection): readonly { hash: string; block: number }[] {
  const { proposals, schemes, listings } = inspection;
  const end = ifRead(proposals)?.[0]?.block ?? Infinity;
  return [
    ...schemes.flatMap(({ history }) => history),
    ...(ifRead(listings) ?? []).flatMap(({ entries }) => entries),
  ]
    .filter(({ block }) => block < end)
    .toSorted((one, other) => one.block - other.block)
    .map(({ transaction, block }) => ({ hash: transaction, block }));
}

async function transactionsOf(
  request: Request,
  maker: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly Transaction[]> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => toQuantity(from + index));
  const blocks = await all(numbers, async (number) =>
    request<{ transactions: readonly Transaction[] }>("eth_getBlockByNumber", number, true),
  );
  return blocks
    .flatMap(({ transactions = [] }) => transactions)
    .filter(({ from }) => isSameAddress(from, maker));
}

/** Contracts of the DAO by address in lower case: its own, and those that it shares with others. */
interface Parts {
  /** Avatar, controller, token and reputation. */
  readonly organization: ReadonlyMap<string, ContractDescription>;
  readonly own: ReadonlyMap<string, ContractDescription>;
  readonly shared: ReadonlyMap<string, ContractDescription>;
}

function partsOf(inspection: Inspection, standAlone: readonly StandAloneContract[]): Parts {
  const { avatar, controller, token, reputation, schemes, votingMachines } = inspection;
  const byAddress = (contracts: readonly ContractDescription[]) =>
    new Map(contracts.map((each) => [each.address.toLowerCase(), each]));
  const constraints = ifRead(inspection.globalConstraints) ?? [];
  const organization = [avatar, controller, token.contract, reputation.contract];
  return {
    organization: byAddress(organization),
    own: byAddress([
      ...organization,
      ...standAlone.map(({ name, address }) => ({ name, address, code: "unknown" as const })),
      ...schemes
        .flatMap(({ parameters }) => ifRead(parameters)?.refersTo ?? [])
        .map(({ contract }) => contract),
      ...schemes.map(({ contract }) => contract).filter(({ code }) => code !== "account"),
    ]),
    shared: byAddress([...votingMachines, ...constraints].map(({ contract }) => contract)),
  };
}

function creates({ contractAddress }: Receipt, contracts: Parts["own"]): boolean {
  return contractAddress !== null && contracts.has((contractAddress ?? "").toLowerCase());
}

function belongs({ to }: Transaction, receipt: Receipt, { own, shared }: Parts): boolean {
  if (to === null) return creates(receipt, own);
  const target = to.toLowerCase();
  return (
    own.has(target) ||
    shared.has(target) ||
    receipt.logs.some(({ address }) => own.has(address.toLowerCase()))
  );
}

function describe(
  { transaction, receipt }: Mined,
  time: number,
  parts: Parts,
): TransactionDescription {
  const price = BigInt(receipt.effectiveGasPrice ?? transaction.gasPrice ?? 0);
  const cost = BigInt(receipt.gasUsed) * price + BigInt(receipt.l1Fee ?? 0);
  return {
    hash: transaction.hash,
    block: Number(transaction.blockNumber),
    time,
    what: whatOf(transaction, receipt, parts),
    gas: String(BigInt(receipt.gasUsed)),
    cost: String(cost),
    failed: receipt.status === "0x0",
  };
}

function whatOf(
  { to, input }: Transaction,
  { contractAddress }: Receipt,
  { own, shared }: Parts,
): string {
  if (to === null) {
    const created = contractAddress?.toLowerCase() ?? "";
    const name = own.get(created)?.name ?? "a contract of unknown code";
    return `deployed ${name} ${getAddress(created)}`;
  }
  const target = own.get(to.toLowerCase()) ?? shared.get(to.toLowerCase());
  const names = target?.name === undefined ? MAKERS : [target.name];
  for (const name of names) {
    const found = knownAbi(name, target?.releases?.at(-1))?.getFunction(input.slice(0, 10));
    if (found) return `called ${found.name} of ${name} ${getAddress(to)}`;
  }
  return `called ${input.slice(0, 10)} of ${getAddress(to)}`;
}
