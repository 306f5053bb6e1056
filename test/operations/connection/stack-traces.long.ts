import { expect } from "chai";

import { TestChain, type DaoFixture } from "../../../fixtures/index.js";
import { SourceLibrary } from "../../../src/foundation/arc/compilation/source-packages.js";
import { rejection } from "../../rejection.js";

const PACKAGE = "@daostack/infra@0.0.1-rc.21";
const LINE = /^ {4}at GenesisProtocol\.(\w+) \((contracts\/votingMachines\/\w+\.sol):(\d+)\)$/;

describe("the stack of a revert in GenesisProtocol", function () {
  this.timeout(180_000);
  let chain: TestChain;
  let fixture: DaoFixture;
  let sources: Readonly<Record<string, { readonly content: string }>>;

  before(async () => {
    chain = await TestChain.create({ stackTraces: true });
    fixture = await chain.load();
    const [found] = await new SourceLibrary().find(PACKAGE, "GenesisProtocol");
    sources = found!.input.sources;
  });
  after(async () => {
    await chain.close();
  });

  /** Returns the functions of an error's stack with their source lines, innermost first. */
  function linesOf({ stack = "" }: Error): readonly (readonly [string, string])[] {
    return stack.split("\n").flatMap((line) => {
      const [, name = "", file = "", number = ""] = LINE.exec(line) ?? [];
      const text = sources[file]?.content.split("\n")[Number(number) - 1]?.trim();
      return text === undefined ? [] : [[name, text] as const];
    });
  }

  it("shows the line where a stake reverted", async () => {
    const { base, test } = fixture;
    const proposal = test.queuedProposalId;
    for (const overrides of [{}, { gasLimit: 1_000_000 }]) {
      const error = await rejection(base.genesisProtocol.stake(proposal, 3, 1, overrides));
      expect(error.message).to.include("wrong vote value");
      expect(linesOf(error)).to.deep.equal([
        ["_stake", 'require(_vote <= NUM_OF_CHOICES && _vote > 0, "wrong vote value");'],
        ["stake", "return _stake(_proposalId, _vote, _amount, msg.sender);"],
      ]);
    }
  });

  it("shows the line where a vote reverted, through other contracts", async () => {
    const { base, test, accounts } = fixture;
    const { genesisProtocol } = base;
    const late = genesisProtocol.vote(test.executedProposalId, 1, 0, accounts[0].address);
    expect(linesOf(await rejection(late))[0]).to.deep.equal([
      "votable",
      'require(_isVotable(_proposalId), "proposal is not votable");',
    ]);
    const tooMuch = genesisProtocol.stake(test.queuedProposalId, 1, 10n ** 40n);
    const error = await rejection(tooMuch);
    expect(error.stack).to.match(/^.*\n {4}at DAOToken\.sub \(openzeppelin-solidity\/\S+:\d+\)\n/);
    expect(linesOf(error).map(([name]) => name)).to.deep.equal(["_stake", "stake"]);
  });

  it("recognises the copy of a contract that DaoCreator deploys, whose metadata has another hash", async () => {
    const [owner, other] = fixture.accounts;
    const minting = fixture.dao.nativeReputation.connect(other).mint(owner.address, 1);
    expect((await rejection(minting)).stack).to.match(
      /^.*\n {4}at Reputation\.onlyOwner \(.*\n {4}at Reputation\.mint \(@daostack\/infra\/contracts\/Reputation\.sol:\d+\)\n/,
    );
  });
});
