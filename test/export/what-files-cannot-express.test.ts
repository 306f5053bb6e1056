import { expect } from "chai";

import { findWhatFilesCannotExpress } from "../../src/export/what-files-cannot-express.js";
import type { Findings } from "../../src/export/report.js";
import type { Inspection } from "../../src/inspect/description.js";
import { META_DATA } from "../../src/migration/register-schemes.js";
import { account, scheme, sampleInspection } from "../inspect/sample-inspection.js";

const inspection = sampleInspection();
const NOTHING = { notRead: "the node does not answer" };
const [STRANGER, TOKEN] = [account(77), account(9)];
/** A DAO of which a file says everything. */
const PLAIN: Inspection = {
  ...inspection,
  metaData: META_DATA,
  treasury: { ether: "0", tokens: [] },
  proposals: [],
  votingMachines: [],
};

function tell(changes: Partial<Inspection>): readonly string[] {
  const findings = { missing: [], notes: [] } as unknown as Findings & {
    readonly missing: readonly { readonly what: string }[];
    readonly notes: readonly { readonly what: string }[];
  };
  findWhatFilesCannotExpress({ ...PLAIN, ...changes }, findings);
  return [
    ...findings.missing.map(({ what }) => `missing: ${what}`),
    ...findings.notes.map(({ what }) => `note: ${what}`),
  ];
}

describe("findWhatFilesCannotExpress", () => {
  it("has nothing to say of a DAO as a migration creates it", () => {
    expect(tell({})).to.deep.equal([]);
  });

  for (const part of ["token", "reputation"] as const) {
    it(`says who owns the ${part} instead of the controller, or that this is not read`, () => {
      expect(tell({ [part]: { ...PLAIN[part], owner: STRANGER } })).to.deep.equal([
        `missing: The ${part} belongs to ${STRANGER}; that of a DAO created from the file will belong to its controller.`,
      ]);
      expect(tell({ [part]: { ...PLAIN[part], owner: NOTHING } })).to.deep.equal([
        `missing: The owner of the ${part} could not be read: the node does not answer.`,
      ]);
    });
  }

  it("shows a cap in whole tokens", () => {
    const capped = (cap: object | string, decimals = 18) =>
      tell({ token: { ...PLAIN.token, decimals, cap } as Inspection["token"] });
    expect(capped("5000000", 6)).to.deep.equal([
      "missing: At most 5.0 of the token may ever be minted, but the token of a DAO created from the file has no cap.",
    ]);
    expect(capped("0")).to.deep.equal([]);
    expect(capped(NOTHING)).to.deep.equal([
      "missing: Whether the token has a cap could not be read: the node does not answer.",
    ]);
  });

  it("names each global constraint, or says that they are not read", () => {
    const contract = { address: STRANGER, code: "unknown" } as const;
    const constraint = { contract, looks: "before", paramsHash: "0x", parameters: {} } as const;
    expect(tell({ globalConstraints: [constraint] })).to.deep.equal([
      `missing: The global constraint ${STRANGER} (unknown code) is not in the file.`,
    ]);
    expect(tell({ globalConstraints: NOTHING })).to.deep.equal([
      "missing: Whether there are global constraints could not be read: the node does not answer.",
    ]);
  });

  it("says that the DAO was upgraded, from which controllers", () => {
    const contract = { ...PLAIN.controller, address: STRANGER };
    const moment = { block: 1, time: 1, transaction: "0x" };
    const earlier = { contract, until: moment, replacedBy: PLAIN.controller.address };
    const [said, ...others] = tell({ earlierControllers: [earlier, earlier] });
    expect(others).to.deep.equal([]);
    expect(said).to.match(
      new RegExp(
        `^note: The DAO was upgraded to Controller ${PLAIN.controller.address} .+, from Controller ${STRANGER} .+, then Controller`,
      ),
    );
  });

  it("says which schemes votes added and removed", () => {
    const [first, registrar] = PLAIN.schemes;
    const history = (event: "registered" | "unregistered") =>
      [{ ...first!.history[0]!, event, by: registrar!.contract.address }] as const;
    const later = (event: "registered" | "unregistered") =>
      tell({
        schemes: [
          {
            ...scheme(first!.contract, "0x00000001"),
            registered: event === "registered",
            history: history(event),
          },
          registrar!,
        ],
      });
    const name = `ContributionReward ${first!.contract.address} \\(Arc .+\\)`;
    expect(later("registered")[0]).to.match(
      new RegExp(`^note: ${name} was registered in block 10 and is in the file like the original`),
    );
    expect(later("unregistered")[0]).to.match(
      new RegExp(`^note: ${name} was unregistered in block 10 and is not in the file\\.$`),
    );
  });

  it("lists what the DAO has acquired, in the units of each", () => {
    const gold = { address: TOKEN, name: "Gold", symbol: "GLD", decimals: 6, amount: "2500000" };
    const allowance = { token: TOKEN, spender: STRANGER, amount: "1" };
    const proposals = inspection.proposals as readonly never[];
    const all = {
      treasury: { ether: "1500000000000000000", tokens: [gold, { ...gold, decimals: NOTHING }] },
      metaData: "Qm",
    };
    expect(
      tell({ ...all, allowances: [allowance], proposals: proposals.slice(0, 1) }),
    ).to.deep.equal([
      `note: The DAO also has 1.5 ether, 2.5 of the token ${TOKEN}, 2500000 wei of the token ${TOKEN}, 1 allowance, 1 proposal, what it says of itself (MetaData).`,
    ]);
    expect(
      tell({ allowances: [allowance, allowance], proposals: proposals.slice(0, 2) }),
    ).to.deep.equal(["note: The DAO also has 2 allowances, 2 proposals."]);
  });

  it("does not pass over what could not be read", () => {
    const unread = { treasury: NOTHING, allowances: NOTHING, proposals: NOTHING };
    expect(tell(unread)).to.deep.equal([
      "note: The DAO's treasury could not be read: the node does not answer.",
      "note: The DAO's allowances could not be read: the node does not answer.",
      "note: The DAO's proposals could not be read: the node does not answer.",
    ]);
  });

  it("says which token is staked", () => {
    const [machine] = inspection.votingMachines;
    expect(tell({ votingMachines: [machine!] })[0]).to.match(
      new RegExp(`^note: GenesisProtocol .+ takes stakes in the token ${account(10)}\\.$`),
    );
  });
});
