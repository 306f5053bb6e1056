import { getAddress, toQuantity } from "ethers";

import { knownAbi } from "../../arc/known-abis.js";
import type { Eip1193Provider } from "../../chain/provider.js";
import type { ContractDescription, Inspection } from "../../inspect/description.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import { Turns } from "../../support/turns.js";
import { unlessAborted } from "../../support/unless-aborted.js";
import type {
  CreationDescription,
  StandAloneContract,
  TransactionDescription,
} from "./creation.js";

/** Limit for the blocks to search. If creating the DAO took longer, only its events are used. */
const MOST_BLOCKS = 600;
/** Blocks to search before the first event, because token and reputation are deployed there. */
const BEFORE = 40;
/** Requests at a time. */
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

type Request = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

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

export interface CreationOptions {
  /** Contracts that were deployed with the DAO and have no permissions. */
  readonly standAlone?: readonly StandAloneContract[];
  readonly signal?: AbortSignal;
}

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
  { standAlone = [], signal }: CreationOptions = {},
): Promise<CreationDescription> {
  const request: Request = async (method, ...params) =>
    await unlessAborted(provider.request({ method, params: [...params] }), signal);
  const known = knownTransactions(inspection);
  const [first] = known;
  if (first === undefined) {
    return { maker: "", transactions: [], missing: "No event says who created it." };
  }
  const named = await transactions(request, new Set(known.map(({ hash }) => hash)));
  const maker = named.find(({ hash }) => hash === first.hash)?.from;
  if (maker === undefined) throw new Error(`the node does not have the transaction ${first.hash}`);
  const own = named.filter(({ from }) => from.toLowerCase() === maker.toLowerCase());
  const from = Math.max(0, first.block - BEFORE);
  const to = Math.max(...own.map(({ blockNumber }) => Number(blockNumber)));
  const isShort = to - from < MOST_BLOCKS;
  const parts = partsOf(inspection, standAlone);
  const candidates = isShort ? await transactionsOf(request, maker, { from, to }) : own;
  const mined = (
    await inTurns(candidates, async (transaction): Promise<Mined | undefined> => {
      const receipt = await request("eth_getTransactionReceipt", transaction.hash);
      return receipt === null ? undefined : { transaction, receipt: receipt as Receipt };
    })
  ).filter((each) => each !== undefined);
  // Unless one contract created everything at once, avatar, token and reputation come before the first event.
  const start = mined.find(({ receipt }) => creates(receipt, parts.organization));
  const begin = Math.min(first.block, Number(start?.transaction.blockNumber ?? first.block));
  const found = mined.filter(
    ({ transaction, receipt }) =>
      own.some(({ hash }) => hash === transaction.hash) ||
      (Number(transaction.blockNumber) >= begin && belongs(transaction, receipt, parts)),
  );
  const times = new Map<string, number>();
  await inTurns(
    [...new Set(found.map(({ transaction }) => transaction.blockNumber))],
    async (block) => {
      const { timestamp } = (await request("eth_getBlockByNumber", block, false)) as {
        timestamp: string;
      };
      times.set(block, Number(timestamp));
    },
  );
  return {
    maker: getAddress(maker),
    transactions: found.map(({ transaction, receipt }) =>
      describe(transaction, receipt, times.get(transaction.blockNumber)!, parts),
    ),
    ...(!isShort && {
      missing: `Creation took more than ${MOST_BLOCKS} blocks: only transactions that registered something are listed.`,
    }),
  };
}

/** Transactions that registered or listed something before the first proposal, oldest first. */
function knownTransactions(inspection: Inspection): readonly { hash: string; block: number }[] {
  const { proposals, schemes, listings } = inspection;
  const [oldest] = isNotRead(proposals) ? [] : proposals;
  const end = oldest?.block ?? Infinity;
  return [
    ...schemes.flatMap(({ history }) => history),
    ...(isNotRead(listings) ? [] : listings.flatMap(({ entries }) => entries)),
  ]
    .filter(({ block }) => block < end)
    .toSorted((one, other) => one.block - other.block)
    .map(({ transaction, block }) => ({ hash: transaction, block }));
}

async function transactions(
  request: Request,
  hashes: ReadonlySet<string>,
): Promise<readonly Transaction[]> {
  const found = await inTurns(
    [...hashes],
    async (hash) => (await request("eth_getTransactionByHash", hash)) as Transaction | null,
  );
  return found.filter((each) => each !== null);
}

async function transactionsOf(
  request: Request,
  maker: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly Transaction[]> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const blocks = await inTurns(
    numbers,
    async (number) =>
      (await request("eth_getBlockByNumber", toQuantity(number), true)) as {
        readonly transactions: readonly Transaction[];
      } | null,
  );
  return blocks.flatMap((block) =>
    (block?.transactions ?? []).filter((each) => each.from.toLowerCase() === maker.toLowerCase()),
  );
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
  const { globalConstraints } = inspection;
  const byAddress = (contracts: readonly ContractDescription[]) =>
    new Map(contracts.map((each) => [each.address.toLowerCase(), each]));
  const constraints = isNotRead(globalConstraints) ? [] : globalConstraints;
  const organization = [avatar, controller, token.contract, reputation.contract];
  return {
    organization: byAddress(organization),
    own: byAddress([
      ...organization,
      ...standAlone.map(({ name, address }) => ({ name, address, code: "unknown" as const })),
      ...schemes.flatMap(({ parameters }) =>
        parameters === undefined || isNotRead(parameters)
          ? []
          : (parameters.refersTo ?? []).map(({ contract }) => contract),
      ),
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
  transaction: Transaction,
  receipt: Receipt,
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

/** Runs a few at a time, and keeps the order. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const turns = new Turns(AT_ONCE);
  return await Promise.all(
    items.map(async (item) => await turns.run(async () => await work(item))),
  );
}
