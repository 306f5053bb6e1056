import { dirname, resolve } from "node:path";

import { accountOf, gasPriceOf } from "../chain/account.js";
import { resolveArcVersion, DEFAULT_ARC_VERSION } from "../arc/versions.js";
import { knownDeployments } from "../result/known-deployments.js";
import { MigrationError, UsageError } from "../support/errors.js";
import { signerOf, type Signer } from "../chain/signer.js";
import { migrateLive } from "../run/live.js";
import { chainIdOf, networkNameOf, type NetworkName } from "../chain/networks.js";
import { DEFAULTS } from "../run/defaults.js";
import { exampleFile } from "../params/example.js";
import { parametersSource } from "../run/parameters-source.js";
import type { Section } from "../run/prepare.js";
import { readResultOf } from "../result/file.js";
import type { MigrationResult } from "../result/result.js";
import { madeCheckDocument } from "../describe/check.js";
import { toTerminal } from "../document/to-terminal.js";
import { noteOf } from "../terminal/event-notes.js";
import { refuseUnknownOptions } from "./known-options.js";
import { openProvider } from "./open-provider.js";
import type { DaoMigrationOptions } from "./options.js";

/** See DaoMigration.migration. */
export async function migrationOn(
  named: NetworkName,
  options: Pick<DaoMigrationOptions, "output" | "arcVersion">,
): Promise<MigrationResult> {
  refuseUnknownOptions(options);
  const network = networkNameOf(named);
  const chainId = chainIdOf(network);
  if (chainId === undefined) {
    throw new UsageError(
      `Unknown network ${JSON.stringify(named)}. Pass a name such as mainnet, arbitrum or private, or a chain ID.`,
    );
  }
  const asked =
    options.arcVersion === undefined ? undefined : resolveArcVersion(options.arcVersion);
  const arcVersion = asked ?? DEFAULT_ARC_VERSION;
  const path = resolve(options.output ?? DEFAULTS.output);
  const own = await readResultOf(path, network, asked);
  if (own !== undefined) return own;
  if (network === "private") return await testChainResult(arcVersion);
  const known = await knownDeployments(network, arcVersion);
  if (known.base === undefined && known.dao === undefined) {
    throw new MigrationError(
      `No migration of Arc ${arcVersion} on ${network} is known: it is neither in ${path} nor among ` +
        "the known deployments. Migrate one, or choose another release.",
    );
  }
  return { network, chainId, ...known };
}

/** The contents of every test chain of the release: the same steps give the same addresses at every start. */
async function testChainResult(arcVersion: string): Promise<MigrationResult> {
  const { TestChainProvider } = await import("../test-chain/provider.js");
  // Always the example, even if the current folder has parameters.
  const projectRoot = dirname(exampleFile());
  const chain = new TestChainProvider({ arcVersion, projectRoot });
  try {
    // Block 0 differs at each start.
    const { genesis: _, inProcess: _inProcess, ...result } = await chain.result();
    return result;
  } finally {
    await chain.close();
  }
}

/** See DaoMigration.migrate and the other migrations. */
export async function migrateSections(
  sections: readonly Section[],
  options: DaoMigrationOptions,
): Promise<MigrationResult> {
  refuseUnknownOptions(options);
  const { provider = DEFAULTS.provider, mnemonic, signal } = options;
  const { result, made, checks } = await migrateLive({
    sections,
    provider: openProvider(provider, { signal, onWarning: options.onNote }),
    signer: await deployingSigner(options),
    testMnemonic: mnemonic,
    arcVersion: options.arcVersion,
    gasPrice: gasPriceOf(options.gasPrice),
    maxGasPrice: gasPriceOf(options.maxGasPrice),
    params: sections.includes("dao")
      ? await parametersSource({ given: options.params, projectRoot: process.cwd() })
      : undefined,
    customAbis: options.customAbis,
    chainId: options.chainId,
    private: options.private,
    stakingToken: options.stakingToken,
    registryOwner: options.registryOwner,
    projectRoot: process.cwd(),
    output: resolve(options.output ?? DEFAULTS.output),
    confirmations: options.confirmations,
    allowUnrehearsed: options.allowUnrehearsed,
    trustBase: options.trustBase,
    check: options.check,
    silenced: options.silenced,
    force: options.force,
    restart: options.restart,
    signal,
    confirm: options.force === true ? undefined : options.confirm,
    onEvent: (event) => {
      if (event.type === "mined") options.onProgress?.(event);
      const note = noteOf(event);
      if (note !== undefined) options.onNote?.(note);
    },
  });
  for (const check of checks) {
    options.onCheck?.(check);
    if (check.report?.passed !== true) options.onNote?.(toTerminal(madeCheckDocument(check)));
  }
  const { network, chainId, genesis } = result;
  return { network, chainId, ...(genesis !== undefined && { genesis }), ...made };
}

/** A private key overrides a mnemonic (specification). With a signer, the mnemonic is only for the demo's accounts. */
export async function deployingSigner({
  signer,
  privateKey,
  mnemonic,
}: DaoMigrationOptions): Promise<Signer | undefined> {
  if (signer === undefined) {
    return accountOf(privateKey !== undefined ? { privateKey } : { mnemonic });
  }
  if (privateKey === undefined) return await signerOf(signer);
  throw new MigrationError(
    "Both a signer and a private key were given, and they may belong to different accounts. Pass only one.",
  );
}
