import { ALL_PERMISSIONS } from "../arc/permissions.js";
import type { Warning } from "../support/warning.js";
import { keepsDeployer } from "./keeps-deployer.js";
import type { DaoParameters, FunctionCall } from "./parameters.js";
import { referencesIn, votesOfScheme } from "./references-in.js";
import { LATEST_TIME, timeCautions } from "./times.js";

/**
 * Finds parameters of a DAO that works but that hardly anybody wants. They are reported before anything is sent.
 * @param now UNIX time in seconds
 * @example
 * cautionsOf(parameters).map(({ code }) => code); // ["no-schemes"]
 */
export function cautionsOf(
  parameters: DaoParameters,
  now = BigInt(Math.floor(Date.now() / 1000)),
): Warning[] {
  const { schemes, customSchemes, founders } = parameters;
  const all = [...Object.values(schemes).flat(), ...customSchemes];
  const rows: readonly (readonly [isSaid: boolean, code: Warning["code"], message: string])[] = [
    [
      all.length === 0,
      "no-schemes",
      "The DAO gets no schemes: it cannot propose or do anything. Switch schemes on in `schemes`, or list them in CustomSchemes.",
    ],
    [
      founders.length === 0,
      "no-founders",
      "The DAO gets no founders: nobody can vote. List accounts with reputation in founders.",
    ],
    [
      founders.length > 0 && founders.every(({ reputation }) => reputation === 0n),
      "no-reputation",
      "No founder gets reputation: nobody can vote. Give founders reputation.",
    ],
    [
      keepsDeployer(parameters),
      "deployer-keeps-permissions",
      `The deploying account keeps all permissions (${ALL_PERMISSIONS}) in the DAO because unregisterOwner is false. ` +
        "Set unregisterOwner or useDaoCreator to true to take them away.",
    ],
  ];
  return [
    ...rows.flatMap(([isSaid, code, message]) => (isSaid ? [{ code, message }] : [])),
    ...voteCautions(parameters),
    ...timeCautions(parameters, now),
  ];
}

function voteCautions(parameters: DaoParameters): Warning[] {
  const referred = referredVotes(parameters);
  return parameters.votingMachinesParams.flatMap((set, index): Warning[] => {
    const place = `VotingMachinesParams[${index}]`;
    const unused: Warning[] = referred.has(index)
      ? []
      : [{ code: "unused-vote-parameters", message: `No scheme refers to ${place}.` }];
    if (!("activationTime" in set) || set.activationTime < LATEST_TIME) return unused;
    const message =
      `${place}.activationTime is ${set.activationTime}, which looks like milliseconds: no proposal could be ` +
      "made for thousands of years. Use seconds.";
    return [...unused, { code: "time-in-milliseconds", message }];
  });
}

/** Indexes of the vote parameters that are used anywhere. */
function referredVotes({
  schemes,
  standAloneContracts,
  customSchemes,
}: DaoParameters): ReadonlySet<number> {
  const contracts = [...standAloneContracts, ...customSchemes];
  const calls: readonly Partial<FunctionCall>[] = [
    ...contracts,
    ...contracts.flatMap(({ runFunctions }) => runFunctions),
  ];
  const references = calls.flatMap(({ args = [] }) => referencesIn(args));
  return new Set([
    ...Object.values(schemes).flatMap((entries) => entries.flatMap(votesOfScheme)),
    ...references.flatMap((each) => ("voteParams" in each ? [each.voteParams] : [])),
  ]);
}
