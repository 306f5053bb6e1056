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

/** Parameters of GenesisProtocol in seconds, and from when on they must be in milliseconds by mistake. */
const TIMES = [
  { names: /^activationTime$/, least: LATEST_TIME, effect: "be made for thousands of years" },
  // Ten years. A day in milliseconds is longer than two, and the usual month than eighty.
  { names: /Period(Limit)?$/, least: 315_360_000n, effect: "end within ten years" },
];

function voteCautions(parameters: DaoParameters): Warning[] {
  const referred = referredVotes(parameters);
  return parameters.votingMachinesParams.flatMap((set, index): Warning[] => {
    const place = `VotingMachinesParams[${index}]`;
    const unused: Warning[] = referred.has(index)
      ? []
      : [{ code: "unused-vote-parameters", message: `No scheme refers to ${place}.` }];
    const wrong = Object.entries(set).flatMap(([name, value]): Warning[] => {
      const limit = TIMES.find(({ names }) => names.test(name));
      if (limit === undefined || typeof value !== "bigint" || value < limit.least) return [];
      const message =
        `${place}.${name} is ${value}, which looks like milliseconds: no proposal could ${limit.effect}. ` +
        "Use seconds.";
      return [{ code: "time-in-milliseconds", message }];
    });
    const absolute = "absoluteVote" in set ? set.absoluteVote.votePerc : undefined;
    if (absolute === 100n) {
      const message =
        `${place}.AbsoluteVote.votePerc is 100, and a proposal passes with more than that share: even with all votes, ` +
        "none does. Use less, such as 99.";
      wrong.push({ code: "useless-votes", message });
    }
    return [...unused, ...wrong];
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
