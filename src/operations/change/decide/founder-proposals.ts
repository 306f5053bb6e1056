import { formatEther, formatUnits } from "ethers";

import { tokenDecimals } from "../../../engine/inspect/assets/token-decimals.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import type { HolderDescription, Inspected } from "../../../engine/inspect/description.js";
import { rewardsIn, type Rewards } from "../../check/facts/rewards.js";
import { parseDraft } from "../../simulate/drafts/draft.js";
import type { DecidedChange } from "./decide-change.js";
import type { NeededProposal } from "./proposal-order.js";

/**
 * Decides what the file's founders should still get, and what is taken from accounts that got too much. Rewards that an
 * account received and its current balance count, so that nothing is given twice. At most the difference between the
 * file and the founding is taken, and nothing of what rewards brought since.
 */
export function founderProposals({
  facts: { wanted },
  inspection,
}: Pick<DecidedChange, "facts" | "inspection">): readonly NeededProposal[] {
  const { founders, missingEvents, token, reputation: ofReputation } = inspection;
  if (isNotRead(founders) || missingEvents !== undefined) return [];
  const should = new Map(wanted.founders.map((each) => [each.address, each]));
  const got = new Map(founders.map((each) => [each.account, each]));
  const [haveTokens, have] = [token.holders, ofReputation.holders].map(amountsOf);
  const rewardsOf = rewardsIn(inspection, true);
  return [...new Set([...should.keys(), ...got.keys()])].flatMap((account) => {
    const rewards = rewardsOf(account);
    const amounts = (kind: "tokens" | "reputation", holders = have): Amounts => ({
      should: should.get(account)?.[kind] ?? 0n,
      got: BigInt(got.get(account)?.[kind] ?? 0),
      has: BigInt(holders?.get(account) ?? 0),
    });
    const ofTokens = amounts("tokens", haveTokens);
    const own = amounts("reputation");
    // Tokens cannot be taken away from an account.
    const tokens = missing(ofTokens, rewards.tokens);
    const reputation = missing(own, rewards.reputation) || -excess(own, rewards);
    if (tokens === 0n && reputation === 0n) return [];
    const reward = {
      ...{ kind: "reward", beneficiary: account, reputation: formatEther(reputation) },
      tokens: formatUnits(tokens, tokenDecimals(token)),
    };
    return {
      key: `reward/${account}`,
      draft: parseDraft(reward, "The reward"),
      atMost: {
        tokens: atLeastNone(ofTokens.should - ofTokens.got - rewards.tokens),
        reputation:
          reputation < 0n
            ? own.should - own.got + rewards.burnt
            : atLeastNone(own.should - own.got - rewards.reputation),
      },
      why:
        reputation < 0n
          ? `${account} got more reputation when the DAO was made than the file says.`
          : `${account} got less when the DAO was made than the file says.`,
      stage: "assets",
    };
  });
}

function amountsOf(holders: Inspected<readonly HolderDescription[]>): ReadonlyMap<string, string> {
  return new Map(ifRead(holders)?.map(({ account, amount }) => [account, amount]));
}

/** Of tokens or reputation, in wei. */
interface Amounts {
  readonly should: bigint;
  /** When the DAO was made. */
  readonly got: bigint;
  readonly has: bigint;
}

function missing({ should, got, has }: Amounts, rewarded: bigint): bigint {
  const there = got + rewarded > has ? got + rewarded : has;
  return should > got && should > there ? should - there : 0n;
}

function excess({ should, got, has }: Amounts, { reputation, burnt }: Rewards): bigint {
  const tooMuch = atLeastNone(got - should - burnt);
  // What an account lost otherwise need not be taken, and what it earned is its own.
  const there = atLeastNone(has - should - reputation);
  return tooMuch < there ? tooMuch : there;
}

function atLeastNone(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}
