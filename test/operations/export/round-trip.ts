import { expect } from "chai";
import fc from "fast-check";

import { readFacts } from "../../../src/operations/check/check-dao.js";
import { recordedOf } from "../../../src/operations/run/compared.js";
import { runRules, type Verdict } from "../../../src/operations/check/run-rules.js";
import { fileText } from "../../../src/operations/export/file-text.js";
import type { ExportReport } from "../../../src/operations/export/report.js";
import type { Inspection } from "../../../src/engine/inspect/description.js";
import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import { migrateDao } from "../../../src/engine/migration/dao.js";
import { mergeParameters } from "../../../src/foundation/params/load-parameters.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { exportDao, type ExportInputs } from "../../../src/interfaces/commands/exporting.js";
import type { BaseResult, DaoResult } from "../../../src/foundation/result/result.js";
import { parametersArbitrary } from "../../foundation/params/arbitrary-parameters.js";
import { resolved, withBase, type ChainWithBase } from "../../engine/migration/with-base.js";

/** Exports a DAO, with the parameters as read back from the file's text. */
export async function exported(
  { connection }: Pick<ChainWithBase, "connection">,
  avatar: string,
  options: Partial<ExportInputs> = {},
): Promise<ExportReport> {
  const report = await exportDao({
    provider: connection.provider,
    inProcess: true,
    avatar,
    projectRoot: process.cwd(),
    output: "no-result.json",
    ...options,
  });
  const parameters = JSON.parse(fileText(report.parameters)) as MigrationParameters;
  expect(parameters).to.deep.equal(JSON.parse(JSON.stringify(report.parameters)));
  return { ...report, parameters };
}

/** Migrates a file on the same chain, on a base of the release that it names. */
export async function migrated(
  chain: ChainWithBase,
  raw: MigrationParameters,
): Promise<{ readonly dao: DaoResult; readonly base: BaseResult }> {
  const { parameters, artifacts } = await resolved(raw, chain.release.version);
  const { release } = artifacts;
  const base =
    release.version === chain.release.version
      ? chain.base
      : await migrateBase(chain.deployer, release);
  return { dao: await migrateDao(chain.deployer, artifacts, base, parameters), base };
}

/** Checks a DAO against a file, by default without a result file. */
export async function checked(
  { connection, release }: ChainWithBase,
  dao: string | Inspection,
  raw: MigrationParameters,
  made?: Awaited<ReturnType<typeof migrated>>,
): Promise<Verdict> {
  const { parameters, artifacts } = await resolved(raw, release.version);
  const inspection = typeof dao === "string" ? await inspectDao(connection.provider, dao) : dao;
  const merged = mergeParameters(raw, "private").merged;
  const facts = { inspection, parameters, artifacts, raw: merged };
  const recorded = made && recordedOf(made.dao, made.base);
  return runRules(await readFacts(connection.provider, { ...facts, recorded }));
}

/**
 * Exports a DAO, migrates the file, and compares the new DAO with the first one, part by part, and with both
 * files by the rules of `check`.
 */
export async function expectRoundTrip(
  chain: ChainWithBase,
  original: MigrationParameters,
  first: DaoResult,
): Promise<ExportReport> {
  const { provider } = chain.connection;
  const report = await exported(chain, first.Avatar);
  expect(report.missing, JSON.stringify(report.missing, null, 1)).to.deep.equal([]);
  const second = await migrated(chain, report.parameters);
  const [before, after] = await Promise.all(
    [first.Avatar, second.dao.Avatar].map(async (avatar) => await inspectDao(provider, avatar)),
  );
  const sameBase = second.base === chain.base;
  expect(essence(after!, sameBase)).to.deep.equal(essence(before!, sameBase));
  for (const raw of [original, report.parameters]) {
    const [then, now] = await Promise.all(
      [before!, after!].map(async (dao) => await checked(chain, dao, raw)),
    );
    // A voting machine that is not Arc's is a finding for both DAOs.
    const said = ({ findings }: Verdict) =>
      findings
        .filter(({ severity }) => severity !== "note")
        .map(({ rule, where, found, wanted }) => ({ rule, where, found, wanted }));
    expect(said(now!)).to.deep.equal(said(then!));
    const different = said(now!).filter(
      ({ rule, found }) => rule !== "voting-machine" && found !== "not initialized",
    );
    expect(different).to.deep.equal([]);
    // What needs a result file is inconclusive for the first DAO, too.
    expect(now!.inconclusive.map(({ rule }) => rule)).to.have.members(
      then!.inconclusive.map(({ rule }) => rule),
    );
  }
  return report;
}

/** Migrates DAOs with generated parameters, exports each, and migrates the export. */
export async function roundTripGenerated(
  version: string,
  { seed, numRuns, maxFounders }: { seed: number; numRuns: number; maxFounders: number },
): Promise<void> {
  await withBase(version, async (chain) => {
    // The generator uses contracts of the latest release.
    const contracts = chain.release.version === "0.0.1-rc.57";
    await fc.assert(
      fc.asyncProperty(
        parametersArbitrary({ contracts, maxFounders }),
        fc.boolean(),
        async ({ raw }, useUController) => {
          const file = { ...raw, useUController };
          delete file.arcVersion;
          const { dao } = await chain.make(file);
          await expectRoundTrip(chain, file, dao);
        },
      ),
      // Each shrinking step would migrate two more DAOs; the first failure is enough.
      { numRuns, seed, endOnFailure: true },
    );
  });
}

/** Returns what does not depend on a DAO's time and addresses: its own contracts appear by name. */
export function essence(inspection: Inspection, sameBase = true): unknown {
  const { avatar, controller, token, reputation, schemes } = inspection;
  const names = new Map<string, string>();
  const call = (address: string, name: string) => {
    if (!names.has(address)) names.set(address, name);
  };
  call(avatar.address, "<avatar>");
  if (!controller.universal || !sameBase) call(controller.address, "<controller>");
  call(token.contract.address, "<token>");
  call(reputation.contract.address, "<reputation>");
  if (!sameBase) {
    for (const { contract, stakingToken } of inspection.votingMachines) {
      if (contract.name !== undefined) call(contract.address, `<${contract.name}>`);
      if (stakingToken !== undefined && "address" in stakingToken) {
        call(stakingToken.address, "<staking token>");
      }
    }
  }
  const registered = schemes.filter((scheme) => scheme.registered);
  for (const { contract, parameters } of registered) {
    if (contract.code === "account") continue;
    call(contract.address, `<${contract.name ?? "unknown code"}>`);
    if (parameters === undefined || "notRead" in parameters) continue;
    for (const { contract: referred, owner } of parameters.refersTo ?? []) {
      const isOwn =
        owner === avatar.address ||
        /^(Competition|ActionMock|\w+SchemeConstraints)$/.test(referred.name ?? "");
      if (isOwn) call(referred.address, `<${referred.name}>`);
    }
  }
  const named = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (key, each: unknown) =>
        ["history", "exact", "initialTimestamp"].includes(key) ? undefined : each,
      ).replace(/0x[0-9a-fA-F]{40}\b/g, (address) => names.get(address) ?? address),
    );
  const { name, founders, globalConstraints, votingMachines, mintable, listings } = inspection;
  return named({
    name,
    founders: sorted(founders),
    token: { ...token, holders: sorted(token.holders) },
    reputation: { ...reputation, holders: sorted(reputation.holders) },
    controller,
    avatar,
    globalConstraints,
    votingMachines: sorted(named(votingMachines)),
    mintable: sorted(named(mintable)),
    tracked:
      "notRead" in listings ||
      listings.some(({ entries }) => entries.some(({ event }) => event === "tracked")),
    schemes: sorted(
      registered.map(({ contract, permissions, parameters }) =>
        named({ contract, permissions, parameters }),
      ),
    ),
  });
}

function sorted(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  return [...(list as readonly unknown[])].sort((a, b) =>
    JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
  );
}
