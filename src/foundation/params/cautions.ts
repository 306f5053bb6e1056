import { ALL_PERMISSIONS } from "../arc/permissions.js";
import type { Warning } from "../support/warning.js";
import type { Argument, DaoParameters, FunctionCall } from "./parameters.js";
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
  return [
    ...schemeCautions(parameters),
    ...founderCautions(parameters),
    ...ownerCautions(parameters),
    ...voteCautions(parameters),
    ...timeCautions(parameters, now),
  ];
}

function schemeCautions({ schemes, customSchemes }: DaoParameters): Warning[] {
  const count = Object.values(schemes).flat().length + customSchemes.length;
  if (count > 0) return [];
  return [
    {
      code: "no-schemes",
      message:
        "The DAO gets no schemes: it cannot propose or do anything. Switch schemes on in `schemes`, or list them in CustomSchemes.",
    },
  ];
}

function founderCautions({ founders }: DaoParameters): Warning[] {
  if (founders.length === 0) {
    return [
      {
        code: "no-founders",
        message:
          "The DAO gets no founders: nobody can vote. List accounts with reputation in founders.",
      },
    ];
  }
  if (founders.some(({ reputation }) => reputation > 0n)) return [];
  return [
    {
      code: "no-reputation",
      message: "No founder gets reputation: nobody can vote. Give founders reputation.",
    },
  ];
}

function ownerCautions({ useDaoCreator, unregisterOwner }: DaoParameters): Warning[] {
  if (useDaoCreator || unregisterOwner) return [];
  return [
    {
      code: "deployer-keeps-permissions",
      message:
        `The deploying account keeps all permissions (${ALL_PERMISSIONS}) in the DAO because unregisterOwner is false. ` +
        "Set unregisterOwner or useDaoCreator to true to take them away.",
    },
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
  const { SchemeRegistrar, ...others } = schemes;
  const calls: readonly { readonly args?: readonly Argument[] }[] = [
    ...standAloneContracts,
    ...customSchemes,
    ...[...standAloneContracts, ...customSchemes].flatMap(
      ({ runFunctions }): readonly FunctionCall[] => runFunctions,
    ),
  ];
  return new Set([
    ...SchemeRegistrar.flatMap((entry) => [entry.voteRegisterParams, entry.voteRemoveParams]),
    ...Object.values(others).flatMap((entries) => entries.map(({ voteParams }) => voteParams)),
    ...calls.flatMap(({ args = [] }) => args.flatMap(votesIn)),
  ]);
}

function votesIn(argument: Argument): number[] {
  if (Array.isArray(argument)) return (argument as readonly Argument[]).flatMap(votesIn);
  return typeof argument === "object" && "voteParams" in argument ? [argument.voteParams] : [];
}
