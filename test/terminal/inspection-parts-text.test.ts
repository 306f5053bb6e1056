import { expect } from "chai";
import { ZeroAddress } from "ethers";

import type { Inspection, SchemeDescription } from "../../src/inspect/description.js";
import { inspectionText } from "../../src/terminal/inspection-text.js";
import { account, sampleFacts, scheme } from "../report/sample-facts.js";

const NOTHING = { notRead: "the node does not answer" };
const STRANGER = account(77);
const { inspection: sample } = sampleFacts();

function lines(changes: Partial<Inspection>): readonly string[] {
  return inspectionText({ ...sample, control: [], ...changes }, { name: "private" }).split("\n");
}

function ofScheme(changes: Partial<SchemeDescription>): readonly string[] {
  return lines({ schemes: [{ ...sample.schemes[0]!, ...changes }] });
}

describe("inspectionText", () => {
  it("says which events were not searched", () => {
    expect(lines({ eventsFromBlock: 9 })).to.include("events before block 9 were not read");
  });

  it("shows the token in its decimals, or in wei if they are unknown", () => {
    const token = { ...sample.token, symbol: "OWN", totalSupply: "1500", cap: "2000", holders: [] };
    expect(lines({ token: { ...token, decimals: 2 } })).to.include.members([
      "  supply 15 OWN, 0 holders",
      "  at most 20 OWN may ever be minted",
    ]);
    expect(lines({ token: { ...token, decimals: NOTHING } })).to.include.members([
      "  supply 1,500 wei of OWN, 0 holders",
      "  at most 2,000 wei of OWN may ever be minted",
    ]);
    expect(lines({ token: { ...token, symbol: NOTHING, decimals: NOTHING } })).to.include(
      "  supply 1,500 wei of the token, 0 holders",
    );
  });

  it("lists the treasury, tokens of unknown decimals in wei", () => {
    const token = { address: account(9), name: "Gold", symbol: "GLD", decimals: 1, amount: "25" };
    const tokens = [token, { ...token, decimals: NOTHING }];
    expect(lines({ treasury: { ether: "1500000000000000000", tokens } })).to.include.members([
      "  1.5 ether",
      `  2.5 GLD  ${account(9)}`,
      `  25 wei of the token ${account(9)}`,
    ]);
  });

  it("warns if the token or the reputation belongs to somebody else", () => {
    expect(lines({ token: { ...sample.token, owner: STRANGER } })).to.include(
      `  ! belongs to ${STRANGER}, not to the controller: that account can mint tokens`,
    );
    expect(lines({ reputation: { ...sample.reputation, owner: NOTHING } })).to.include(
      "  owner not read: the node does not answer",
    );
  });

  it("lists global constraints with their parameters, and what others may take", () => {
    const contract = { address: STRANGER, code: "unknown" } as const;
    const constraint = { contract, looks: "before", paramsHash: "0x" } as const;
    expect(
      lines({
        globalConstraints: [
          { ...constraint, parameters: { cap: "5" } },
          { ...constraint, looks: "after", parameters: NOTHING },
        ],
        allowances: [{ token: account(9), spender: STRANGER, amount: "7" }],
      }),
    ).to.include.members([
      "Global constraints",
      `  ${STRANGER}, unknown code, looks before: {"cap":"5"}`,
      `  ${STRANGER}, unknown code, looks after: not read: the node does not answer`,
      "Others may take from the avatar",
      `  ${STRANGER}: 7 wei of the token ${account(9)}`,
    ]);
  });

  it("says who owns a scheme, what it may call, and what was not read of it", () => {
    const parameters = { kept: "own", values: {}, votes: {} } as const;
    expect(
      ofScheme({ parameters: { ...parameters, owner: STRANGER, mayCall: [] } }),
    ).to.include.members([`  owner: ${STRANGER}`, "  may call: nothing"]);
    expect(ofScheme({ parameters: { ...parameters, owner: ZeroAddress } })).to.include(
      "  owner: nobody",
    );
    expect(
      ofScheme({ parameters: { ...parameters, owner: NOTHING, mayCall: NOTHING } }),
    ).to.include.members([
      "  owner not read: the node does not answer",
      "  may call: not read: the node does not answer",
    ]);
    expect(ofScheme({ parameters: NOTHING })).to.include(
      "  parameters not read: the node does not answer",
    );
    const vote = { votingMachine: STRANGER, paramsHash: "0x", rules: NOTHING };
    expect(ofScheme({ parameters: { ...parameters, votes: { vote } } })).to.include.members([
      `  votes (vote) on a machine of unknown code ${STRANGER}`,
      "    not read: the node does not answer",
    ]);
  });

  it("says if a scheme may do nothing, or is an account", () => {
    const nothing = scheme({ address: STRANGER, code: "account" }, "0x00000000");
    expect(lines({ schemes: [nothing] })).to.include.members([
      `! an account without code  ${STRANGER}`,
      "  may (0x00000000) do nothing with the controller",
    ]);
    expect(ofScheme({ history: [] })).to.include(
      "  registered without an event, as older controllers do for their creator",
    );
    const looksLike = "WalletScheme of dxdao-contracts 1";
    expect(ofScheme({ contract: { address: STRANGER, code: "unknown", looksLike } })).to.include(
      `${looksLike}, unknown code  ${STRANGER}`,
    );
  });

  it("lists former schemes and controllers, with who did it and when", () => {
    const moment = { block: 20, time: 1_600_000_000, transaction: "0x" };
    const earlier = {
      contract: { address: STRANGER, code: "unknown", universal: false },
      until: moment,
      replacedBy: sample.controller.address,
    } as const;
    const gone = {
      ...scheme({ address: account(78), code: "account" }, "0x00000001"),
      registered: false,
      history: [
        { ...moment, event: "unregistered", by: account(4), how: "itself", controller: STRANGER },
      ],
    } as const;
    expect(
      lines({
        earlierControllers: [earlier, { ...earlier, since: { ...moment, block: 10 } }],
        schemes: [...sample.schemes, gone],
      }),
    ).to.include.members([
      "No longer registered",
      `  account without code  ${account(78)}`,
      `    unregistered in block 20 of 2020-09-13T12:26:40Z, by itself, with the earlier controller ${STRANGER}`,
      "Earlier controllers",
      `  ${STRANGER}, unknown code`,
      `    until block 20 of 2020-09-13T12:26:40Z, replaced by ${sample.controller.address}`,
      `    from block 10 of 2020-09-13T12:26:40Z until block 20 of 2020-09-13T12:26:40Z, replaced by ${sample.controller.address}`,
    ]);
  });
});
