import type { ChainIdentity } from "../chain/identity.js";
import type { CheckReport } from "../check/report/report.js";
import type { ContractDescription, Inspection, Read } from "../inspect/description.js";
import type { Simulation } from "../simulate/simulation.js";
import type { MakingDescription, StandAloneContract } from "./making/making.js";

/** Everything that a page shows. */
export interface PageFacts {
  readonly inspection: Inspection;
  readonly network: Pick<ChainIdentity, "name" | "explorer">;
  /** Absent if no parameters were given. */
  readonly check?: CheckReport;
  readonly making: Read<MakingDescription>;
  readonly standAlone: readonly StandAloneContract[];
  /** Simulations of proposals, if there are any. */
  readonly simulations: readonly Simulation[];
  /** Version of this package. */
  readonly version: string;
}

/** Names of a DAO's contracts, by address. */
export function namesOf({ inspection, standAlone }: PageFacts): ReadonlyMap<string, string> {
  const { avatar, controller, token, reputation, schemes, votingMachines } = inspection;
  const { globalConstraints, earlierControllers } = inspection;
  const named: (readonly [ContractDescription, string])[] = [
    [avatar, "the avatar"],
    [controller, "the controller"],
    [token.contract, "the DAO's token"],
    [reputation.contract, "the DAO's reputation"],
    ...votingMachines.map(({ contract }) => [contract, titleOf(contract)] as const),
    ...("notRead" in globalConstraints ? [] : globalConstraints).map(
      ({ contract }) => [contract, titleOf(contract)] as const,
    ),
    ...earlierControllers.map(({ contract }) => [contract, "an earlier controller"] as const),
    ...schemes.flatMap(({ contract, parameters }) => [
      [contract, titleOf(contract)] as const,
      ...(parameters === undefined || "notRead" in parameters
        ? []
        : (parameters.refersTo ?? []).map(
            (referred) => [referred.contract, titleOf(referred.contract)] as const,
          )),
    ]),
  ];
  return new Map([
    ...standAlone.map(({ name, address }) => [address, name] as const),
    ...named.reverse().map(([{ address }, name]) => [address, name] as const),
  ]);
}

/** `ContributionReward`, or what is known about a contract that is not Arc's. */
export function titleOf({ code, name, looksLike }: ContractDescription): string {
  if (code === "account") return "account without code";
  if (code === "unknown")
    return looksLike === undefined ? "unknown code" : `unknown code, maybe ${looksLike}`;
  return name ?? "contract";
}
