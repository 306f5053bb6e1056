import { expect } from "chai";
import { Interface } from "ethers";

import type { DaoChange } from "../../../src/operations/change/change.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { findCalls } from "../../../src/operations/change/decide/find-calls.js";
import type { ChangeInputs } from "../../../src/operations/change/inputs.js";
import type { ForkedChain } from "../../../src/operations/simulate/chain/forked-chain.js";
import { readChanges } from "../../../src/operations/simulate/chain/state-diff.js";
import { expectRecorded } from "../../recorded.js";
import { CHANGING_DAO, changed, openDao, planned, sharedDao } from "./change-dao.js";

const SOMEBODY = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";
const PRICES = new Interface(["function setTokenPrice(address token, uint256 a, uint256 b)"]);
const price = (a: number, b: number) =>
  ({ functionName: "setTokenPrice", params: [SOMEBODY, a, b] }) as const;
const OWNED = { functionName: "transferOwnership", params: ["AvatarAddress"] } as const;

type Calls = NonNullable<
  NonNullable<MigrationParameters["StandAloneContracts"]>[0]["runFunctions"]
>;

/** Parameters of a DAO that owns a price oracle and may call it, and of a token and an oracle that it does not own. */
const withCalls = (own: Calls, token: Calls = [], foreign: Calls = []): MigrationParameters => ({
  ...CHANGING_DAO,
  schemes: { ...CHANGING_DAO.schemes, GenericScheme: true },
  GenericScheme: [{ targetContract: { StandAloneContract: 0 }, voteParams: 0 }],
  StandAloneContracts: [
    { name: "PriceOracleMock", fromArc: true, runFunctions: own },
    {
      name: "ERC20Mock",
      fromArc: true,
      constructor: true,
      params: ["AvatarAddress", 100],
      runFunctions: token,
    },
    { name: "PriceOracleMock", alias: "Foreign", fromArc: true, runFunctions: foreign },
  ],
});

const callsOf = ({ proposals }: DaoChange) =>
  proposals.flatMap(({ requests }) => (requests.kind === "calls" ? requests.calls : []));
const reasonAt = ({ notCompared }: DaoChange, where: string) =>
  notCompared.find((each) => each.where === where)?.reason;

describe("a change with runFunctions of existing contracts", () => {
  const made = sharedDao(
    async () => await openDao(withCalls([price(1, 2), OWNED], [], [price(1, 2)])),
  );
  const plan = async (...calls: Parameters<typeof withCalls>) =>
    await planned(made, withCalls(...calls), { knowsResult: true });
  const addressAt = (index: number) => made.dao.StandAloneContracts[index]!.address;

  it("has nothing to do if they were called, and reports what cannot be known", async () => {
    const change = await plan([price(1, 2), OWNED], [], [price(1, 2)]);
    expect(change.empty).to.equal(true);
    expect(change.left).to.deep.equal([]);
    expect(reasonAt(change, "StandAloneContracts[0].runFunctions[0]")).to.equal(undefined);
    // Its owner is the account that deployed it.
    expect(reasonAt(change, "StandAloneContracts[2].runFunctions[0]")).to.match(
      /Foreign 0x\w{40} refuses a call of setTokenPrice from the DAO/,
    );
  });

  it("ignores what a later call in the file undoes", async () => {
    const change = await plan([price(5, 6), price(1, 2), OWNED]);
    expect(callsOf(change)).to.deep.equal([]);
  });

  it("proposes no call that does more each time or depends on the caller", async () => {
    const allow = { functionName: "increaseAllowance", params: [SOMEBODY, 7] } as const;
    const approve = { functionName: "approve", params: [SOMEBODY, 7] } as const;
    const adding = await plan([], [allow]);
    expect(adding.empty).to.equal(true);
    const where = "StandAloneContracts[1].runFunctions[0]";
    expect(reasonAt(adding, where)).to.contain("does more each time");
    const own = await plan([], [approve]);
    expect(own.empty).to.equal(true);
    expect(reasonAt(own, where)).to.contain("depends on who calls it");
  });

  it("reports that no scheme may make a call", async () => {
    // The DAO owns the oracle, but no scheme may call it.
    const open = {
      ...withCalls([price(1, 2), OWNED]),
      schemes: CHANGING_DAO.schemes,
      GenericScheme: undefined,
    };
    const { dao } = await made.make(open);
    const { StandAloneContracts } = withCalls([price(9, 9), OWNED]);
    const file = { ...open, StandAloneContracts };
    const change = await planned({ ...made, dao }, file, { knowsResult: true });
    expect(change.proposals).to.deep.equal([]);
    expectRecorded(change.left);
  });

  it("proposes a call that sets another value through the GenericScheme, once", async () => {
    const wanted = withCalls([price(3, 4), OWNED]);
    const change = await changed(made, wanted, { knowsResult: true });
    expect(change).to.deep.include({ empty: false, matches: "no", transactions: [] });
    expect(change.proposals.map(({ key }) => key)).to.deep.equal([
      "run/StandAloneContracts[0].runFunctions[0]",
    ]);
    const data = PRICES.encodeFunctionData("setTokenPrice", [SOMEBODY, 3, 4]);
    expect(callsOf(change)).to.deep.equal([{ to: addressAt(0), data, value: "0" }]);
    const [proposal] = change.proposals;
    expect(proposal!.scheme).to.include({ name: "GenericScheme" });
    expect(proposal!.does.verdict).to.equal("yes");
    expect(change.left).to.deep.equal([]);
    expect((await planned(made, wanted, { knowsResult: true })).empty).to.equal(true);
  });
});

describe("findCalls", () => {
  it("does not know what a call does that got less gas than the chain gives, even if it succeeds", async () => {
    const abi = PRICES.getFunction("setTokenPrice");
    const runFunctions = [{ functionName: "setTokenPrice", abi, args: [SOMEBODY, 1n, 2n] }];
    const standAlone = new Map([[0, { name: "Oracle", address: SOMEBODY }]]);
    const dao = {
      avatar: { address: SOMEBODY },
      token: { contract: {} },
      reputation: { contract: {} },
    };
    const existing = {
      ...{
        inspection: dao,
        facts: { wanted: { schemes: [] } },
        kept: { standAlone, schemes: new Map() },
      },
    } as unknown as Parameters<typeof findCalls>[1];
    const inputs = { parameters: { standAloneContracts: [{ runFunctions }] } };
    for (const success of [true, false]) {
      const chain = {
        forgetting: async (run: () => Promise<unknown>) => await run(),
        send: async () => await Promise.resolve({ success, to: SOMEBODY, cutAt: 5n, trace: {} }),
      } as unknown as ForkedChain;
      const { proposals, notCompared } = await findCalls(
        async () => await Promise.resolve(chain),
        existing,
        inputs as unknown as ChangeInputs,
      );
      expect(proposals).to.deep.equal([]);
      expect(notCompared[0]?.reason).to.match(
        /^what setTokenPrice of Oracle 0x\w{40} does is not known: .* got 5 gas/,
      );
    }
  });
});

describe("readChanges", () => {
  const payer = "0xaa";

  it("includes what differs, but neither what a sender pays nor what is only listed", async () => {
    const pre = {
      "0xaa": { balance: "0x9", nonce: 1 },
      "0xbb": { balance: "0x1", code: "0x60", storage: { "0x1": "0x5", "0x2": "0x6" } },
    };
    const post = {
      "0xaa": { balance: "0x7", nonce: 2, storage: { "0x0": "0x1" } },
      "0xbb": { storage: { "0x1": "0x7", "0x3": "0x00" } },
      "0xcc": { balance: "0x1" },
    };
    const node = async (method: string) => (method.startsWith("debug") ? { pre, post } : {});
    const changes = await readChanges(node, { hash: "0x", from: payer, block: 1 });
    expect([...changes]).to.have.deep.members([
      ["0xaa storage 0x0", { before: "", after: "0x1" }],
      ["0xbb storage 0x1", { before: "0x5", after: "0x7" }],
      // A slot that becomes 0 is no longer listed.
      ["0xbb storage 0x2", { before: "0x6", after: "" }],
      ["0xcc balance", { before: "", after: "0x1" }],
    ]);
  });
});
