import { parseEther } from "ethers";

import { textOf, type Told } from "./facts.js";

/** As much of the JSON of an inspection as the reading by force knows, too. */
export interface InspectionJson {
  readonly block: { readonly number: number; readonly hash: string; readonly timestamp: number };
  readonly name: Inspected<string>;
  readonly controller: { readonly address: string };
  readonly token: HoldingJson &
    Readonly<Record<"name" | "symbol" | "decimals", Inspected<unknown>>>;
  readonly reputation: HoldingJson;
  readonly treasury: Inspected<{
    readonly ether: string;
    readonly tokens: readonly { readonly address: string; readonly amount: string }[];
  }>;
  readonly allowances: Inspected<
    readonly { readonly token: string; readonly spender: string; readonly amount: string }[]
  >;
  readonly schemes: readonly SchemeJson[];
  readonly globalConstraints: Inspected<
    readonly { readonly contract: { readonly address: string }; readonly paramsHash: string }[]
  >;
  readonly proposals: Inspected<readonly ProposalJson[]>;
  readonly control: Inspected<readonly ControlJson[]>;
  readonly owes: Inspected<OwesJson>;
}

/** Who decides about a scheme's proposals. */
export interface ControlJson {
  readonly scheme: string;
  readonly vote: string;
  readonly neededPercent: number;
  readonly accounts: readonly string[];
}

export interface OwesJson {
  readonly debts: readonly {
    readonly of: string;
    readonly token?: { readonly address: string };
    readonly amount: string;
  }[];
  readonly unknown: readonly unknown[];
}

type Inspected<Value> = Value | { readonly notRead: string };

interface HoldingJson {
  readonly contract: { readonly address: string };
  readonly totalSupply: Inspected<string>;
  readonly owner: Inspected<string>;
  readonly cap?: Inspected<string>;
  readonly holders: Inspected<readonly { readonly account: string; readonly amount: string }[]>;
}

export interface SchemeJson {
  readonly contract: { readonly address: string };
  readonly registered: boolean;
  readonly permissions: { readonly bytes: string };
  readonly paramsHash: string;
  readonly parameters?: Inspected<{
    readonly values: Readonly<Record<string, unknown>>;
    readonly votes: Readonly<
      Record<
        string,
        {
          readonly votingMachine: string;
          readonly paramsHash: string;
          readonly rules: Inspected<Readonly<Record<string, Readonly<Record<string, unknown>>>>>;
        }
      >
    >;
  }>;
}

interface ProposalJson {
  readonly id: string;
  readonly votingMachine: string;
  readonly scheme: string;
  readonly proposer: string;
  readonly state: Inspected<{ readonly recorded: string; readonly now: string }>;
  readonly decision?: Inspected<string>;
  readonly votes: Inspected<{
    readonly for: string;
    readonly against: string;
    readonly supply: string;
    readonly cast: readonly {
      readonly voter: string;
      readonly side: string;
      readonly reputation: string;
    }[];
  }>;
  readonly stakes?: Inspected<{
    readonly placed: readonly {
      readonly staker: string;
      readonly side: string;
      readonly amount: string;
    }[];
  }>;
  readonly redeemable?: Inspected<readonly RedeemableJson[]>;
}

export interface RedeemableJson {
  readonly account: string;
  readonly stakingTokens: string;
  readonly reputation: string;
  readonly daoBounty: string;
  readonly daoBountyPromised?: string;
}

const SIDES: Readonly<Record<string, number>> = { for: 1, against: 2 };
const ETHER: readonly string[] = ["proposingRepReward", "minimumDaoBounty"];

/** The facts that an inspection tells, under the keys of the reading by force. */
export function toldBy(inspection: InspectionJson): Told {
  const facts = new Map<string, string>();
  const notKnown: string[] = [];
  /** Notes a value, or everything that follows from it, or that it is not known. */
  function tell<Value>(
    key: string,
    value: Inspected<Value> | undefined,
    use: (read: Value) => void = (read) => facts.set(key, textOf(read)),
  ): void {
    if (value === undefined) return;
    if (typeof value === "object" && value !== null && "notRead" in value) notKnown.push(key);
    else use(value);
  }
  const { block } = inspection;
  tell("block", [block.number, block.hash, block.timestamp]);
  tell("name", inspection.name);
  tell("controller", inspection.controller.address);
  for (const what of ["token", "reputation"] as const) {
    const holding = inspection[what];
    tell(what, holding.contract.address);
    for (const field of ["totalSupply", "owner", "cap"] as const)
      tell(`${what} ${field}`, holding[field]);
    tell(`${what} holder`, holding.holders, (holders) => {
      for (const { account, amount } of holders) tell(`${what} holder ${textOf(account)}`, amount);
    });
  }
  for (const field of ["name", "symbol", "decimals"] as const)
    tell(`token ${field}`, inspection.token[field]);
  tell("treasury", inspection.treasury, ({ ether, tokens }) => {
    tell("treasury ether", ether);
    for (const { address, amount } of tokens) tell(`treasury ${textOf(address)}`, amount);
  });
  tell("allowance", inspection.allowances, (allowances) => {
    for (const { token, spender, amount } of allowances)
      tell(`allowance ${textOf(token)} ${textOf(spender)}`, amount);
  });
  tell("constraint", inspection.globalConstraints, (constraints) => {
    for (const { contract, paramsHash } of constraints)
      tell(`constraint ${textOf(contract.address)}`, paramsHash);
  });
  for (const scheme of inspection.schemes.filter(({ registered }) => registered))
    tellScheme(tell, scheme);
  tell("proposal", inspection.proposals, (proposals) => {
    for (const proposal of proposals) tellProposal(tell, proposal);
  });
  tell("control", inspection.control, (control) => {
    for (const each of control) tell(controlKey(each), controlValue(each));
  });
  tell("owed", inspection.owes, (owes) => {
    if (owes.unknown.length > 0) notKnown.push("owed");
    for (const [key, amount] of owedIn(owes)) tell(key, amount);
  });
  return { facts, notKnown };
}

export const controlKey = ({ scheme, vote }: Pick<ControlJson, "scheme" | "vote">): string =>
  `control ${textOf(scheme)} ${vote}`;
export const controlValue = ({ neededPercent, accounts }: ControlJson): string =>
  textOf([neededPercent, accounts.map(textOf).sort()]);
export const owedIn = ({ debts }: OwesJson): ReadonlyMap<string, string> =>
  new Map(
    debts.map(({ of, token, amount }) => [
      of === "token" ? `owed token ${textOf(token!.address)}` : `owed ${of}`,
      amount,
    ]),
  );

export type Tell = <Value>(
  key: string,
  value: Inspected<Value> | undefined,
  use?: (read: Value) => void,
) => void;

export function tellScheme(
  tell: Tell,
  { contract, permissions, paramsHash, parameters }: SchemeJson,
) {
  const key = `scheme ${textOf(contract.address)}`;
  tell(`${key} permissions`, permissions.bytes);
  tell(`${key} paramsHash`, paramsHash);
  tell(`${key} value`, parameters, ({ values, votes }) => {
    // What is no text is the inspection's own summary of another contract.
    for (const [field, value] of Object.entries(values))
      if (typeof value !== "object") tell(`${key} value ${field}`, value);
    for (const { votingMachine, paramsHash: hash, rules } of Object.values(votes)) {
      const start = `rules ${textOf(votingMachine)} ${hash}`;
      tell(start, rules, (read) => {
        const [told = {}] = Object.values(read);
        const { others = {}, ...named } = told as { readonly others?: object };
        for (const [field, value] of Object.entries({ ...named, ...others }))
          tell(`${start} ${field}`, ETHER.includes(field) ? parseEther(String(value)) : value);
      });
    }
  });
}

function tellProposal(tell: Tell, proposal: ProposalJson) {
  const key = `proposal ${proposal.id}`;
  tell(`${key} machine`, proposal.votingMachine);
  tell(`${key} scheme`, proposal.scheme);
  tell(`${key} proposer`, proposal.proposer);
  tell(`${key} state`, proposal.state, ({ recorded, now }) => {
    tell(`${key} state`, recorded);
    tell(`${key} state now`, now);
  });
  tell(`${key} decision`, proposal.decision);
  tell(`${key} votes`, proposal.votes, ({ cast, supply, for: yes, against: no }) => {
    tell(`${key} for`, yes);
    tell(`${key} against`, no);
    tell(`${key} supply`, supply);
    tell(
      `${key} votes`,
      cast.map(({ voter, side, reputation }) => [voter, SIDES[side], reputation]),
    );
  });
  tell(`${key} stakes`, proposal.stakes, ({ placed }) => {
    tell(
      `${key} stakes`,
      placed.map(({ staker, side, amount }) => [staker, SIDES[side], amount]),
    );
  });
  tell(`${key} redeemable`, proposal.redeemable, (redeemable) => {
    for (const each of redeemable)
      tell(`${key} redeemable ${textOf(each.account)}`, redeemableOf(each));
  });
}

export const redeemableOf = (each: RedeemableJson): readonly string[] => {
  const { stakingTokens, reputation, daoBounty, daoBountyPromised = daoBounty } = each;
  return [stakingTokens, reputation, daoBounty, daoBountyPromised];
};
