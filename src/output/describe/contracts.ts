import { rangeOf, shortName } from "../../foundation/arc/versions.js";
import { line, named, phrase, untrusted } from "../document/document.js";
import type { Inline, Line, Names } from "../document/document.js";
import type {
  ContractDescription,
  Inspection,
  PermissionsDescription,
  Inspected,
  RegistrationDescription,
} from "../../engine/inspect/description.js";
import { accountText } from "../../engine/inspect/reading/identify.js";
import { ifRead, isNotRead } from "../../engine/inspect/reading/attempt.js";

/** `ContributionReward`, or what is known about a contract that is not Arc's. */
export function titleOf(contract: ContractDescription): string {
  const { code, name, ownName, looksLike } = contract;
  if (code === "account") return accountText(contract);
  if (ownName !== undefined) return `${ownName}, not Arc's`;
  if (code === "unknown")
    return looksLike === undefined ? "unknown code" : `unknown code, maybe ${looksLike}`;
  return name ?? "contract";
}

/** A contract in a sentence: its name and its address. */
export function contractWords(contract: ContractDescription): Inline {
  const { code, address } = contract;
  // In a simulation that somebody made, the name is theirs.
  const title = { untrusted: titleOf(contract) };
  return code === "arc" ? phrase`${title} ${{ address }}` : phrase`${{ address }} (${title})`;
}

/** What is at an address, and of which releases. */
export function codeWords(contract: ContractDescription): string {
  const { code, name, releases = [] } = contract;
  return code === "arc" ? `Arc's ${name} of ${releasesText(releases)}` : titleOf(contract);
}

/** A range of releases, such as `rc.42 to rc.57`, or `rc.40`. */
export function releasesText(releases: readonly string[]): string {
  return releases.length === 0 ? "none has all of these" : rangeOf(releases.map(shortName));
}

/** What a scheme may do with the controller, after the word may. */
export function permissionWords({ bytes, words }: PermissionsDescription): Inline {
  return phrase`${{ list: words.length === 0 ? ["do nothing with the controller"] : words }} (${{ code: bytes }})`;
}

export function registrationWords(registration: RegistrationDescription): Inline {
  const { block, time } = registration;
  return phrase`in block ${block} of ${{ time }}, ${byWords(registration)}`;
}

export function byWords({ by, how, controller }: RegistrationDescription): Inline {
  const who = {
    controller: "when the controller was created",
    itself: "by itself",
    scheme: phrase`by ${named(by)}`,
  }[how];
  const where =
    controller !== undefined && phrase`, with the earlier controller ${{ address: controller }}`;
  return phrase`${who}${where}`;
}

export function historyLines(history: readonly RegistrationDescription[]): readonly Line[] {
  return history.map((each) => line`${each.event} ${registrationWords(each)}`);
}

export function nameWords(name: Inspected<string>): Inline {
  return isNotRead(name) || name.trim() !== "" ? untrusted(name) : "A DAO without a name";
}

/** Names of a DAO's contracts, of those whose code is known. */
export function namesOf(inspection: Inspection): Names {
  const { avatar, controller, token, reputation, schemes, votingMachines } = inspection;
  const { globalConstraints, earlierControllers } = inspection;
  const contracts = [
    ...schemes.flatMap(({ parameters }) => ifRead(parameters)?.refersTo ?? []),
    ...schemes,
    ...(ifRead(globalConstraints) ?? []),
    ...votingMachines,
  ];
  // The last one counts.
  return new Map([
    ...contracts
      .filter(({ contract }) => contract.code === "arc")
      .map(({ contract }) => [contract.address, titleOf(contract)] as const),
    ...earlierControllers.map(
      ({ contract }) => [contract.address, "an earlier controller"] as const,
    ),
    [reputation.contract.address, "the DAO's reputation"],
    [token.contract.address, "the DAO's token"],
    [controller.address, "the controller"],
    [avatar.address, "the avatar"],
  ]);
}
