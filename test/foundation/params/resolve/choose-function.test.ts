import { expect } from "chai";

import type { AbiEntry } from "../../../../src/foundation/arc/artifact.js";
import { constructorOf, fn, withCustomAbis } from "../build-files.js";
import { ADDRESS, GENESIS_PROTOCOL, resolve, saidOf } from "../support.js";
import { expectRecorded } from "../../../recorded.js";

const view = (name: string, stateMutability: "view" | "pure"): AbiEntry => ({
  ...fn(name),
  stateMutability,
});

/** Returns all messages about calls of a contract with this ABI. */
async function said(abi: readonly AbiEntry[], ...runFunctions: object[]): Promise<string[]> {
  return await withCustomAbis({ Box: abi }, async (customAbis) => {
    const raw = {
      VotingMachinesParams: [GENESIS_PROTOCOL],
      StandAloneContracts: [{ name: "Box", runFunctions }],
    };
    return await saidOf(raw, { customAbis });
  });
}

describe("a call in a parameters file", () => {
  it("may name its function by a signature with blanks", async () => {
    await withCustomAbis(
      { Box: [fn("set", "uint8"), fn("set", "uint256")] },
      async (customAbis) => {
        const runFunctions = [{ functionName: "set( uint8 )", params: [5] }];
        const { parameters } = await resolve(
          { StandAloneContracts: [{ name: "Box", runFunctions }] },
          { customAbis },
        );
        const [call] = parameters.standAloneContracts[0]?.runFunctions ?? [];
        expect(call?.abi.inputs?.map(({ type }) => type)).to.deep.equal(["uint8"]);
        expect(call?.functionName).to.equal("set");
      },
    );
  });

  it("that fits several functions is refused with their signatures", async () => {
    const abi = [fn("set", "uint8 few"), fn("set", "uint256 many"), fn("set", "address")];
    expectRecorded(await said(abi, { functionName: "set", params: [5] }));
  });

  it("that sets a scheme up, and fits several functions, is to fit only one: it has no name to choose", async () => {
    const abi = [fn("initialize", "address", "uint256"), fn("initialize", "address", "int256")];
    await withCustomAbis({ Box: abi }, async (customAbis) => {
      const CustomSchemes = [{ name: "Box", permissions: "0x00000000", params: [5] }];
      expectRecorded(await saidOf({ CustomSchemes }, { customAbis }));
    });
  });

  it("that fits none of several functions is refused with all of them", async () => {
    const abi = [fn("set", "uint8 few"), fn("set", "bytes4 id"), fn("set")];
    expectRecorded(await said(abi, { functionName: "set", params: [true] }));
  });

  it("that does not fit its only function is refused argument by argument", async () => {
    const abi = [fn("set", "uint8 few", "address")];
    expectRecorded(await said(abi, { functionName: "set", params: [256, "0x"] }));
  });

  it("takes the function whose types look most like the arguments", async () => {
    const abi = [fn("set", "bytes"), fn("set", "address"), fn("set", "string")];
    expect(await said(abi, { functionName: "set", params: [ADDRESS] })).to.deep.equal([]);
  });

  it("warns of hex that is padded, at its place", async () => {
    const abi = [fn("set", "uint8", "bytes4[] ids")];
    expectRecorded(await said(abi, { functionName: "set", params: [1, ["0x12"]] }));
  });

  it("of a function that does not exist lists those that change something", async () => {
    const abi = [constructorOf(), fn("open"), view("state", "view"), view("sum", "pure")];
    expectRecorded(await said(abi, { functionName: "clear" }));
    expectRecorded(await said([view("sum", "pure")], { functionName: "clear" }));
  });

  it("with a misspelled function lists only the one that was meant", async () => {
    const abi = [fn("transfer", "address"), fn("transfer"), fn("approve")];
    expectRecorded(await said(abi, { functionName: "transfr" }));
  });
});
