import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { ZeroAddress, type BaseContract } from "ethers";

import { TestChain, type Contracts } from "../fixtures/index.js";
import { BuildFiles } from "../src/foundation/arc/build-files.js";
import { titleOf } from "../src/output/describe/contracts.js";
import { inspectDao } from "../src/engine/inspect/inspect-dao.js";
import type { Inspection } from "../src/engine/inspect/description.js";
import { ifRead } from "../src/engine/inspect/reading/attempt.js";
import { privateNetwork } from "../src/foundation/chain/private-chain.js";
import type {
  MigrationParameters,
  RawArgument,
} from "../src/foundation/params/file/migration-parameters.js";
import { findProposal } from "../src/operations/simulate/find-proposal.js";
import { openSession } from "../src/operations/simulate/session.js";
import { simulateOn } from "../src/operations/simulate/simulate-proposal.js";
import { storyOfDao } from "../src/output/narration/story.js";
import type { MigrationResult } from "../src/foundation/result/result.js";
import { runHardhat } from "./tasks/hardhat-here.js";
import { ROOT } from "./tasks/project.js";
import { itInFolder as it } from "./temporary-folder.js";

type CustomScheme = Extract<
  NonNullable<MigrationParameters["CustomSchemes"]>,
  readonly unknown[]
>[number];

const PARAMS = "examples/dao-project/migration-params.json";

describe("contracts/ and custom-abis/", () => {
  it("let a clone migrate a DAO with a custom scheme", async (folder) => {
    const output = join(folder, "migration.json");
    const args = ["dao:migrate", "--params", PARAMS, "--output", output];
    const { code, stdout, stderr } = await runHardhat(ROOT, args);
    expect(code, stderr).to.equal(0);
    expect(stderr).to.not.include("Warning");
    expect(stdout).to.match(/^ {2}scheme GrantScheme +0x[0-9a-fA-F]{40} +0x00000000$/m);
    const { dao } = JSON.parse(await readFile(output, "utf8")) as MigrationResult;
    expect(dao?.Schemes.map(({ name }) => name)).to.include("GrantScheme");
  });

  it("have the scheme deployed, and its proposals read, told and simulated, with either voting machine", async () => {
    const customAbis = join(ROOT, "custom-abis");
    const params = JSON.parse(await readFile(join(ROOT, PARAMS), "utf8")) as MigrationParameters;
    const [grants] = (params.CustomSchemes as { GrantScheme: CustomScheme[] }).GrantScheme;
    const own: RawArgument[] = [{ votingMachine: 1 }, { voteParams: 1 }, "5"];
    const majority = { AbsoluteVote: { votePerc: 50, voteOnBehalf: ZeroAddress } };
    await using chain = await TestChain.create<Contracts>({
      params: {
        ...params,
        VotingMachinesParams: [...params.VotingMachinesParams!, majority],
        CustomSchemes: { GrantScheme: [grants!, { ...grants!, alias: "Majority", params: own }] },
      },
      customAbis,
      demo: false,
    });
    const { dao, base, accounts, governance } = await chain.load();
    const { grantScheme, majority: byMajority } = dao.schemes;
    const scheme = grantScheme!;
    const text = await readFile(join(customAbis, "GrantScheme.json"), "utf8");
    const { deployedBytecode } = JSON.parse(text) as { deployedBytecode: string };
    expect(await chain.ethers.provider.getCode(scheme)).to.equal(deployedBytecode);
    expect(await scheme.getFunction("avatar")()).to.equal(await dao.avatar.getAddress());
    expect(await scheme.getFunction("votingMachine")()).to.equal(
      await base.genesisProtocol.getAddress(),
    );
    expect(await scheme.getFunction("limit")()).to.equal(5_000_000_000_000_000_000n);
    expect(await dao.controller.isSchemeRegistered(scheme, dao.avatar)).to.equal(true);
    expect(await byMajority!.getFunction("votingMachine")()).to.equal(
      await base.absoluteVote.getAddress(),
    );
    await accounts[0].sendTransaction({ to: dao.avatar, value: 10n });
    const beneficiary = "0x00000000000000000000000000000000000000AA";
    const propose = async (scheme: BaseContract) =>
      await governance.proposalOf(scheme.getFunction("proposeGrant")(beneficiary, 5n));
    await governance.pass(await propose(byMajority!));
    expect(await chain.ethers.provider.getBalance(beneficiary)).to.equal(5n);
    const open = await propose(grantScheme!);

    const avatar = await dao.avatar.getAddress();
    const builds = async () => await new BuildFiles({ customAbis }).all();
    const known = await inspectDao(chain.provider, avatar, { builds });
    const read = known.schemes.find(({ contract }) => contract.address === scheme.target);
    expect(titleOf(read!.contract)).to.equal("GrantScheme, not Arc's");
    expect(read!.parameters).to.have.nested.property("values.limit", "5000000000000000000");
    const values = { beneficiary, amount: "5" };
    const asked = { kind: "other", event: "GrantProposed", values };
    const requests = ({ proposals }: Inspection) => ifRead(proposals)!.map((each) => each.requests);
    expect(requests(known)).to.deep.equal([asked, asked]);

    const unknown = await inspectDao(chain.provider, avatar);
    const strange = unknown.schemes.find(({ contract }) => contract.code === "unknown");
    expect(titleOf(strange!.contract)).to.equal("unknown code");
    expect(strange!.parameters).to.have.property("notRead");
    for (const request of requests(unknown)) expect(request).to.have.property("unknowable", true);
    const story = storyOfDao(unknown, privateNetwork(31337), new Map());
    expect(story)
      .to.include("Who decides for unknown code is not known.")
      .and.include("Proposal 2, made through unknown code.")
      .and.include("State: passed; what followed is not known.");

    const session = await openSession(chain.provider, avatar, { builds });
    const found = findProposal(session.inspection, open.id);
    // oxlint-disable-next-line typescript/no-misused-promises -- finally waits for what it returns
    const simulation = await simulateOn(session, found, {}).finally(() => session.chain.close());
    const events = simulation.passed.stages.flatMap((stage) => stage.events);
    expect(events.map(({ event }) => event?.name)).to.include("GrantPaid");
    expect(simulation.proposal.requests).to.deep.equal(asked);
  });
});
