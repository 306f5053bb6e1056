import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { hardhatProject, setHardhatProject } from "../../../src/operations/connection/defaults.js";
import { explainRevert } from "../../../src/operations/connection/explain-revert.js";

const TO = `0x${"11".repeat(20)}`;
const LINE = "    at <UnrecognizedContract>.<unknown> (0x1111111111111111111111111111111111111111)";
const STACK = `Error: reverted\n${LINE}`;

/** An error as Hardhat throws it, without the parts that are left out. */
function failing(...without: readonly string[]): Error {
  const error = new Error("reverted");
  error.stack = `${STACK}\n    at a test`;
  const address = Buffer.from(TO.slice(2), "hex");
  const all = { stackTrace: [{ address }], solidityStack: LINE };
  for (const [name, value] of Object.entries(all))
    if (!without.includes(name)) Object.assign(error, { [name]: value });
  return error;
}

/** Explains an error of a call to a contract with this code; returns its stack and what was asked for it. */
async function explained(error: unknown, code = "0x6001", call: object = { to: TO, data: "0x12" }) {
  const asked: string[] = [];
  const request = async ({ method }: { readonly method: string }) => {
    asked.push(method);
    return await Promise.resolve(code);
  };
  const params = [call];
  await explainRevert(
    error,
    { jsonrpc: "2.0", id: 1, method: "eth_call", params },
    { provider: { request } } as never,
    [await openArcRelease("rc.57")],
  );
  return { stack: (error as Partial<Error> | undefined)?.stack, asked };
}

describe("explainRevert", () => {
  it("asks nothing about an error that is not Solidity's, and leaves it alone", async () => {
    for (const without of [["stackTrace"], ["solidityStack"], ["stackTrace", "solidityStack"]]) {
      const error = failing(...without);
      const { stack } = error;
      expect(await explained(error)).to.deep.equal({ stack, asked: [] });
    }
    expect((await explained(undefined)).asked).to.deep.equal([]);
  });

  it("explains an error once", async () => {
    const error = failing();
    expect((await explained(error)).asked).to.not.deep.equal([]);
    expect((await explained(error)).asked).to.deep.equal([]);
  });

  it("names no function of code that is not Arc's, and of no call", async () => {
    const { stack } = failing();
    expect((await explained(failing())).stack).to.equal(stack);
    for (const call of [{ data: "0x12" }, { to: TO }])
      expect(await explained(failing(), "0x6001", call)).to.deep.equal({
        stack,
        asked: ["eth_getCode"],
      });
  });
});

describe("hardhatProject", () => {
  it("is what a project said last, with what it said before", async () => {
    const compile = async () => await Promise.resolve();
    setHardhatProject("/a", { artifacts: "/a/old", compile });
    setHardhatProject("/a", { artifacts: "/a/artifacts" });
    expect(hardhatProject("/a")).to.deep.equal({ artifacts: "/a/artifacts", compile });
    expect(hardhatProject("/b")).to.equal(undefined);
  });
});
