import { expect } from "chai";

import type { DaoChange } from "../../../src/operations/change/change.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { rejection } from "../../rejection.js";
import { CHANGING_DAO, changed, openDao, planned, sharedDao } from "./change-dao.js";

const NO_CONSTRAINTS = "0x0000000000000000000000000000000000000000";
interface Wanted {
  readonly votes?: number;
  readonly permissions?: string;
  readonly address?: string | { readonly StandAloneContract: number };
  readonly activation?: number;
}

/** Parameters of a DAO with a multi-call scheme for all contracts, and a GenericScheme for one of them. */
const withMultiCall = ({
  votes = 0,
  permissions = "0x00000010",
  address = { StandAloneContract: 0 },
  activation,
}: Wanted = {}): MigrationParameters => ({
  ...CHANGING_DAO,
  schemes: { ...CHANGING_DAO.schemes, GenericScheme: true },
  GenericScheme: [{ targetContract: { StandAloneContract: 1 }, voteParams: 0 }],
  StandAloneContracts: [
    { name: "GenericSchemeMultiCall", fromArc: true },
    {
      name: "ActionMock",
      fromArc: true,
      ...(activation !== undefined && {
        runFunctions: [{ functionName: "setActivationTime", params: [activation] }],
      }),
    },
  ],
  CustomSchemes: [
    {
      ...{ name: "GenericSchemeMultiCall", fromArc: true, address, permissions },
      params: ["GenesisProtocolAddress", { voteParams: votes }, NO_CONSTRAINTS],
    },
  ],
});

const stepsOf = ({ transactions }: DaoChange) => transactions.map(({ step }) => step);
const keysOf = ({ proposals }: DaoChange) => proposals.map(({ key }) => key);

describe("a change of schemes that belong to the DAO alone", () => {
  const made = sharedDao(async () => await openDao(withMultiCall()));
  const plan = async (wanted: Wanted) =>
    await planned(made, withMultiCall(wanted), { knowsResult: true });
  const address = () => made.dao.StandAloneContracts[0]!.address;

  it("registers the same contract with other permissions, of which all four bytes count", async () => {
    // As JavaScript numbers, they would be negative.
    const change = await plan({ permissions: "0x80000000" });
    expect(change.transactions).to.deep.equal([]);
    expect(change.proposals.map(({ requests }) => requests)).to.deep.equal([
      {
        ...{ kind: "registerScheme", scheme: address(), permissions: "0x80000001" },
        paramsHash: `0x${"0".repeat(64)}`,
      },
    ]);
    expect(change.proposals[0]!.differences![0]).to.contain("holds 0x00000011");
    expect(change.left).to.deep.equal([]);
  });

  it("leaves the setup of a scheme unchanged if the file has its address, and says so", async () => {
    const change = await plan({ address: address(), votes: 1 });
    expect(change.empty).to.equal(true);
    expect(new Set(change.left.map(({ rule }) => rule))).to.deep.equal(
      new Set(["vote-parameters"]),
    );
    expect(change.left[0]!.why).to.contain("Leave the address out");
  });

  it("refuses a scheme at an address without code, which would be initialized again and again", async () => {
    const { message } = await rejection(plan({ address: `0x${"0".repeat(38)}a1` }));
    expect(message).to.match(/no contract at 0x0+A1 on this chain/i);
  });

  it("prefers the GenericScheme for the contract to a multi-call scheme", async () => {
    const { proposals } = await plan({ activation: 77 });
    expect(proposals.map(({ scheme }) => scheme?.name)).to.deep.equal(["GenericScheme"]);
  });

  it("deploys another stand-alone contract if a scheme needs another setup", async () => {
    const wanted = withMultiCall({ votes: 1 });
    const change = await changed(made, wanted, { knowsResult: true });
    expect(stepsOf(change)).to.deep.equal([
      "change/standAlone/0-GenericSchemeMultiCall/deploy",
      "change/customSchemes/0-GenericSchemeMultiCall/initialize",
    ]);
    expect(keysOf(change)).to.deep.equal(["register/CustomSchemes[0]", `unregister/${address()}`]);
    expect(change.proposals.map(({ does }) => does.verdict)).to.deep.equal(["yes", "yes"]);
    expect(change.left).to.deep.equal([]);
    expect((await planned(made, wanted)).proposals).to.deep.equal([]);
  });
});
