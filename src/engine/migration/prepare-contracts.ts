import type { ContractResult, SchemeResult } from "../../foundation/result/result.js";
import { deployStandAloneContracts } from "./deploy-stand-alone-contracts.js";
import type { Materials } from "./materials.js";
import { prepareCustomSchemes } from "./prepare-custom-schemes.js";
import { prepareSchemes } from "./prepare-schemes.js";
import { setVoteParameters } from "./set-vote-parameters.js";
import { warnOfUselessVotes } from "./warn-of-useless-votes.js";

/** Contracts that are used as they are, by their places in the file. */
export interface KeptContracts {
  /** Places among all schemes of the file. */
  readonly schemes: ReadonlyMap<number, SchemeResult>;
  readonly standAlone: ReadonlyMap<number, ContractResult>;
}

/** The contracts of a file, each list in the order of the file. */
export interface PreparedContracts {
  /** Ready to be registered. */
  readonly schemes: readonly SchemeResult[];
  readonly standAlone: readonly ContractResult[];
  /** Contracts that factories created together with a scheme. */
  readonly companions: readonly ContractResult[];
}

/**
 * Sets vote parameters, deploys stand-alone contracts and schemes, and sets them up. Stand-alone contracts come first,
 * because schemes refer to them.
 */
export async function prepareContracts(
  materials: Materials,
  { avatar, token, reputation }: Readonly<Record<"avatar" | "token" | "reputation", string>>,
  kept: KeptContracts = { schemes: new Map(), standAlone: new Map() },
): Promise<PreparedContracts> {
  const { base } = materials;
  await warnOfUselessVotes(materials);
  const voteHashes = await setVoteParameters(materials);
  const addresses = {
    AvatarAddress: avatar,
    DAOTokenAddress: token,
    ReputationAddress: reputation,
    GenesisProtocolAddress: base.GenesisProtocol,
    AbsoluteVoteAddress: base.AbsoluteVote,
  };
  const standAlone = await deployStandAloneContracts(
    materials,
    { addresses, voteHashes },
    kept.standAlone,
  );
  const standAloneAddresses = standAlone.map(({ address }) => address);
  const values = { addresses, voteHashes, standAloneAddresses };
  const builtIn = await prepareSchemes(materials, { avatar, ...values }, kept.schemes);
  const custom = await prepareCustomSchemes(materials, values, (index) =>
    kept.schemes.get(builtIn.length + index),
  );
  return { standAlone, schemes: [...builtIn, ...custom.schemes], companions: custom.companions };
}
