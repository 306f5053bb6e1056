import { isVotingMachine, machineOf, VOTING_MACHINES } from "../../governance/voting-machine.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import { formatPath } from "../../params/file/issues.js";
import type { CheckFacts, CheckedScheme, WantedScheme } from "../facts/check-facts.js";
import type { Found, Unclear } from "./rule.js";
import { wantedText } from "./scheme-values.js";

/** Compares the voting machines of a scheme's votes with the file and with Arc's code. */
export function wrongMachines(
  { wanted, scheme }: { readonly wanted: WantedScheme; readonly scheme: CheckedScheme },
  facts: CheckFacts,
): readonly (Found | Unclear)[] {
  const { parameters } = scheme;
  if (wanted.votingMachine === undefined || parameters === undefined) return [];
  const where = formatPath(wanted.path);
  const { path, name } = wanted;
  if (isNotRead(parameters)) return [{ where, unclear: parameters.notRead }];
  const machines = new Set(
    Object.values(parameters.votes).map(({ votingMachine }) => votingMachine),
  );
  if (machines.size === 0) {
    return [{ where, unclear: "the scheme does not return its voting machine" }];
  }
  return [...machines].flatMap((found): (Found | Unclear)[] => {
    const known = facts.inspection.votingMachines.find(
      ({ contract }) => contract.address === found,
    );
    const contractName = known?.contract.name ?? "unknown code";
    if (known?.contract.code !== "arc" || !isVotingMachine(contractName)) {
      const message = `${name} votes with ${found}, which is ${contractName}, not one of Arc's voting machines.`;
      return [{ where, path, message, found, wanted: VOTING_MACHINES.join(" or ") }];
    }
    const should = addressOf(wanted, facts);
    if (should === undefined || should.toLowerCase() === found.toLowerCase()) return [];
    const message = `${name} votes with ${found} on the chain but with ${should} in the file.`;
    return [{ where, path, message, found, wanted: should }];
  });
}

/** The address of the voting machine that the file asks for; undefined if it depends on an unknown base. */
function addressOf({ votingMachine, votes }: WantedScheme, facts: CheckFacts): string | undefined {
  if (votingMachine === undefined) return undefined;
  if (votingMachine.at === undefined) {
    const [first] = Object.values(votes);
    return first !== undefined && machineOf(first.set) === "AbsoluteVote"
      ? facts.recorded?.absoluteVote
      : facts.recorded?.genesisProtocol;
  }
  const text = wantedText(votingMachine.at, facts);
  return text !== undefined && "text" in text ? text.text : undefined;
}
