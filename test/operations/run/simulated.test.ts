import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { Wallet, ZeroHash } from "ethers";

import { encodeCall, functionEntry } from "../../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { MigrationResult } from "../../../src/foundation/result/result.js";
import {
  migrateDirectly,
  openDeployer,
  type DirectConnection,
  type DirectInputs,
} from "../../../src/operations/run/simulated.js";
import { SMALL_DAO as SMALL } from "../../engine/migration/with-base.js";
import { rejection } from "../../rejection.js";
import { openChain } from "../../simulated-chain.js";
import { inTemporaryFolder } from "../../temporary-folder.js";
import { itWith } from "../../it-with.js";
import { closing } from "../../closing.js";

const SMALL_DAO = { ...SMALL, schemes: { ContributionReward: true } };
const STRANGER = "0x3333333333333333333333333333333333333333";

type Chain = Awaited<ReturnType<typeof openChain>>;

/** A node that calls its chain Ethereum's. */
function asMainnet(provider: Pick<Chain["provider"], "request">) {
  const answers: Readonly<Record<string, string>> = {
    eth_chainId: "0x1",
    web3_clientVersion: "Geth/1",
  };
  return {
    request: async (request: { readonly method: string }): Promise<unknown> =>
      answers[request.method] ?? (await provider.request(request)),
  };
}

async function onChain(
  run: (
    chain: Chain,
    migrate: (
      inputs: Partial<DirectInputs>,
      connection?: DirectConnection,
    ) => ReturnType<typeof migrateDirectly>,
    output: string,
  ) => Promise<void>,
): Promise<void> {
  await using chain = closing(await openChain());
  // An HTTP network, as a node that outlives the command: its result is written to the file.
  const own = { provider: chain.provider, networkConfig: { type: "http" } };
  await inTemporaryFolder(async (folder) => {
    const output = join(folder, "migration.json");
    const projectRoot = process.cwd();
    const migrate = async (inputs: Partial<DirectInputs>, connection: DirectConnection = own) =>
      await migrateDirectly(connection, {
        sections: ["base"],
        params: SMALL_DAO,
        projectRoot,
        output,
        ...inputs,
      });
    await run(chain, migrate, output);
  });
}

async function resultIn(output: string): Promise<MigrationResult> {
  return JSON.parse(await readFile(output, "utf8")) as MigrationResult;
}

const it = itWith(onChain);

describe("openDeployer", () => {
  it("knows which chain a node is on, and that one in this process is private", async ({
    provider,
  }) => {
    for (const [type, name] of [
      ["http", "mainnet"],
      ["edr-simulated", "private"],
    ] as const) {
      const { network } = await openDeployer({
        provider: asMainnet(provider),
        networkConfig: { type },
      });
      expect(network.name).to.equal(name);
    }
  });
});

describe("migrateDirectly", () => {
  it("fails, and writes what is wrong, if a stranger became a scheme of the DAO", async ({
    provider,
  }, migrate, output) => {
    const release = await openArcRelease();
    await migrate({});
    const accounts = (await provider.request({ method: "eth_accounts" })) as string[];
    let avatar: Promise<string> | undefined;
    let registered: Promise<void> | undefined;
    const register = async (controller: string) => {
      const entry = functionEntry(release.artifact("Controller"), "registerScheme");
      const data = encodeCall(entry, [STRANGER, ZeroHash, "0x0000001f", await avatar]);
      const call = { from: accounts[0], to: controller, data };
      await provider.request({ method: "eth_sendTransaction", params: [call] });
    };
    const created = async (transactionHash: string) => {
      const receipt: unknown = await provider.request({
        method: "eth_getTransactionReceipt",
        params: [transactionHash],
      });
      return (receipt as { contractAddress: string }).contractAddress;
    };
    const run = migrate({
      sections: ["dao", "test"],
      params: { ...SMALL_DAO, useDaoCreator: false },
      onEvent: (event) => {
        if (event.type !== "performed") return;
        const { step, transactionHash } = event;
        if (step === "dao/Avatar") avatar = created(transactionHash);
        if (step === "dao/Controller") registered = created(transactionHash).then(register);
      },
    });
    const error = await rejection(run);
    await registered;
    const problem = `An account of no scheme, ${STRANGER} holds the permissions 0x0000001f.`;
    expect(error.name).to.equal("UnsafeDaoError");
    expect(error.message).to.include("Do not use it").and.include(problem);
    const { dao, base, test } = await resultIn(output);
    expect(dao?.unsafe).to.deep.equal([problem]);
    expect(test).to.equal(undefined);
    expect(dao?.Avatar.toLowerCase()).to.equal((await avatar)?.toLowerCase());
    expect(base).to.not.equal(undefined);
  });

  it("refuses a planted base in the result file, and leaves the file unchanged", async (_chain, migrate, output) => {
    await migrate({});
    const result = await resultIn(output);
    const planted = { ...result, base: { ...result.base, UpgradeScheme: STRANGER } };
    const text = JSON.stringify(planted);
    await writeFile(output, text);
    for (const section of ["dao", "test"] as const) {
      const error = await rejection(migrate({ sections: [section] }));
      expect(error.message).to.include(`UpgradeScheme ${STRANGER}: no contract at this address`);
    }
    expect(await readFile(output, "utf8")).to.equal(text);
  });

  it("warns of a base that another account deployed, but not of its own", async ({
    provider,
  }, migrate) => {
    await migrate({});
    const own = await migrate({ sections: ["dao"] });
    expect(own.made.base).to.equal(undefined);
    expect(own.warnings).to.deep.equal([]);
    expect(own.checks.map(({ section }) => section)).to.deep.equal(["dao"]);
    // An account that the chain does not list.
    const accounts = (await provider.request({ method: "eth_accounts" })) as string[];
    const told: unknown[] = [];
    const signer = Wallet.createRandom();
    await provider.request({
      method: "eth_sendTransaction",
      params: [{ from: accounts[0], to: signer.address, value: "0x56bc75e2d63100000" }],
    });
    const other = await migrate({
      sections: ["dao"],
      signer,
      onEvent: (event) => told.push(event),
    });
    expect(other.warnings.map(({ code }) => code)).to.deep.equal([
      "base-of-another-account",
      // The first DAO has the name, and the first deployer owns the registry.
      "unregistered",
    ]);
    expect(other.warnings[0]?.message)
      .to.include("DaoCreator")
      .and.include("GenesisProtocol")
      .and.include("--redeploy");
    const anew = await migrate({ sections: ["dao"], force: true });
    expect(anew.made.base?.DaoCreator).to.match(/^0x/);
    expect(told).to.deep.include({ type: "warning", warning: other.warnings[0] });
  });
});
