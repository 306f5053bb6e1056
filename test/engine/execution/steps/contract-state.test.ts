import { expect } from "chai";
import { id } from "ethers";

import type { Artifact } from "../../../../src/foundation/arc/artifact.js";
import { RpcError } from "../../../../src/foundation/chain/rpc-error.js";
import { differenceFrom, stateOf } from "../../../../src/engine/execution/steps/contract-state.js";
import { codeHash } from "../../../../src/engine/execution/steps/plan.js";
import { rejected } from "../../../rejection.js";
import { CONTRACT, scripted } from "../deployers/scripted.js";

const view = { type: "function", stateMutability: "view", inputs: [] };
const LOCK: Artifact = {
  contractName: "Lock",
  abi: [
    { ...view, name: "owner", outputs: [{ name: "", type: "address" }] },
    { ...view, name: "opensAt", outputs: [{ name: "", type: "uint256" }] },
    { ...view, name: "broken", outputs: [{ name: "", type: "uint256" }] },
    { ...view, name: "nothing", outputs: [] },
    {
      ...view,
      name: "of",
      inputs: [{ name: "", type: "address" }],
      outputs: [{ name: "", type: "uint256" }],
    },
    { ...view, name: "open", stateMutability: "nonpayable", outputs: [{ name: "", type: "bool" }] },
  ],
  bytecode: "0x6001",
  deployedBytecode: "0x",
};
const [OWNER, OPENS_AT] = ["owner()", "opensAt()"].map((name) => id(name).slice(0, 10)) as [
  string,
  string,
];
/** A node's own failure. */
const LOST = "header not found";
const WORD = `0x${"Ab".repeat(32)}`;

function chain(results: Readonly<Record<string, string>>, code = "0x6002") {
  return scripted({
    eth_getCode: () => code,
    eth_call: ({ data }: { data: string }) => {
      const result = results[data];
      if (result === undefined)
        throw new RpcError("eth_call", { code: 3, message: "execution reverted" });
      if (result === LOST) throw new RpcError("eth_call", { code: -32000, message: LOST });
      return result;
    },
  });
}

describe("The state of a contract", () => {
  it("is its code, and what its views without arguments return", async () => {
    const { provider, asked } = chain({ [OWNER]: WORD });
    const state = await stateOf(provider, CONTRACT, LOCK, () => false);
    expect(state).to.deep.equal({
      address: CONTRACT,
      contractName: "Lock",
      code: codeHash("0x6002"),
      values: [{ name: "owner", data: OWNER, result: WORD.toLowerCase() }],
    });
    expect(asked.filter(({ method }) => method === "eth_call")).to.have.length(3);
  });

  it("leaves out times and block numbers of the rehearsal, which pass", async () => {
    const { provider } = chain({ [OWNER]: WORD, [OPENS_AT]: "0x05" });
    const { values } = await stateOf(provider, CONTRACT, LOCK, (result) => result === "0x05");
    expect(values.map(({ name }) => name)).to.deep.equal(["owner"]);
  });

  it("is the same on the chain in any spelling, and differs in any value, or if one fails", async () => {
    const state = await stateOf(chain({ [OWNER]: WORD }).provider, CONTRACT, LOCK, () => false);
    const difference = async (results: Readonly<Record<string, string>>, code?: string) =>
      await differenceFrom(state, chain(results, code).provider);
    expect(await difference({ [OWNER]: WORD.toLowerCase() })).to.equal(undefined);
    expect(await difference({ [OWNER]: "0x01" })).to.match(
      /^Lock 0x\w+ returns 0x01 for owner\(\)/,
    );
    expect(await difference({})).to.include("returns an error for owner()");
    expect(await difference({ [OWNER]: WORD }, "0x")).to.include("has different code");
  });

  it("is not told from a node's own failure", async () => {
    const { provider } = chain({ [OWNER]: LOST });
    const state = await stateOf(chain({ [OWNER]: WORD }).provider, CONTRACT, LOCK, () => false);
    for (const read of [
      async () => await differenceFrom(state, provider),
      async () => await stateOf(provider, CONTRACT, LOCK, () => false),
    ])
      await rejected(read(), LOST);
  });
});
