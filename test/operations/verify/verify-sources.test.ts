import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { verifyInputs, type VerifyInputs } from "../../../src/operations/verify/verify-sources.js";
import { MigrationError, UsageError } from "../../../src/foundation/support/errors.js";
import { account } from "../../engine/inspect/sample-inspection.js";
import { rejection } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";

const [RELEASE, EARLIER] = ["0.0.1-rc.57", "0.0.1-rc.56"];
const GENESIS = `0x${"11".repeat(32)}`;

/** A private chain without any contract, so nothing has to be compiled. */
const provider = {
  async request({ method }: { readonly method: string }): Promise<unknown> {
    const answers: Readonly<Record<string, unknown>> = {
      ...{ eth_chainId: "0x539", net_version: "1337", eth_getCode: "0x", eth_blockNumber: "0x1" },
      eth_call: "0x",
      eth_getBlockByNumber: { number: "0x1", hash: GENESIS, timestamp: "0x1" },
    };
    if (!(method in answers)) throw Object.assign(new Error("no such method"), { code: -32601 });
    return await Promise.resolve(answers[method]);
  },
};

function dao(first: number, arcVersion: string) {
  const [Avatar, NativeToken, NativeReputation, Controller] = [0, 1, 2, 3].map((each) =>
    account(first + each),
  );
  const common = { name: "DAO", arcVersion, Schemes: [], StandAloneContracts: [] };
  return { ...common, Avatar, NativeToken, NativeReputation, Controller };
}

/** What is verified by a result file with a DAO, or other sections, and a DAO of an earlier release. */
async function verified(
  folder: string,
  inputs: Partial<VerifyInputs> = {},
  sections: object = { dao: dao(31, RELEASE) },
) {
  const output = join(folder, "migration.json");
  const chain = { network: "private", chainId: 1337, genesis: GENESIS };
  const others = [{ ...chain, dao: dao(41, EARLIER) }];
  await writeFile(output, JSON.stringify({ ...chain, ...sections, others }));
  const projectRoot = folder;
  const found = await verifyInputs({ provider, output, projectRoot, ...inputs });
  expect(found.verified).to.equal(false);
  return found.contracts.map(({ place, address, arcVersion, code }) =>
    [place, address, arcVersion, code].join(" "),
  );
}

describe("verifyInputs", () => {
  const parts = ["Avatar", "NativeToken", "NativeReputation", "Controller"];
  const all = (first: number, release: string) =>
    parts.map((part, index) => `dao.${part} ${account(first + index)} ${release} no code`);

  it("verifies what the result file has now", async (folder) => {
    expect(await verified(folder)).to.deep.equal(all(31, RELEASE));
    const base = { arcVersion: RELEASE, DAORegistry: account(50) };
    expect(await verified(folder, {}, { base })).to.deep.equal([
      `base.DAORegistry ${account(50)} ${RELEASE} no code`,
    ]);
  });

  it("asks for the code of all contracts at once", async (folder) => {
    let [underway, most] = [0, 0];
    const counting: VerifyInputs["provider"] = {
      request: async (asked) => {
        most = Math.max(most, ++underway);
        await new Promise(setImmediate);
        underway--;
        return await provider.request(asked);
      },
    };
    const names = ["DAORegistry", "DAOToken", "DAOTracker", "DaoCreator", "GenesisProtocol"];
    const contracts = names.map((name, index) => ({ [name]: account(50 + index) }));
    const base = Object.assign({ arcVersion: RELEASE }, ...contracts) as object;
    expect(await verified(folder, { provider: counting }, { base })).to.have.length(5);
    expect(most).to.equal(5);
  });

  it("verifies also the controller that the DAO was handed to", async (folder) => {
    const taker = account(70);
    const handedOver: VerifyInputs["provider"] = {
      request: async (asked) => {
        const [call] = (asked.params ?? []) as { to?: string; data?: string }[];
        const isOwner =
          call?.to?.toLowerCase() === account(31).toLowerCase() && call.data === "0x8da5cb5b";
        return isOwner ? `0x${taker.slice(2).padStart(64, "0")}` : await provider.request(asked);
      },
    };
    const expected = [...all(31, RELEASE), `dao now.Controller ${taker} ${RELEASE} no code`];
    for (const address of [undefined, account(31)]) {
      expect(await verified(folder, { provider: handedOver, address })).to.deep.equal(expected);
    }
  });

  it("verifies a contract by the entry of the result file that lists it", async (folder) => {
    for (const [address, expected] of [
      [account(33), all(31, RELEASE)[2]],
      [account(43), all(41, EARLIER)[2]],
    ] as const) {
      const lower = address.toLowerCase();
      expect(await verified(folder, { address: lower })).to.deep.equal([expected]);
    }
  });

  it("verifies the recorded parts of a DAO whose avatar is gone", async (folder) => {
    expect(await verified(folder, { address: account(41) })).to.deep.equal(all(41, EARLIER));
    const error = await rejection(verified(folder, { address: account(60) }));
    expect(error.message).to.match(/For any other contract, say which it should be/);
  });

  it("verifies any address as the contract that it should be", async (folder) => {
    const named = { contract: "Controller" };
    expect(await verified(folder, { ...named, address: account(60) })).to.deep.equal([
      `address ${account(60)} ${RELEASE} no code`,
    ]);
    expect(await verified(folder, { ...named, address: account(41) })).to.deep.equal([
      `address ${account(41)} ${EARLIER} no code`,
    ]);
  });

  it("refuses what names nothing to verify", async (folder) => {
    const output = join(folder, "other.json");
    expect(await rejection(verified(folder, { output }))).to.be.instanceOf(MigrationError);
    for (const wrong of [{ address: "0x12" }, { contract: "Avatar" }]) {
      expect(await rejection(verified(folder, wrong))).to.be.instanceOf(UsageError);
    }
  });
});
