import { getAddress, Interface, ZeroAddress } from "ethers";

import { runsForeignCode } from "../../../foundation/chain/code-steps.js";
import { hashOf } from "../../../foundation/chain/hash.js";
import { proxyAt } from "../../../foundation/chain/proxy.js";
import type {
  AccountDescription,
  Inspection,
  ProxyDescription,
  Inspected,
} from "../description.js";
import { attempt, ifRead } from "../reading/attempt.js";
import type { BlockReader } from "../reading/block-reader.js";
import { describeContract, isUnproven, openContract } from "../reading/identify.js";
import { openForeign } from "../reading/foreign-contracts.js";
import { addressesIn } from "../schemes/referred-contracts.js";

/** What wallets and owned contracts answer. */
const OWNED = new Interface([
  "function owner() view returns (address)",
  "function getOwners() view returns (address[])",
  "function getThreshold() view returns (uint256)",
]);
/** How many of the fewest holders that can pass a proposal are looked at, for each scheme. */
const MOST_HOLDERS = 10;
/** An owner may have an owner, and so on. */
const MOST_STEPS = 4;
const MOST_ACCOUNTS = 100;

type Organization = Pick<Inspection, "avatar" | "controller" | "token" | "reputation">;
type Decided = Organization &
  Pick<Inspection, "schemes" | "votingMachines" | "globalConstraints" | "control" | "allowances">;
/**
 * Reads what is at the accounts that decide something about a DAO, at what is of unknown code of its own contracts and of
 * those that schemes are set up with, at the tokens that are staked, and at those behind them.
 */
export async function readAccounts(
  reader: BlockReader,
  dao: Decided,
): Promise<readonly AccountDescription[]> {
  const seen = new Set(ownContracts(dao));
  const found = await follow(reader, decidingAccounts(dao), seen);
  const setUpWith = dao.schemes.flatMap(({ registered, parameters }) =>
    registered ? addressesIn(ifRead(parameters)?.values ?? {}) : [],
  );
  const staked = dao.votingMachines.flatMap(
    ({ stakingToken }) => ifRead(stakingToken)?.address ?? [],
  );
  const others = [...new Set([...staked, ...setUpWith])].slice(0, MOST_ACCOUNTS);
  const described = await Promise.all(others.map((each) => describeContract(reader, each)));
  const all = [...partsOf(dao), ...described];
  const unproven = all.filter(isUnproven).map(({ address }) => address);
  found.push(...(await follow(reader, unproven, seen)));
  return found.sort((a, b) => (a.contract.address < b.contract.address ? -1 : 1));
}

/** @param seen accounts that are left out; those that are followed are added */
async function follow(
  reader: BlockReader,
  accounts: readonly string[],
  seen: Set<string>,
): Promise<AccountDescription[]> {
  const found: AccountDescription[] = [];
  const most = seen.size + MOST_ACCOUNTS;
  let next = accounts;
  for (let step = 0; step < MOST_STEPS && seen.size < most; step++) {
    const fresh = [...new Set(next)].filter((each) => each !== ZeroAddress && !seen.has(each));
    const described = await Promise.all(
      fresh.slice(0, MOST_ACCOUNTS).map(async (address) => await describeAccount(reader, address)),
    );
    for (const address of fresh) seen.add(address);
    const read = described.filter((each) => each !== undefined);
    found.push(...read);
    next = read.flatMap(behind);
  }
  return found;
}

function partsOf({ avatar, controller, token, reputation }: Organization) {
  return [avatar, controller, token.contract, reputation.contract];
}

/** The contracts of the DAO whose rules an inspection tells in full. */
function ownContracts(dao: Decided): readonly string[] {
  const others = [...dao.schemes, ...dao.votingMachines].map(({ contract }) => contract);
  const known = [...partsOf(dao), ...others].filter(({ code }) => code === "arc");
  return known.map(({ address }) => address);
}

function decidingAccounts(dao: Decided): readonly string[] {
  const { schemes, votingMachines, token, reputation, control, allowances } = dao;
  const rules = [...votingMachines, ...(ifRead(dao.globalConstraints) ?? [])];
  return [
    ...rules.filter(({ contract }) => isUnproven(contract)).map(({ contract }) => contract.address),
    ...schemes.flatMap(({ registered, contract, parameters }) => {
      if (!registered) return [];
      const { owner, refersTo = [], values = {} } = ifRead(parameters) ?? {};
      const heir = values.newAvatar;
      return [
        contract.address,
        ifRead(owner),
        typeof heir === "string" ? heir : undefined,
        ...refersTo.map((each) => ifRead(each.owner)),
      ];
    }),
    ifRead(token.owner),
    ifRead(reputation.owner),
    ...(ifRead(control) ?? []).flatMap(({ accounts }) => accounts.slice(0, MOST_HOLDERS)),
    ...(ifRead(allowances) ?? []).map(({ spender }) => spender),
  ].flatMap((address) => (address === undefined ? [] : getAddress(address)));
}

function behind({ proxy, owner, owners = [] }: AccountDescription): readonly string[] {
  return [owner, ifRead(proxy)?.admin, ifRead(proxy)?.beacon, ...owners].filter(
    (each) => each !== undefined,
  );
}

async function describeAccount(
  reader: BlockReader,
  address: string,
): Promise<AccountDescription | undefined> {
  const contract = await describeContract(reader, address);
  const { code, delegate } = contract;
  if (code === "account" && delegate === undefined) return undefined;
  const said = openForeign(reader, address, OWNED);
  const unknown = code === "unknown" ? await reader.code(address) : undefined;
  const isUnknown = unknown !== undefined;
  const hasOwner = isUnknown || openContract(reader, contract)?.has("owner") === true;
  const [proxy, ...answers] = await Promise.all([
    unknown === undefined ? undefined : attempt(() => readProxy(reader, address, unknown)),
    isUnknown ? said.answer("getOwners") : undefined,
    isUnknown ? said.answer("getThreshold") : undefined,
    hasOwner ? said.answer("owner") : undefined,
  ]);
  const [owners, threshold, owner] = answers as [string[]?, bigint?, string?];
  const isWallet = owners !== undefined && threshold !== undefined && threshold <= owners.length;
  return {
    contract,
    codeHash: unknown && hashOf(unknown),
    runsForeignCode: (unknown && proxy === undefined && runsForeignCode(unknown)) || undefined,
    proxy,
    owner: owner === ZeroAddress || isWallet ? undefined : owner,
    ...(isWallet && { owners: [...owners], threshold: Number(threshold) }),
  };
}

async function readProxy(
  reader: BlockReader,
  address: string,
  code: string,
): Promise<Inspected<ProxyDescription> | undefined> {
  const proxy = await proxyAt(address, code, reader);
  if (proxy === undefined) return undefined;
  const { kind, implementation, canChange, admin, beacon } = proxy;
  return {
    kind,
    implementation: await describeContract(reader, implementation),
    canChange,
    admin: admin && getAddress(admin),
    beacon: beacon && getAddress(beacon),
  };
}
