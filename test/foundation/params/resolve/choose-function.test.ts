import { expect } from "chai";

import type { AbiEntry } from "../../../../src/foundation/arc/artifact.js";
import { constructorOf, fn, withCustomAbis } from "../build-files.js";
import { ADDRESS, GENESIS_PROTOCOL, resolve, saidOf } from "../support.js";

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

const PLACE = "StandAloneContracts[0].runFunctions[0]";

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
    expect(await said(abi, { functionName: "set", params: [5] })).to.deep.equal([
      `${PLACE}.functionName: several functions take these arguments; found "set"; wanted one of set(uint8), set(uint256) as its name`,
    ]);
  });

  it("that fits none of several functions is refused with all of them", async () => {
    const abi = [fn("set", "uint8 few"), fn("set", "bytes4 id"), fn("set")];
    expect(await said(abi, { functionName: "set", params: [true] })).to.deep.equal([
      `${PLACE}.params: Box of custom-abis takes different arguments; found 2; wanted set(uint8 few) or set(bytes4 id) or set()`,
    ]);
  });

  it("that does not fit its only function is refused argument by argument", async () => {
    const abi = [fn("set", "uint8 few", "address")];
    expect(await said(abi, { functionName: "set", params: [256, "0x"] })).to.deep.equal([
      `${PLACE}.params[0]: it cannot be encoded as uint8, in set(uint8 few, address); found 256; wanted uint8 few`,
      `${PLACE}.params[1]: it is not an address, in set(uint8 few, address); found "0x"; wanted address: 0x and 40 hex digits, AvatarAddress, DAOTokenAddress, ReputationAddress, GenesisProtocolAddress, AbsoluteVoteAddress, {"votingMachine": index} or {"StandAloneContract": index}`,
    ]);
  });

  it("takes the function whose types look most like the arguments", async () => {
    const abi = [fn("set", "bytes"), fn("set", "address"), fn("set", "string")];
    expect(await said(abi, { functionName: "set", params: [ADDRESS] })).to.deep.equal([]);
  });

  it("warns of hex that is padded, at its place", async () => {
    const abi = [fn("set", "uint8", "bytes4[] ids")];
    expect(await said(abi, { functionName: "set", params: [1, ["0x12"]] })).to.deep.equal([
      `Warning: ${PLACE}.params[1][0]: it is 3 bytes short of bytes4 and is padded with zeros at the end; found "0x12"; wanted 4 bytes of hex`,
    ]);
  });

  it("of a function that does not exist lists those that change something", async () => {
    const abi = [constructorOf(), fn("open"), view("state", "view"), view("sum", "pure")];
    expect(await said(abi, { functionName: "clear" })).to.deep.equal([
      `${PLACE}.functionName: Box of custom-abis has no function clear; found "clear"; wanted one of open()`,
    ]);
    expect(await said([view("sum", "pure")], { functionName: "clear" })).to.deep.equal([
      `${PLACE}.functionName: Box of custom-abis has no function clear; found "clear"; wanted a contract with functions`,
    ]);
  });

  it("with a misspelled function lists only the one that was meant", async () => {
    const abi = [fn("transfer", "address"), fn("transfer"), fn("approve")];
    expect(await said(abi, { functionName: "transfr" })).to.deep.equal([
      `${PLACE}.functionName: Box of custom-abis has no function transfr; found "transfr"; wanted one of transfer(address), transfer()`,
    ]);
  });
});
