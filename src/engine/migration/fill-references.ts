import type { Argument } from "../../foundation/params/parameters.js";

/** The values of a parameters file's references in one DAO. */
export interface ReferenceValues {
  readonly avatar: string;
  readonly token: string;
  readonly reputation: string;
  readonly genesisProtocol: string;
  readonly absoluteVote: string;
  readonly voteHashes: readonly string[];
  readonly standAloneAddresses: readonly string[];
}

/** Arguments for ethers, with every reference replaced by its value. */
export function fillReferences(args: readonly Argument[], values: ReferenceValues): unknown[] {
  return args.map((argument) => resolve(argument, values));
}

function resolve(argument: Argument, values: ReferenceValues): unknown {
  if (Array.isArray(argument)) return fillReferences(argument as readonly Argument[], values);
  if (typeof argument !== "object") return argument;
  if ("standAloneContract" in argument) {
    return values.standAloneAddresses[argument.standAloneContract];
  }
  if ("voteParams" in argument) return values.voteHashes[argument.voteParams];
  if (!("address" in argument)) return argument;
  switch (argument.address) {
    case "AvatarAddress":
      return values.avatar;
    case "DAOTokenAddress":
      return values.token;
    case "ReputationAddress":
      return values.reputation;
    case "GenesisProtocolAddress":
      return values.genesisProtocol;
    case "AbsoluteVoteAddress":
      return values.absoluteVote;
  }
}
