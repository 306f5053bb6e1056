import { expect } from "chai";
import { getCreateAddress, id, zeroPadValue } from "ethers";

import { stepMatchOf } from "../../../../src/engine/execution/steps/step-match.js";
import type { PlannedStep } from "../../../../src/engine/execution/steps/plan.js";
import type { MinedStep } from "../../../../src/engine/execution/steps/step.js";
import type { Log } from "../../../../src/foundation/chain/rpc-types.js";

const ADDRESS = `0x${"Ab".repeat(20)}`;
const OTHER = `0x${"cd".repeat(20)}`;
const CREATOR = `0x${"12".repeat(20)}`;
const LOG = { address: ADDRESS, topics: ["0x01"], data: "0x02" };

const similarity = (planned: Partial<PlannedStep>, mined: Partial<MinedStep>) =>
  stepMatchOf({ logs: [], ...planned } as PlannedStep, { logs: [], ...mined } as MinedStep);

/** Returns the logs of a contract's creation by a creator, with an amount and a hash. */
function made(contract: string, amount = 5n, hash = id("before"), named = contract): Log[] {
  const word = (value: string) => zeroPadValue(value, 32);
  return [
    { address: contract, topics: [id("Owned(address)"), word(CREATOR)], data: "0x" },
    {
      address: CREATOR,
      topics: [id("Made(address,uint256,bytes32)"), word(named)],
      data: `0x${amount.toString(16).padStart(64, "0")}${hash.slice(2)}`,
    },
  ];
}

describe("stepMatchOf", () => {
  it("is the same for the same contract and events, in any spelling of addresses", () => {
    const lower = { ...LOG, address: ADDRESS.toLowerCase() };
    expect(similarity({}, {})).to.equal("same");
    expect(
      similarity(
        { contractAddress: ADDRESS, logs: [LOG] },
        { contractAddress: ADDRESS.toLowerCase(), logs: [lower] },
      ),
    ).to.equal("same");
  });

  it("is different for another contract, or none", () => {
    expect(similarity({ contractAddress: ADDRESS }, {})).to.equal("different");
    expect(similarity({ contractAddress: ADDRESS }, { contractAddress: "0x01" })).to.equal(
      "different",
    );
  });

  for (const [name, logs] of Object.entries({
    "no events": [],
    "another address": [{ ...LOG, address: OTHER }],
    "other topics": [{ ...LOG, topics: ["0x03"] }],
    "other data": [{ ...LOG, data: "0x03" }],
    "one more": [LOG, LOG],
  })) {
    it(`is different for ${name}`, () => {
      expect(similarity({ logs: [LOG] }, { logs })).to.equal("different");
    });
  }

  it("is different for an event if the rehearsal had none", () => {
    expect(similarity({}, { logs: [LOG] })).to.equal("different");
  });

  it("ignores what the chain emits for each transaction, as Polygon does", () => {
    const fee = { ...LOG, address: "0x0000000000000000000000000000000000001010" };
    expect(similarity({ logs: [LOG] }, { logs: [LOG, fee] })).to.equal("same");
  });

  it("counts events of contracts that only look like the chain's own", () => {
    const own = { ...LOG, address: `0x${"ffff".padStart(40, "0")}` };
    const stranger = { ...LOG, address: `0x${"10000".padStart(40, "0")}` };
    expect(similarity({ logs: [LOG] }, { logs: [LOG, own] })).to.equal("same");
    expect(similarity({ logs: [LOG] }, { logs: [LOG, stranger] })).to.equal("different");
  });

  describe("of a step whose events are read", () => {
    const wantsLogs = true;

    it("is reordered for another contract that emits nothing only if a factory that names it created it", () => {
      const naming = (contract: string) => [
        { address: CREATOR, topics: [id("Made(address)")], data: zeroPadValue(contract, 32) },
      ];
      const [first, second] = [1, 2].map((nonce) => getCreateAddress({ from: CREATOR, nonce }));
      const planned = { wantsLogs, logs: naming(first!) };
      expect(similarity(planned, { logs: naming(second!) })).to.equal("reordered");
      expect(similarity(planned, { logs: naming(OTHER) })).to.equal("different");
    });

    it("is different if one contract's events come from two", () => {
      const third = { ...LOG, address: CREATOR };
      const logs = [{ ...LOG, address: OTHER }, third];
      expect(similarity({ wantsLogs, logs: [LOG, LOG] }, { logs })).to.equal("different");
    });

    it("is different for another event, although its hash is in the same place as one that may differ", () => {
      const event = (name: string) => [{ ...LOG, topics: [id(name)] }];
      const logs = event("Made(address)");
      expect(similarity({ wantsLogs, logs }, { logs: event("Burnt(address)") })).to.equal(
        "different",
      );
    });

    it("is reordered for other addresses of what it created, and other hashes", () => {
      const logs = made(ADDRESS);
      expect(similarity({ wantsLogs, logs }, { logs: made(OTHER) })).to.equal("reordered");
      const hashed = made(ADDRESS, 5n, id("after"));
      expect(similarity({ wantsLogs, logs }, { logs: hashed })).to.equal("reordered");
      expect(similarity({ logs }, { logs: made(OTHER) })).to.equal("different");
    });

    for (const [name, forged] of Object.entries({
      "another amount": made(OTHER, 6n),
      "an address that left no event": made(ADDRESS, 5n, id("before"), OTHER),
      "a name of another contract than the one that left events": made(
        OTHER,
        5n,
        id("before"),
        `0x${"66".repeat(20)}`,
      ),
      "fewer events": made(OTHER).slice(1),
      "another kind of event": made(OTHER).map((log) => ({ ...log, topics: [id("X")] })),
    })) {
      it(`is different for ${name}`, () => {
        expect(similarity({ wantsLogs, logs: made(ADDRESS) }, { logs: forged })).to.equal(
          "different",
        );
      });
    }
  });
});
