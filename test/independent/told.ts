import { parseEther } from "ethers";

import type {
  ControlDescription,
  Inspected,
  Inspection,
  ProposalDescription,
  RedeemableDescription,
  SchemeDescription,
} from "../../src/engine/inspect/description.js";
import { textOf, type Told } from "./facts.js";

export type Owes = Pick<
  Extract<Inspection["owes"], { readonly debts: unknown }>,
  "debts" | "unknown"
>;

/** As much of a scheme as is told of it. */
interface ToldScheme {
  readonly contract: { readonly address: string };
  readonly permissions: { readonly bytes: string };
  readonly paramsHash: string;
  readonly parameters?: SchemeDescription["parameters"];
}

const SIDES: Readonly<Record<string, number>> = { for: 1, against: 2 };
const ETHER: readonly string[] = ["proposingRepReward", "minimumDaoBounty"];

/** The facts that an inspection tells, under the keys of the reading by force. */
export function toldBy(inspection: Inspection): Told {
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
    const holding: Inspection["reputation"] & { readonly cap?: Inspected<string> } =
      inspection[what];
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

export const controlKey = ({ scheme, vote }: Pick<ControlDescription, "scheme" | "vote">): string =>
  `control ${textOf(scheme)} ${vote}`;
export const controlValue = ({ neededPercent, accounts }: ControlDescription): string =>
  textOf([neededPercent, accounts.map(textOf).sort()]);
export const owedIn = ({ debts }: Owes): ReadonlyMap<string, string> =>
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
  { contract, permissions, paramsHash, parameters }: ToldScheme,
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
        const [told = {}] = Object.values(read) as readonly object[];
        const { others = {}, ...named } = told as { readonly others?: object };
        for (const [field, value] of Object.entries({ ...named, ...others }))
          tell(`${start} ${field}`, ETHER.includes(field) ? parseEther(String(value)) : value);
      });
    }
  });
}

function tellProposal(tell: Tell, proposal: ProposalDescription) {
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

export const redeemableOf = (each: RedeemableDescription): readonly string[] => {
  const { stakingTokens, reputation, daoBounty, daoBountyPromised = daoBounty } = each;
  return [stakingTokens, reputation, daoBounty, daoBountyPromised];
};
