import { isOfRelease, newestOf } from "../../foundation/arc/known-code.js";
import type { ArcRelease } from "../../foundation/arc/artifact.js";
import type { ContractDescription, SchemeDescription } from "../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../engine/inspect/reading/attempt.js";
import type { BlockReader } from "../../engine/inspect/reading/block-reader.js";
import { describeContract } from "../../engine/inspect/reading/identify.js";
import { addressesIn } from "../../engine/inspect/schemes/referred-contracts.js";
import { isMachineField } from "../../foundation/params/voting-machine-of-scheme.js";
import type { DaoTargets, LeftOut, Target } from "./verification.js";

/** Values of schemes whose contract decides what the DAO does, whatever its code. */
const DECISIVE = /^(rewarder|schemeConstraints)$/;
/** The largest part of the bytes in which a changed contract may differ from Arc's. */
const MOST_CHANGED = 0.05;

/**
 * The contracts that schemes are set up with: their voting machines, and everything else that has Arc's code, or nearly.
 * Other contracts are left out, except those that decide for the scheme.
 * @param own contracts that are targets in any case
 */
export async function readRests(
  reader: BlockReader,
  schemes: readonly SchemeDescription[],
  release: ArcRelease,
  own: readonly Target[],
): Promise<DaoTargets> {
  const known = new Set(own.map(({ address }) => address));
  const targets: Target[] = [];
  const leftOut: LeftOut[] = [];
  const named = schemes.flatMap(({ parameters }) => addressesIn(ifRead(parameters)?.values ?? {}));
  const others = named.filter((address) => !known.has(address));
  // All at once: the reader keeps the answers.
  await Promise.all(others.map((address) => reader.code(address)));
  for (const { contract, parameters } of schemes) {
    const name = contract.name ?? contract.address;
    if (contract.code === "account" || parameters === undefined) continue;
    if (isNotRead(parameters)) {
      const reason = `its parameters were not read: ${parameters.notRead}`;
      leftOut.push({ what: `what ${name} depends on`, address: contract.address, reason });
      continue;
    }
    for (const [field, value] of Object.entries(parameters.values)) {
      for (const address of addressesIn(value)) {
        if (known.has(address)) continue;
        known.add(address);
        const found = await describeContract(reader, address);
        if (found.code === "account") continue;
        const changed = await changedFrom(reader, found, release);
        const what = `${field} of ${name}`;
        if (found.code === "arc" || changed !== undefined || isDecisive(field)) {
          targets.push(foundTarget(found, release, what, changed));
        } else leftOut.push({ what, address, reason: "its code is not Arc's" });
      }
    }
  }
  return { targets, leftOut };
}

function isDecisive(field: string): boolean {
  return isMachineField(field) || DECISIVE.test(field);
}

/** The contract of the release whose code this is, with a few bytes changed, if one is found. */
export async function changedFrom(
  reader: BlockReader,
  { address, code }: ContractDescription,
  release: ArcRelease,
): Promise<string | undefined> {
  if (code !== "unknown") return undefined;
  const found = (await reader.code(address)).toLowerCase();
  return release.contractNames.find((name) => {
    const wanted = release.artifact(name).deployedBytecode;
    if (wanted.length !== found.length) return false;
    const changed = [...wanted].filter((digit, index) => digit !== found[index]).length;
    return changed < found.length * MOST_CHANGED;
  });
}

/**
 * A contract as a target. A DAO often has contracts from later releases than its own.
 * @param changed the Arc contract that it seems to be, with other code
 */
export function foundTarget(
  contract: ContractDescription,
  { version }: ArcRelease,
  section: string,
  changed?: string,
): Target {
  const { address } = contract;
  const name =
    contract.name ??
    changed ??
    contract.looksLike?.split(" ")[0] ??
    `a ${section === "Schemes" ? "scheme" : "contract"} that is not Arc's`;
  const arcVersion = isOfRelease(contract, version) ? version : (newestOf(contract) ?? version);
  return { name, place: `${section}.${name}`, address, arcVersion };
}
