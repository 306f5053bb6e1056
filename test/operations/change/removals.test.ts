import { expect } from "chai";
import { parseEther } from "ethers";

import { ERC20 } from "../../../src/foundation/chain/erc20.js";
import { passProposals } from "../../../src/operations/change/carry/pass-proposals.js";
import type { NeededProposal } from "../../../src/operations/change/decide/proposal-order.js";
import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { ForkedChain } from "../../../src/operations/simulate/chain/forked-chain.js";
import { parseDraft } from "../../../src/operations/simulate/drafts/draft.js";
import { sessionOn } from "../../../src/operations/simulate/session.js";
import { CHANGING_DAO, changed, openDao, planned, sharedDao } from "./change-dao.js";

const SPENDER = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";
const FILE = {
  ...CHANGING_DAO,
  schemes: { ...CHANGING_DAO.schemes, GenericScheme: true, GlobalConstraintRegistrar: true },
  GenericScheme: [{ targetContract: { StandAloneContract: 0 }, voteParams: 0 }],
  GlobalConstraintRegistrar: [{ voteParams: 0 }],
  StandAloneContracts: [
    { name: "ERC20Mock", fromArc: true, constructor: true, params: ["AvatarAddress", 100] },
  ],
} as const satisfies MigrationParameters;

describe("a change that undoes what the DAO has voted for", () => {
  const made = sharedDao(async () => await openDao(FILE));
  let constraint: string;
  const read = async () => await inspectDao(made.provider, made.dao.Avatar);
  const tokenAddress = () => made.dao.StandAloneContracts[0]!.address;
  const allowance = async (): Promise<bigint> => {
    const data = ERC20.encodeFunctionData("allowance", [made.dao.Avatar, SPENDER]);
    const params = [{ to: tokenAddress(), data }, "latest"];
    return BigInt(String(await made.provider.request({ method: "eth_call", params })));
  };

  before(async () => {
    const { deployer, release, dao } = made;
    const cap = await deployer.deploy("test/cap", release.artifact("TokenCapGC"));
    constraint = cap.address;
    const args = [dao.NativeToken, parseEther("5000")];
    const [paramsHash] = await deployer.read(cap, "setParameters", args);
    await deployer.send("test/setParameters", cap, "setParameters", args);
    const approval = ERC20.encodeFunctionData("approve", [SPENDER, 40n]);
    const drafts = [
      { kind: "addGlobalConstraint", constraint, paramsHash },
      { kind: "calls", calls: [{ to: tokenAddress(), data: approval }] },
    ];
    const moves = drafts.map((draft): NeededProposal => {
      const parsed = parseDraft(draft, "it");
      return { key: draft.kind, draft: parsed, why: "", stage: "assets" };
    });
    const chain = await ForkedChain.on(made.provider);
    await passProposals(sessionOn(chain, await read(), {}), moves, {});
  });

  it("removes the constraint first, and sets the allowance to 0", async () => {
    expect(await allowance()).to.equal(40n);
    const { globalConstraints } = await read();
    expect(globalConstraints).to.have.nested.property("[0].contract.address", constraint);
    const { proposals, left } = await changed(made, FILE);
    expect(proposals.map(({ key, status }) => [key, status])).to.deep.equal([
      [`removeConstraint/${constraint}`, "to be made"],
      [`allowance/${tokenAddress()}/${SPENDER}`, "waits"],
    ]);
    expect(proposals.map(({ does }) => does.verdict)).to.deep.equal(["yes", "yes"]);
    expect(left).to.deep.equal([]);
    expect((await read()).globalConstraints).to.deep.equal([]);
    expect(await allowance()).to.equal(0n);
    expect((await planned(made, FILE)).proposals).to.deep.equal([]);
  });

  it("reports that an allowance stays if no scheme may revoke it", async () => {
    const data = ERC20.encodeFunctionData("approve", [SPENDER, 7n]);
    const { schemes } = CHANGING_DAO;
    const without: MigrationParameters = { ...FILE, schemes, GenericScheme: undefined };
    const bare = await changed(made, without);
    // The scheme that may revoke it is still registered, and is removed afterwards.
    const kinds = bare.proposals.map(({ requests }) => requests.kind);
    expect(kinds.indexOf("calls")).to.be.within(0, kinds.indexOf("unregisterScheme"));
    const chain = await ForkedChain.on(made.provider);
    await chain.send({ from: made.dao.Avatar, to: tokenAddress(), data });
    const { proposals, left } = await planned(made, without);
    expect(proposals).to.deep.equal([]);
    expect(left.map(({ rule, where }) => [rule, where])).to.deep.equal([["allowance", SPENDER]]);
    expect(left[0]!.why).to.contain("No registered scheme");
  });
});
