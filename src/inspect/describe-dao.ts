import { getAddress, zeroPadValue, ZeroAddress } from "ethers";

import {
  decodeEvents,
  decodeResult,
  encodeCall,
  eventTopic,
  functionEntry,
  type DecodedEvent,
} from "../arc/abi.js";
import type { ArcRelease } from "../arc/artifact.js";
import type { Eip1193Provider } from "../chain/provider.js";
import type { Founder } from "../params/parameters.js";
import type { BaseResult, OrganizationResult } from "../result/result.js";
import {
  PROPOSAL_STATES,
  type DaoDescription,
  type ProposalDescription,
  type ProposalState,
  type Side,
} from "../voice/narration/story.js";
import { hasQueue } from "../arc/features.js";

interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: string;
  readonly transactionHash: string;
}

/** Up to alpha.58, GenesisProtocol has no queue: its first state is called pre-boosted. */
const STATES_WITHOUT_QUEUE: readonly ProposalState[] = [
  "None",
  "ExpiredInQueue",
  "Executed",
  "Queued",
  "Boosted",
  "QuietEndingPeriod",
];

/** A DAO of a result file, and what is needed to read it. */
export interface DaoOnChain {
  readonly provider: Eip1193Provider;
  readonly network: string;
  readonly release: ArcRelease;
  readonly base: BaseResult;
  readonly dao: OrganizationResult;
}

/** Reads a DAO from the chain: its founders, schemes and proposals. */
export async function describeDao(chain: DaoOnChain): Promise<DaoDescription> {
  const { dao, network } = chain;
  const proposed = await readEvents(
    chain,
    "GenesisProtocol",
    chain.base.GenesisProtocol,
    "NewProposal",
    [null, zeroPadValue(dao.Avatar, 32)],
  );
  const firstProposal = proposed[0]?.log.blockNumber;
  const text = async (functionName: string) =>
    (await read(chain, "DAOToken", dao.NativeToken, functionName)) as string;
  const supply = async (name: string, address: string) =>
    (await read(chain, name, address, "totalSupply")) as bigint;
  return {
    name: dao.name,
    network,
    avatar: dao.Avatar,
    token: {
      name: await text("name"),
      symbol: await text("symbol"),
      totalSupply: await supply("DAOToken", dao.NativeToken),
    },
    totalReputation: await supply("Reputation", dao.NativeReputation),
    founders: await readFounders(chain, firstProposal ?? "latest"),
    schemes: await Promise.all(
      dao.Schemes.map(async ({ name, address }) => ({
        name,
        address,
        permissions: (await read(
          chain,
          chain.dao.Controller === chain.base.UController ? "UController" : "Controller",
          dao.Controller,
          "getSchemePermissions",
          [address, dao.Avatar],
        )) as string,
      })),
    ),
    proposals: await Promise.all(proposed.map((event) => readProposal(chain, event))),
  };
}

/** Accounts that got tokens or reputation before the DAO could decide anything. */
async function readFounders(chain: DaoOnChain, until: string): Promise<Founder[]> {
  const { dao } = chain;
  const founders = new Map<string, { tokens: bigint; reputation: bigint }>();
  const give = (address: string, amount: { tokens?: bigint; reputation?: bigint }) => {
    const had = founders.get(address) ?? { tokens: 0n, reputation: 0n };
    founders.set(address, {
      tokens: had.tokens + (amount.tokens ?? 0n),
      reputation: had.reputation + (amount.reputation ?? 0n),
    });
  };
  const minted = await readEvents(chain, "Reputation", dao.NativeReputation, "Mint", [], until);
  for (const { values } of minted) {
    const [address, reputation] = Object.values(values) as [string, bigint];
    give(address, { reputation });
  }
  const transferred = await readEvents(chain, "DAOToken", dao.NativeToken, "Transfer", [], until);
  for (const { values } of transferred) {
    const [from, to, tokens] = Object.values(values) as [string, string, bigint];
    if (from === ZeroAddress) give(to, { tokens });
  }
  return [...founders].map(([address, amounts]) => ({ address, ...amounts }));
}

async function readProposal(
  chain: DaoOnChain,
  { values }: DecodedEvent<Log>,
): Promise<ProposalDescription> {
  const { GenesisProtocol } = chain.base;
  const id = values._proposalId as string;
  const onMachine = async (name: string) =>
    await readEvents(chain, "GenesisProtocol", GenesisProtocol, name, [id]);
  const votes = await onMachine("VoteProposal");
  const stakes = await onMachine("Stake");
  const executed = await onMachine("ExecuteProposal");
  const [decision] = executed.map((event) => event.values._decision as bigint);
  const state = Number(await read(chain, "GenesisProtocol", GenesisProtocol, "state", [id]));
  const states = hasQueue(chain.release.artifact("GenesisProtocol"))
    ? PROPOSAL_STATES
    : STATES_WITHOUT_QUEUE;
  return {
    id,
    scheme: await findScheme(chain, id),
    state: states[state] ?? "None",
    ...(decision !== undefined && { outcome: sideOf(decision) }),
    votes: votes.map((vote) => ({
      voter: vote.values._voter as string,
      side: sideOf(vote.values._vote as bigint),
      reputation: vote.values._reputation as bigint,
    })),
    stakes: stakes.map((stake) => ({
      staker: stake.values._staker as string,
      side: sideOf(stake.values._vote as bigint),
      amount: stake.values._amount as bigint,
    })),
  };
}

/** The scheme of a proposal: the contract that the voting machine calls back. */
async function findScheme(chain: DaoOnChain, proposalId: string): Promise<string | undefined> {
  const entry = functionEntry(chain.release.artifact("GenesisProtocol"), "proposals");
  const position = (entry.outputs ?? []).findIndex(({ name }) => name === "callbacks");
  if (position < 0) return undefined;
  const values = (await read(chain, "GenesisProtocol", chain.base.GenesisProtocol, "proposals", [
    proposalId,
  ])) as readonly unknown[];
  return chain.dao.Schemes.find(({ address }) => address === values[position])?.name;
}

function sideOf(vote: bigint): Side {
  return vote === 1n ? "for" : "against";
}

/** Events of one contract, oldest first. */
async function readEvents(
  { provider, release }: DaoOnChain,
  contractName: string,
  address: string,
  eventName: string,
  topics: readonly (string | null)[] = [],
  toBlock = "latest",
): Promise<DecodedEvent<Log>[]> {
  const artifact = release.artifact(contractName);
  const topic = eventTopic(artifact, eventName);
  if (topic === undefined) return [];
  const filter = {
    address: getAddress(address),
    topics: [topic, ...topics],
    fromBlock: "0x0",
    toBlock,
  };
  const logs = (await provider.request({ method: "eth_getLogs", params: [filter] })) as Log[];
  return decodeEvents({ artifact, address }, eventName, logs);
}

async function read(
  { provider, release }: DaoOnChain,
  contractName: string,
  address: string,
  functionName: string,
  args: readonly unknown[] = [],
): Promise<unknown> {
  const entry = functionEntry(release.artifact(contractName), functionName);
  const call = { to: address, data: encodeCall(entry, args) };
  const data = await provider.request({ method: "eth_call", params: [call, "latest"] });
  const results = decodeResult(entry, data as string);
  return results.length === 1 ? results[0] : results;
}
