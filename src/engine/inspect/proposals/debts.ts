import { ERC20 } from "../../../foundation/chain/erc20.js";
import { describeStakingToken } from "../assets/describe-assets.js";
import type {
  DebtDescription,
  OwesDescription,
  PromisedAsset,
  ProposalDescription,
  RedeemableDescription,
  Inspected,
  VotingMachineDescription,
} from "../description.js";
import { attempt, ifRead, isNotRead } from "../reading/attempt.js";
import type { BlockReader } from "../reading/block-reader.js";
import { openForeign } from "../reading/foreign-contracts.js";

const ORDER: readonly PromisedAsset[] = ["ether", "token", "own token", "reputation"];

interface Claim {
  readonly of: PromisedAsset;
  readonly token?: string;
  readonly amount: bigint;
  readonly due: bigint;
  readonly proposal: string;
}

export function tokensAskedFor(
  proposals: Inspected<readonly ProposalDescription[]>,
): readonly string[] {
  if (isNotRead(proposals)) return [];
  return proposals.flatMap(({ requests }) =>
    !isNotRead(requests) && requests.kind === "reward" ? (requests.externalToken ?? []) : [],
  );
}

/** Compares what a DAO still owes, in each currency, with what its avatar has now. */
export async function readDebts(
  reader: BlockReader,
  avatar: string,
  proposals: readonly ProposalDescription[],
  machines: readonly VotingMachineDescription[],
): Promise<OwesDescription> {
  const unknown = proposals.flatMap((proposal) => {
    const { id, state, unpaid, redeemable } = proposal;
    return [state, promise(proposal), unpaid, redeemable, bountyToken(proposal, machines)]
      .filter((part) => isNotRead(part))
      .slice(0, 1)
      .map((why) => ({ proposal: id, why }));
  });
  const claims = proposals.flatMap((proposal) => claimsOf(proposal, machines));
  const currencyOf = ({ of, token = "" }: Claim) => `${ORDER.indexOf(of)} ${token}`;
  const byCurrency = Map.groupBy(claims, currencyOf);
  const sorted = [...byCurrency].sort(([a], [b]) => (a < b ? -1 : 1));
  const debts = await Promise.all(sorted.map(([, own]) => describeDebt(reader, avatar, own)));
  return { debts, unknown };
}

/** What a proposal that passed asked for, unless only its own scheme could know. */
function promise({ decision, requests }: ProposalDescription): Inspected<unknown> {
  const isKnown = !isNotRead(requests) || requests.unknowable === true;
  return decision !== "for" || isKnown ? undefined : requests;
}

function claimsOf(
  { id, unpaid, redeemable, votingMachine }: ProposalDescription,
  machines: readonly VotingMachineDescription[],
): readonly Claim[] {
  const staked = ifRead(stakingTokenOf(votingMachine, machines));
  const claims: Claim[] = (ifRead(unpaid) ?? []).flatMap(({ of, token, amount, due, heldBy }) =>
    heldBy === undefined
      ? [{ of, token, amount: BigInt(amount), due: BigInt(due), proposal: id }]
      : [],
  );
  for (const each of ifRead(redeemable) ?? []) {
    const made = BigInt(each.reputation);
    const bounty = promisedBounty(each);
    claims.push({ of: "reputation", amount: made, due: made, proposal: id });
    if (staked === undefined) continue;
    claims.push({ of: "token", token: staked.address, amount: bounty, due: bounty, proposal: id });
  }
  // Reputation to be burned is not a debt of the DAO.
  return claims.filter(({ amount }) => amount > 0n);
}

function stakingTokenOf(
  machine: string,
  machines: readonly VotingMachineDescription[],
): VotingMachineDescription["stakingToken"] {
  return machines.find(({ contract }) => contract.address === machine)?.stakingToken;
}

/** The token of the bounties that a proposal owes; undefined if it owes none. */
function bountyToken(
  { redeemable, votingMachine }: ProposalDescription,
  machines: readonly VotingMachineDescription[],
): VotingMachineDescription["stakingToken"] {
  return owesBounty({ redeemable }) ? stakingTokenOf(votingMachine, machines) : undefined;
}

/** Whether the DAO has promised bounties for a proposal, which it may be too poor to pay. */
export function owesBounty({ redeemable }: Pick<ProposalDescription, "redeemable">): boolean {
  return (ifRead(redeemable) ?? []).some((each) => promisedBounty(each) > 0n);
}

/** The bounty that the DAO owes an account, whether it has it or not. */
function promisedBounty({
  daoBounty,
  daoBountyPromised = daoBounty,
}: RedeemableDescription): bigint {
  return BigInt(daoBountyPromised);
}

async function describeDebt(
  reader: BlockReader,
  avatar: string,
  claims: readonly Claim[],
): Promise<DebtDescription> {
  const { of, token } = claims[0]!;
  const amount = claims.reduce((all, each) => all + each.amount, 0n);
  const contract = token === undefined ? undefined : openForeign(reader, token, ERC20);
  const has = await attempt(async () => {
    if (of === "ether") return await reader.balance(avatar);
    return (await contract?.value("balanceOf", avatar)) as bigint | undefined;
  });
  const isShort = typeof has === "bigint" && has < amount;
  return {
    of,
    token: contract && (await describeStakingToken(contract)),
    amount: String(amount),
    due: String(claims.reduce((all, { due }) => all + due, 0n)),
    has: typeof has === "bigint" ? String(has) : has,
    missing: isShort ? String(amount - has) : undefined,
    proposals: [...new Set(claims.map(({ proposal }) => proposal))],
  };
}
