import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { runHardhat } from "./hardhat-here.js";
import { resultIn } from "../result-in.js";
import { inProject, itInProject as it, type Outcome } from "./project.js";

/** Hardhat's fourth default account; key and mnemonic are public. */
const KEY = "0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6";
const ACCOUNT = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const FIRST_ACCOUNT = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

function expectDone({ code, stdout, stderr }: Outcome): void {
  expect(stderr).to.not.include("Error");
  expect(code, stderr).to.equal(0);
  expect(stdout).to.include("Wrote ");
}

describe("dao tasks on a chain in the process", () => {
  it("dao:migrate-base deploys a base and ends with figures and addresses", async ({
    folder,
    hardhatHere,
  }) => {
    const outcome = await hardhatHere("dao:migrate-base");
    expectDone(outcome);
    const result = await resultIn(folder);
    expect(Object.keys(result).join(" ")).to.equal("network chainId genesis inProcess base");
    expect(result).to.include({ network: "private", chainId: 31337, inProcess: true });
    expect(result.base?.arcVersion).to.equal("0.0.1-rc.57");
    expect(outcome.stdout)
      .to.match(/^network +private \(chain ID 31337, in this process\)$/m)
      .and.match(new RegExp(`^account +${FIRST_ACCOUNT}$`, "m"))
      .and.match(/^transactions +29$/m)
      .and.match(/^gas +\d\d,\d{3},\d{3}$/m)
      .and.match(/^time +\d+\.\d\d s$/m)
      .and.match(new RegExp(`^ +DaoCreator +${result.base?.DaoCreator}$`, "m"))
      .and.include("\nWrote migration.json.\n");
    // Without a terminal, one plain line per step.
    expect(outcome.stderr.trimEnd().split("\n")).to.have.length(29);
    expect(outcome.stderr).to.match(
      /^ 29 +\d+\.\d s {2}base\/ContinuousLocking4ReputationFactory$/m,
    );
  });

  it("dao:migrate migrates the project's DAO and applies every setting of the configuration", async () => {
    const config = 'dao: { arcVersion: "rc.40", params: "daos/own.json", output: "out/own.json" }';
    await inProject(config, async ({ folder, hardhatHere }) => {
      await mkdir(join(folder, "daos"));
      await mkdir(join(folder, "out"));
      const own = {
        orgName: "Our own",
        useDaoCreator: true,
        founders: [{ address: ACCOUNT, tokens: 1 }],
      };
      await writeFile(join(folder, "daos/own.json"), JSON.stringify(own));
      expectDone(
        await hardhatHere("dao:migrate", "--quiet").then((outcome) => ({
          ...outcome,
          stdout: "Wrote ",
        })),
      );
      const { base, dao } = await resultIn(folder, "out/own.json");
      expect([base?.arcVersion, dao?.arcVersion, dao?.name]).to.deep.equal([
        "0.0.1-rc.40",
        "0.0.1-rc.40",
        "Our own",
      ]);
    });
  });

  it("accepts every option by its full name; files are relative to the current folder", async ({
    folder,
  }) => {
    const below = join(folder, "below");
    await mkdir(below);
    await writeFile(
      join(below, "dao.json"),
      JSON.stringify({ orgName: "Below", useDaoCreator: true, founders: [{ address: ACCOUNT }] }),
    );
    const line =
      "dao:migrate --arc-version rc.53 --params dao.json --output out.json --gas-price 3.5 --force --restart";
    const outcome = await runHardhat(below, [...line.split(" "), "--private-key", KEY]);
    expectDone(outcome);
    const { base, dao } = await resultIn(below, "out.json");
    expect([base?.arcVersion, dao?.name]).to.deep.equal(["0.0.1-rc.53", "Below"]);
    expect(outcome.stdout).to.match(new RegExp(`^account +${ACCOUNT}$`, "m"));
    expect(outcome.stdout + outcome.stderr).to.not.include(KEY.slice(2));
  });

  it("dao:migrate-dao and dao:demo migrate a base first, as the chain is empty", async ({
    folder,
    hardhatHere,
  }) => {
    expectDone(await hardhatHere("dao:migrate-dao"));
    const keys = "network chainId genesis inProcess base dao".split(" ");
    const made = await resultIn(folder);
    expect(made).to.have.all.keys(...keys);
    expect(made.dao?.name).to.equal("Harbour Commons");
    // The file's chain is gone, so the file is replaced.
    expectDone(await hardhatHere("dao:demo"));
    const { test, dao } = await resultIn(folder);
    expect(dao).to.equal(undefined);
    expect(test).to.include.keys("Avatar", "proposalId", "boostedProposalId", "gsProposalId");
  });
});

describe("dao tasks that fail", () => {
  it("end with the command's code and a message, without a stack or a key", async (project) => {
    const cases: readonly (readonly [code: number, line: string, ...wanted: string[]])[] = [
      [1, "dao:migrate-dao -i none.json", "none.json", "there is no such file"],
      [1, `dao:migrate-base -s 0x${"1".repeat(64)}`, "Step base/DAOToken failed", "enough funds"],
      [1, "dao:demo --parms x.json", "--parms"],
      [2, `dao:migrate-base -g ${KEY}`, "--gas-price looks like a private key or a mnemonic"],
      [2, "dao:migrate-base --chain-id 1", "hardhat.config, requires 1"],
    ];
    for (const [code, line, ...wanted] of cases) {
      // Once as users run it.
      const { folder, hardhat, hardhatHere } = project;
      const run = line.includes("--chain-id") ? hardhat : hardhatHere;
      const outcome = await run(...line.split(" "));
      expect(outcome.code, outcome.stderr).to.equal(code);
      for (const part of wanted) expect(outcome.stderr).to.include(part);
      expect(outcome.stderr)
        .to.not.match(/^\s+at /m)
        .and.not.match(/report (?:a bug|this|it)/i);
      expect(outcome.stdout).to.not.include("Wrote");
      expect(outcome.stdout + outcome.stderr).to.not.include(KEY.slice(4, 16));
      expect(await readdir(folder)).to.not.include("migration.json");
    }
  });
});
