import { MigrationError } from "../../../foundation/support/errors.js";
import type { AccountDescription, ContractDescription, Inspection } from "../description.js";
import { ifRead } from "../reading/attempt.js";
import { Collector, paired } from "./collector.js";
import { compareAllowances, compareHeld, compareTreasury } from "./compare-assets.js";
import { compareProposals } from "./compare-proposals.js";
import { compareConstraints, compareControl, compareSchemes } from "./compare-schemes.js";
import { COMPARISON_SCHEMA_VERSION, type Comparison } from "./comparison.js";

/**
 * Compares two inspections of one DAO. Reads nothing, and gives the same bytes for the same inspections. Shares and
 * thresholds that follow from other values are not listed again; what was not read before or after is listed in
 * `notCompared`.
 * @param before the inspection at the earlier block
 * @param after the inspection at the later block, which may be on a fork
 * @throws MigrationError if the inspections are of different DAOs, in the wrong order, or read from different first
 * blocks
 *
 * @example
 * const before = await inspectDao(provider, avatar, { block: 12_000_000 });
 * const { differences } = compareInspections(before, await inspectDao(provider, avatar));
 * const newcomers = differences.filter(({ kind }) => kind === "schemeRegistered");
 */
export function compareInspections(before: Inspection, after: Inspection): Comparison {
  requireComparable(before, after);
  const collector = new Collector();
  const founders = new Set((ifRead(after.founders) ?? []).map(({ account }) => account));
  if (before.controller.address !== after.controller.address) {
    collector.add({ kind: "controller", before: before.controller, after: after.controller });
  }
  compareCode(collector, before, after);
  compareHeld(collector, "token", [before.token, after.token], founders);
  compareHeld(collector, "reputation", [before.reputation, after.reputation], founders);
  collector.both("treasury", before.treasury, after.treasury, compareTreasury);
  collector.both("allowances", before.allowances, after.allowances, compareAllowances);
  compareSchemes(before.schemes, after.schemes, collector);
  const [had, has] = [before.globalConstraints, after.globalConstraints];
  collector.both("globalConstraints", had, has, compareConstraints);
  compareMachines(collector, before, after);
  collector.both("control", before.control, after.control, compareControl);
  collector.both("proposals", before.proposals, after.proposals, compareProposals);
  compareRest(collector, before, after);
  return {
    schemaVersion: COMPARISON_SCHEMA_VERSION,
    chainId: after.chainId,
    avatar: after.avatar.address,
    before: before.block,
    after: after.block,
    differences: collector.differences,
    notCompared: collector.notCompared,
  };
}

function requireComparable(before: Inspection, after: Inspection): void {
  const [from, to] = [before.avatar.address, after.avatar.address];
  const reasons = [
    before.chainId !== after.chainId &&
      `are of different chains, ${before.chainId} and ${after.chainId}. Compare two of the same DAO.`,
    from !== to && `are of different DAOs, ${from} and ${to}. Compare two of the same DAO.`,
    before.block.number > after.block.number &&
      `are in the wrong order, of blocks ${before.block.number} and ${after.block.number}. Pass the earlier one first.`,
    before.eventsFromBlock !== after.eventsFromBlock &&
      `have events from different blocks on, ${before.eventsFromBlock} and ${after.eventsFromBlock}, so holders and ` +
        "proposals differ without a change. Inspect again with the same --from-block.",
  ];
  const reason = reasons.find((each) => each !== false);
  if (reason !== undefined) throw new MigrationError(`The inspections ${reason}`);
}

/** Contracts of the DAO, and of those who decide, whose address stayed the same but whose code changed. */
function compareCode(collector: Collector, before: Inspection, after: Inspection): void {
  const was = contractsOf(before);
  for (const [address, is] of contractsOf(after)) {
    const old = was.get(address);
    const hashes = [before, after].map(({ accounts }) => codeHashOf(accounts, address));
    // Earlier versions of this tool did not read hashes.
    const isSameHash = hashes.includes(undefined) || hashes[0] === hashes[1];
    if (old === undefined || (codeOf(old) === codeOf(is) && isSameHash)) continue;
    collector.add({ kind: "code", before: old, after: is });
  }
}

function contractsOf(inspection: Inspection): ReadonlyMap<string, ContractDescription> {
  const { avatar, controller, token, reputation, schemes, votingMachines } = inspection;
  const constraints = ifRead(inspection.globalConstraints) ?? [];
  const all = [
    avatar,
    controller,
    token.contract,
    reputation.contract,
    ...[...schemes, ...constraints, ...votingMachines].map(({ contract }) => contract),
    ...(ifRead(inspection.accounts) ?? []).map(({ contract }) => contract),
  ];
  return new Map(all.map((contract) => [contract.address, contract]));
}

/** The hash of code that is unknown, as other unknown code may replace it. */
function codeHashOf(accounts: Inspection["accounts"], address: string): string | undefined {
  return (ifRead(accounts) ?? []).find((each) => each.contract.address === address)?.codeHash;
}

/** Without the list of releases, because newer versions of this tool may know more of them. */
function codeOf({ code, name, looksLike }: ContractDescription): string {
  return JSON.stringify([code, name ?? looksLike]);
}

/** Voting machines come and go with the schemes that use them. */
function compareMachines(
  collector: Collector,
  { votingMachines: before }: Inspection,
  { votingMachines: after }: Inspection,
): void {
  for (const [address, was, is] of paired(before, after, ({ contract }) => contract.address)) {
    collector.values(`votingMachines[${address}]`, was, is, ["contract"]);
  }
}

/** Members of a contract that a difference of its code covers. */
const CODE = ["address", "code", "looksLike", "name", "releases", "exact"];

/** Where proxies lead now, and who is behind accounts. They come and go with what they decide. */
function compareAccounts(
  before: readonly AccountDescription[],
  after: readonly AccountDescription[],
  collector: Collector,
): void {
  for (const [address, was, is] of paired(before, after, ({ contract }) => contract.address)) {
    const path = `accounts[${address}]`;
    if (was === undefined || is === undefined) {
      collector.values(path, was, is);
      continue;
    }
    const [from, to] = [ifRead(was.proxy)?.implementation, ifRead(is.proxy)?.implementation];
    if (from !== undefined && to !== undefined && from.address !== to.address) {
      collector.add({ kind: "implementation", of: is.contract, before: from, after: to });
    }
    collector.values(path, was, is, ["contract", "codeHash", "runsForeignCode", "proxy"]);
    collector.values(`${path}.contract`, was.contract, is.contract, CODE);
    const isBeaconKnown = ifRead(was.proxy)?.beacon !== undefined;
    const told = isBeaconKnown ? ["implementation"] : ["implementation", "beacon"];
    collector.values(`${path}.proxy`, was.proxy, is.proxy, told);
  }
}

/** The rest: names, the DAO's own description, and parts that this file does not know. */
function compareRest(collector: Collector, before: Inspection, after: Inspection): void {
  const [was, is] = [restOf(before), restOf(after)];
  if (before.controller.address === after.controller.address) {
    collector.values("controller", before.controller, after.controller, CODE);
  }
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const isMissing = !(name in was) || !(name in is);
    if (isMissing && name !== "metaData") {
      const reason =
        "the inspection was made by another version of this tool, which did not read it";
      collector.notCompared.push({ path: name, [name in was ? "after" : "before"]: reason });
    } else if (name === "accounts") {
      collector.both(name, before.accounts, after.accounts, compareAccounts);
    } else {
      collector.values(name, was[name], is[name]);
    }
  }
}

function restOf(inspection: Inspection): Readonly<Record<string, unknown>> {
  const {
    schemaVersion,
    chainId,
    block,
    eventsFromBlock,
    releases,
    avatar,
    controller,
    token,
    reputation,
    // Those are differences of supplies and holdings, too.
    unvotedMints,
    treasury,
    allowances,
    claimedAllowances,
    schemes,
    globalConstraints,
    votingMachines,
    proposals,
    control,
    ...rest
  } = inspection;
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
}
