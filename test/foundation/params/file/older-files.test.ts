import { expect } from "chai";

import { itSays } from "../said.js";
import { GENESIS_PROTOCOL, places, resolve } from "../support.js";

describe("files from before April 2019", () => {
  it("have keys that are ignored beside VotingMachinesParams", async () => {
    const { parameters, warnings } = await resolve({
      GenesisProtocol: GENESIS_PROTOCOL,
      VotingMachinesParams: [{ ...GENESIS_PROTOCOL, thresholdConst: 3000 }],
    });
    expect(parameters.votingMachinesParams).to.have.length(1);
    expect(parameters.votingMachinesParams[0]).to.include({ thresholdConst: 3000n });
    expect(places(warnings)).to.include("GenesisProtocol");
  });

  itSays(import.meta.dirname, "older-files");
});
