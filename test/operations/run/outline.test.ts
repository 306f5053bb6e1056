import { expect } from "chai";
import { ZeroAddress } from "ethers";

import type { Network } from "../../../src/foundation/chain/networks.js";
import type {
  CustomSchemeParameters,
  DaoParameters,
} from "../../../src/foundation/params/parameters.js";
import { outlineOf } from "../../../src/operations/run/outline.js";
import type { PreparedMigration, Section } from "../../../src/operations/run/prepare.js";
import { EMPTY_DAO } from "../../foundation/params/support.js";
import { expectRecorded } from "../../recorded.js";

const ACCOUNT = `0x${"f".repeat(40)}`;
const stranger = (digit: string) => `0x${digit.repeat(40)}`;
const NONE: DaoParameters = {
  ...EMPTY_DAO,
  ...{ orgName: "Harbour", tokenName: "Harbour Token", tokenSymbol: "HT" },
  ...{ unregisterOwner: true, useDaoCreator: true, noTrack: false },
};

function outline(
  parameters: Partial<DaoParameters>,
  sections: readonly Section[] = ["dao"],
  network: Network = { name: "private", chainId: 1337 },
  change?: object,
) {
  const prepared = {
    sections,
    release: { version: "0.0.1-rc.57" },
    dao: { parameters: { ...NONE, ...parameters } },
    change,
  } as unknown as PreparedMigration;
  const testAccounts = ["1", "2", "3", "4", "5", "6", "7"].map(stranger);
  return outlineOf(prepared, { output: "out.json", network, account: ACCOUNT, testAccounts });
}

describe("outlineOf", () => {
  it("lists every stranger to whom the parameters give something", () => {
    const call = { functionName: "mint", abi: { type: "function", name: "mint" } } as const;
    const wallet = { name: "Wallet", fromArc: true, alias: "Safe", constructor: false } as const;
    const custom: CustomSchemeParameters = {
      name: "Helper",
      fromArc: true,
      fromFactory: false,
      isUniversal: false,
      address: stranger("a"),
      args: [],
      permissions: "0x0000001f",
      runFunctions: [{ ...call, args: [stranger("b"), [stranger("c"), 7n], true] }],
    };
    const { dao } = outline({
      founders: Array.from({ length: 500 }, (_, index) => ({
        address: `0x${String(index).padStart(40, "0")}`,
        reputation: 1n,
        tokens: 0n,
      })),
      votingMachinesParams: [
        { voteOnBehalf: stranger("d") },
        { voteOnBehalf: ZeroAddress },
        { absoluteVote: { votePerc: 50n, voteOnBehalf: stranger("f") } },
      ] as unknown as DaoParameters["votingMachinesParams"],
      schemes: {
        ...NONE.schemes,
        GenericScheme: [
          { voteParams: 0, targetContract: stranger("e"), votingMachine: stranger("9") },
          { voteParams: 0, targetContract: { standAloneContract: 0 } },
        ],
      },
      standAloneContracts: [
        {
          ...wallet,
          args: [stranger("8"), { address: "AvatarAddress" }, { voteParams: 0 }],
          runFunctions: [{ ...call, args: [{ standAloneContract: 0 }] }],
        },
      ],
      customSchemes: [
        custom,
        {
          ...{ ...custom, alias: "Shared", isUniversal: true, args: [stranger("0")] },
          ...{ address: undefined, runFunctions: [] },
        },
      ],
    });
    const { founders, ...others } = dao!;
    expect(founders).to.have.length(500);
    expectRecorded(others);
  });

  it("names the owner of the registries and who gets stakes", () => {
    expectRecorded(outline({}, ["base"]).base);
    const network = { name: "mainnet", chainId: 1, stakingToken: stranger("a") } as const;
    expectRecorded(outline({}, ["base"], { ...network, registryOwner: stranger("b") }).base);
  });

  it("names the DAO of a change, and none to create", () => {
    const change = { avatar: ACCOUNT, name: "Harbour", handled: () => [] };
    const { dao, change: shown } = outline({}, [], undefined, change);
    expect(dao).to.equal(undefined);
    expect(shown).to.deep.equal({ ...change, handled: [] });
  });

  it("names the founders of a demo DAO", () => {
    expectRecorded([outline({}, ["test"]).demoFounders, outline({}).demoFounders]);
  });
});
