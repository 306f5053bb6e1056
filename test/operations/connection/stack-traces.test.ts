import { expect } from "chai";
import type { NetworkConnection } from "hardhat/types/network";
import type { JsonRpcRequest } from "hardhat/types/providers";

import type { DaoFixture } from "../../../fixtures/index.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { recordRelease, withStackTrace } from "../../../src/operations/connection/hooks.js";
import { connect } from "../../fixtures/project.js";
import { rejection } from "../../rejection.js";

/** The first line after the message, and whether the rest of the stack is JavaScript. */
const firstLine = ({ stack = "" }: Error) => stack.split("\n")[1]?.trim();
const isOutside = ({ stack = "" }: Error) => /\n {4}at .*edr-provider/.test(stack);

describe("the stack of a revert in an Arc contract", () => {
  let connection: NetworkConnection;
  let fixture: DaoFixture;
  const registry = () => fixture.base.daoRegistry.connect(fixture.accounts[3]);

  before(async () => {
    connection = await connect();
    fixture = await connection.dao.load({ demo: false });
  });
  after(async () => {
    await connection.close();
  });

  for (const [how, overrides] of [
    ["while gas is estimated", {}],
    ["in a mined transaction", { gasLimit: 100_000 }],
  ] as const) {
    it(`names contract and function, ${how}`, async () => {
      const error = (await rejection(
        registry().unRegister(fixture.dao.avatar, overrides),
      )) as Error & { readonly transactionHash: string | null };
      expect(error.message).to.equal("Transaction reverted without a reason string");
      const address = (await registry().getAddress()).toLowerCase();
      expect(firstLine(error)).to.equal(`at DAORegistry.unRegister (${address})`);
      expect(isOutside(error)).to.equal(true);
      const isMined = "gasLimit" in overrides;
      expect(typeof error.transactionHash === "string").to.equal(isMined);
    });
  }
});

describe("an error that is not a revert in an Arc contract", () => {
  const address = Buffer.alloc(20, 7);
  const request: JsonRpcRequest = { jsonrpc: "2.0", id: 1, method: "eth_call", params: [{}] };

  /** Creates an error like Hardhat's. */
  function solidityError(): Error {
    const entry = `<UnrecognizedContract>.<unknown> (0x${address.toString("hex")})`;
    const error = new Error("reverted");
    error.stack = `Error: reverted\n    at ${entry}\n    at test.ts:1:1`;
    return Object.assign(error, { stackTrace: [{ address }], solidityStack: entry });
  }

  /** Returns an error's stack after explaining it, on a chain with this code. */
  async function stackOf(error: Error, code: string): Promise<string> {
    const connection = {
      provider: {
        request: async () => {
          if (code === "closed") throw new Error("closed");
          return Promise.resolve(code);
        },
      },
    } as unknown as NetworkConnection<string>;
    recordRelease(connection, await openArcRelease("rc.57"));
    const pass = async () => await Promise.reject(error);
    expect(await rejection(withStackTrace(connection, request, pass))).to.equal(error);
    return error.stack ?? "";
  }

  it("stays unchanged", async () => {
    const foreign = solidityError();
    const { stack } = foreign;
    expect(await stackOf(foreign, "0x6001")).to.equal(stack);
    expect(await stackOf(solidityError(), "closed")).to.equal(stack);
    const plain = new Error("no connection");
    expect(await stackOf(plain, "0x")).to.equal(plain.stack);
  });
});
