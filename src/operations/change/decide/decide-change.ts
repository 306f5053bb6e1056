import { ZeroAddress } from "ethers";

import type { Network } from "../../../foundation/chain/networks.js";
import type { Eip1193Provider } from "../../../foundation/chain/provider.js";
import { partsOf, readFacts } from "../../check/check-dao.js";
import { matchSchemes } from "../../check/rules/match-schemes.js";
import type { RuleFacts } from "../../check/rules/rule.js";
import { isKeptDeployer } from "../../check/rules/scheme-rules.js";
import { ProviderReader } from "../../../engine/execution/deployers/provider-reader.js";
import type { Inspection } from "../../../engine/inspect/description.js";
import type { InspectOptions } from "../../../engine/inspect/inspect-dao.js";
import { describeVotingMachines } from "../../../engine/inspect/proposals/describe-voting-machines.js";
import { readerOf } from "../../../engine/inspect/reading/block-reader.js";
import type { ChainReader } from "../../../engine/migration/deployer.js";
import type { KeptContracts } from "../../../engine/migration/prepare-contracts.js";
import type { ForkedChain } from "../../simulate/chain/forked-chain.js";
import type { UncomparedPart } from "../change.js";
import type { ChangeInputs } from "../inputs.js";
import { chooseBase, type ChosenBase } from "./choose-base.js";
import { findUnproven, usableSchemes } from "./contracts-of-others.js";
import { findCalls } from "./find-calls.js";
import { findStandAlone } from "./find-stand-alone.js";
import { findUnregistered } from "./find-unregistered.js";
import {
  decideController,
  keepChangeOrReplace,
  type ControllerDecision,
  type SchemeDecisions,
} from "./keep-change-or-replace.js";
import { needsOf, withHoles, type Needs } from "./needs.js";
import { findNewControllers } from "./new-controller.js";
import type { NeededProposal } from "./proposal-order.js";
import { requireProposals } from "./find-proposed.js";

/** What has to be done so that a DAO matches a file. */
export interface DecidedChange extends Pick<SchemeDecisions, "changed" | "differences"> {
  readonly inputs: ChangeInputs;
  /** At the block that was read. */
  readonly inspection: Inspection;
  /** These include schemes that are deployed but not registered. */
  readonly facts: RuleFacts;
  /** What the file has that exists and is used as it is. */
  readonly kept: KeptContracts;
  readonly needs: Needs;
  readonly base: ChosenBase;
  readonly controller: ControllerDecision;
  /** The account that keeps all permissions according to the file. */
  readonly keptDeployer?: string;
  /** Proposals of calls that the file requests of contracts that exist. */
  readonly calls: readonly NeededProposal[];
  /** Contracts that only the result file names, by a name for each: another account may have created them. */
  readonly unproven: Readonly<Record<string, string>>;
  readonly notCompared: readonly UncomparedPart[];
}

/** The chain of a change. */
export interface ChainTerms extends Pick<InspectOptions, "cacheDir" | "signal"> {
  readonly network: Network;
  /** Opens a fork at the inspection's block, which is left as it was. Called only if calls have to be tried. */
  readonly openFork: () => Promise<ForkedChain>;
}

/**
 * Decides what has to be done so that a DAO matches a file, with the rules of a check: what is kept, changed and
 * replaced. Sends nothing.
 * @throws MigrationError if the DAO's proposals could not be read, or the result file's base cannot be used
 */
export async function decideChange(
  provider: Eip1193Provider,
  inspection: Inspection,
  inputs: ChangeInputs,
  { network, openFork, ...options }: ChainTerms,
): Promise<DecidedChange> {
  const unread = requireProposals(inspection);
  const { block } = inspection;
  const { parameters, artifacts, account, newController = false, intended = [] } = inputs;
  const reader = await readerOf(provider, inspection, options);
  const controllers = newController ? await findNewControllers(reader, inspection, inputs) : [];
  const listed = [
    ...controllers.flatMap(({ registered, source }) =>
      registered.map((each) => ({ ...each, source })),
    ),
    ...intended.map((each) => ({ ...each, source: "result" as const })),
  ];
  const found = await findUnregistered(reader, inspection, listed, account);
  const chain = chainReader(provider, { network, block: block.number }, inputs);
  const base = await chooseBase(chain, inspection, found, inputs);
  const { usable, unused } = usableSchemes(found, base, inputs);
  const schemes = [...inspection.schemes, ...usable];
  const votingMachines =
    usable.length === 0 ? inspection.votingMachines : await describeVotingMachines(reader, schemes);
  const withThem = { ...inspection, schemes, votingMachines };
  const read = await readFacts(provider, { ...inputs, inspection: withThem }, options);
  const matched = { ...read, matches: matchSchemes(read) };
  const recorded = { ...inputs, recorded: matched.recorded };
  const standAlone = await findStandAlone(reader, recorded, matched.matches);
  const facts = withStandAlone(matched, standAlone.there);
  const decided = keepChangeOrReplace(facts, inputs, standAlone);
  const kept = { schemes: decided.kept, standAlone: standAlone.there };
  const calls = await findCalls(openFork, { inspection, facts, kept }, inputs);
  const deployer = facts.inspection.schemes.find((scheme) => isKeptDeployer(scheme, facts));
  const needs = needsOf(parameters, artifacts.release, kept, standAlone.isListed);
  return {
    ...{ inputs, inspection, facts, kept, needs, base, calls: calls.proposals },
    ...{ changed: decided.changed, differences: decided.differences },
    controller: decideController(facts, newController, controllers),
    keptDeployer: deployer?.contract.address,
    unproven: await findUnproven(chain, {
      ...{ base, facts, kept, needs, schemes: usable, standAlone, controllers },
    }),
    notCompared: [...unread, ...unused, ...decided.notCompared, ...calls.notCompared],
  };
}

/** A reader for what a migration would read. A plan knows no account, so it cannot say who owns a staking token. */
function chainReader(
  provider: Eip1193Provider,
  at: { readonly network: Network; readonly block: number },
  { account, base }: ChangeInputs,
): ChainReader {
  if (account !== undefined) return new ProviderReader(provider, { ...at, account });
  const { stakingToken = base?.DAOToken } = at.network;
  const network = { ...at.network, stakingToken };
  return new ProviderReader(provider, { ...at, network, account: ZeroAddress });
}

/** The facts as if a result file listed these contracts. */
function withStandAlone(facts: RuleFacts, known: KeptContracts["standAlone"]): RuleFacts {
  if (known.size === 0) return facts;
  const { recorded, inspection } = facts;
  // Rules take holes as unknown contracts.
  const StandAloneContracts = withHoles(known);
  const own = { ...partsOf(inspection), schemes: [] };
  const described = { ...facts, recorded: { ...own, ...recorded, StandAloneContracts } };
  return { ...described, matches: matchSchemes(described) };
}
