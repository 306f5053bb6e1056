import { formatUnits, ZeroAddress } from "ethers";

import { allowedWords } from "../../../engine/inspect/assets/allowances.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { NOTHING_GIVEN } from "../tracing/given-away.js";
import type { UnclearChange } from "../tracing/unclear-changes.js";
import type { Consequences } from "./consequences.js";
import { firstOf } from "./warnings.js";
import { gain, notKnown, type PowerChange } from "./power-words.js";

/** What the DAO had in other contracts, and who may take what it has. */
export function ownershipChanges({
  given = NOTHING_GIVEN,
  before,
}: Consequences): readonly PowerChange[] {
  // Perhaps nobody has the key of an address without code yet.
  const codeWords = (account: string): string =>
    given.codeless.has(account)
      ? " There is no code at this address now: it belongs to anyone who has its key, or who can put a contract there later."
      : "";
  const places = given.places.map(({ contract: { address, name }, now }) =>
    gain(now === ZeroAddress ? [] : [now], "ownership-given-away", {
      what:
        now === ZeroAddress
          ? `The DAO gives up its place in ${name ?? "the contract"} ${address}, and nobody takes it.`
          : `${now} takes the DAO's place in the storage of ${name ?? "the contract"} ${address}.${codeWords(now)}`,
      why: "That is how contracts keep their owner, and who has an NFT. The DAO can no longer do what its place allowed.",
      check: `What the place is: \`dao-migrate verify ${address}\`, or an explorer.`,
    }),
  );
  const held = ifRead(before.treasury)?.tokens ?? [];
  const approvals = given.approvals.map(({ token, spender, amount, owner }) => {
    const has = held.find(({ address }) => address === token);
    const inUnits = (wei: string): string =>
      has === undefined || isNotRead(has.decimals) ? `${wei} wei` : formatUnits(wei, has.decimals);
    const much =
      amount === undefined
        ? `what ${owner ?? "the DAO"} has`
        : allowedWords(amount, inUnits(amount));
    return gain([spender], "allowance-given", {
      what: `${spender} may take ${much} of the token ${token} from ${owner === undefined ? "the treasury" : `${owner}, a contract that this makes approve it,`} afterwards, without a vote.${codeWords(spender)}${amount === undefined || owner !== undefined ? "" : ` The treasury has ${inUnits(has?.amount ?? "0")} of it.`}`,
      why: "An allowance stays until it is used or revoked, and also covers what the DAO gets later.",
      check: `What is at ${spender}, and who controls it.`,
      todo: "Vote against it unless that is what the DAO wants. An allowance that is used up in the same proposal is safer.",
    });
  });
  const entries = given.entries.flatMap(({ contract, other, before: was, after }) => {
    if (other === undefined || after <= was) return [];
    const texts = {
      what: `The entry of the DAO and ${other} in the storage of ${contract} rises to ${after}, without an event that says what it is.`,
      why: "That is how tokens keep allowances: whether this account may take what the DAO has there is unknown.",
      check: `Its sources: \`dao-migrate verify ${contract}\`, or an explorer.`,
    };
    return notKnown([other], texts, "allowance-given");
  });
  const unclear = given.unclear.map((each) => unclearChange(each, given.codeless));
  return [...places, ...approvals, ...entries, ...unclear];
}

function unclearChange(
  { contract, name, signs, tells, names }: UnclearChange,
  codeless: ReadonlySet<string>,
): PowerChange {
  const empty = names.filter((each) => codeless.has(each));
  const others = names.filter((each) => !codeless.has(each));
  const named = others.length > 0 ? ` It is about ${firstOf(others)}.` : "";
  const later =
    empty.length > 0
      ? ` It is about ${firstOf(empty)}, where there is no code now: anyone who has the key, or puts a contract there later, gets what this gives.`
      : "";
  const signed = signs
    ? " The contract answers for signatures (EIP-1271), so this may sign anything for it, such as a permit for its tokens."
    : "";
  const who = names.length > 0 ? names : [contract];
  const check = `What the call does: \`dao-migrate verify ${contract}\`, or an explorer.`;
  if (tells) {
    return notKnown(who, {
      what: `What follows from an event that ${contract} emits for the DAO, and for nobody else, is not known: the code is not Arc's.${named}${later}`,
      why: "Others may act on it. A bridge carries it to another chain, where it can give away what the DAO owns there.",
      check,
    });
  }
  return notKnown(who, {
    what: `What the DAO changes in ${name === undefined ? "" : `${name} `}${contract}, where it has rights of its own, is not known: ${name === undefined ? "the code is not Arc's" : "it is no part of this DAO"}.${named}${later}${signed}`,
    why: "It may make somebody an owner of what the DAO owns, or let somebody act for it.",
    check,
  });
}
