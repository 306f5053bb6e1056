import type { AddressWord, Argument, Reference } from "../../../foundation/params/parameters.js";
import type { CheckFacts } from "./check-facts.js";

type Wanted = { readonly text: string } | { readonly unclear: string };
type Known = Pick<CheckFacts, "recorded" | "inspection">;

/** A value of the file as the chain returns it. */
export function wantedText(argument: Argument, facts: Known): Wanted {
  if (typeof argument !== "object") return { text: String(argument) };
  if (!("length" in argument)) return referenceText(argument, facts);
  const texts: string[] = [];
  for (const each of argument) {
    const wanted = wantedText(each, facts);
    if ("unclear" in wanted) return wanted;
    texts.push(wanted.text);
  }
  return { text: JSON.stringify(texts) };
}

function referenceText(reference: Reference, { recorded, inspection }: Known): Wanted {
  if ("voteParams" in reference)
    return { unclear: "the contract does not return these vote parameters as a scheme does" };
  if ("standAloneContract" in reference) {
    const index = reference.standAloneContract;
    return ifKnown(recorded?.StandAloneContracts[index]?.address, `StandAloneContracts[${index}]`);
  }
  const { address: name } = reference;
  const address = knownAddresses({ recorded, inspection })[name];
  return ifKnown(address, `the base's ${name.replace(/Address$/, "")}`);
}

/** What the words of a file for addresses mean; undefined for those of an unknown base. */
export function knownAddresses({
  recorded,
  inspection,
}: Known): Readonly<Record<AddressWord, string | undefined>> {
  return {
    AvatarAddress: inspection.avatar.address,
    DAOTokenAddress: inspection.token.contract.address,
    ReputationAddress: inspection.reputation.contract.address,
    GenesisProtocolAddress: recorded?.genesisProtocol,
    AbsoluteVoteAddress: recorded?.absoluteVote,
  };
}

function ifKnown(text: string | undefined, what: string): Wanted {
  if (text !== undefined) return { text };
  return {
    unclear: `only a result file has the address of ${what}, and this one does not have this DAO`,
  };
}
