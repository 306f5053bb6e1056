import { expect } from "chai";
import { Interface, ZeroAddress } from "ethers";

import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import { ForkedChain } from "../../../../src/operations/simulate/chain/forked-chain.js";
import { ONLY_STEPS } from "../../../../src/operations/simulate/chain/gas-and-memory.js";
import { readsOwnStorage } from "../../../../src/operations/simulate/chain/own-storage.js";
import { account } from "../../../engine/inspect/sample-inspection.js";
import { openChain } from "../../../simulated-chain.js";
import { useOpened } from "../../../use-opened.js";

const CONTRACTS = ["Avatar", "Controller", "UController", "DAOToken", "Reputation"];
/** What depends on more than a contract's own storage and on what it is called with. */
const OTHER =
  /CALL$|CALLCODE|CREATE|BALANCE|EXTCODE|BLOCK|COINBASE|TIMESTAMP|NUMBER|DIFFICULTY|PREVRANDAO|GASLIMIT|^GAS|ORIGIN|CALLER|BASEFEE|SSTORE/;
const ARGUMENTS: Readonly<Record<string, number>> = { totalSupply: 0, balanceOf: 1, allowance: 2 };
const [TOKEN, OWNER, OTHERS] = [account(7), account(8), account(9)];

describe("calls that read only a contract's own storage", () => {
  const opened = useOpened(async () => {
    const connection = await openChain();
    return { provider: connection.provider, close: async () => await connection.close() };
  });
  const request = async (method: string, ...params: unknown[]): Promise<unknown> =>
    await opened.provider.request({ method, params });

  it("read nothing else, in the first, a middle and the last release", async () => {
    const found = new Set<string>();
    for (const version of ["0.0.0-alpha.45", "0.0.1-rc.16", "0.0.1-rc.57"]) {
      const release = await openArcRelease(version);
      for (const name of CONTRACTS) {
        const artifact = await Promise.resolve(name)
          .then((each) => release.artifact(each))
          .catch(() => undefined);
        if (artifact === undefined) continue;
        const abi = new Interface(artifact.abi);
        await request("hardhat_setCode", TOKEN, artifact.deployedBytecode);
        for (const fragment of abi.fragments) {
          if (fragment.type !== "function") continue;
          const { selector, inputs } = abi.getFunction(fragment.format())!;
          if (!readsOwnStorage(name, selector)) continue;
          found.add(`${name}.${abi.getFunction(selector)!.name}`);
          const data = abi.encodeFunctionData(
            selector,
            inputs.map(() => ZeroAddress),
          );
          const trace = await request("debug_traceCall", { to: TOKEN, data }, "latest", ONLY_STEPS);
          const { structLogs } = trace as { readonly structLogs: readonly { op: string }[] };
          const steps = structLogs.map(({ op }) => op).filter((op) => op !== "CALLVALUE");
          expect(
            steps.filter((op) => OTHER.test(op)),
            `${name} ${fragment.format()}`,
          ).to.deep.equal([]);
          // A universal controller refuses avatars that it does not have.
          const ends = name === "UController" ? ["RETURN", "REVERT"] : ["RETURN"];
          expect(steps.at(-1)).to.be.oneOf(ends);
        }
      }
    }
    expect([...found].filter((each) => each.startsWith("Controller"))).to.have.length(6);
    expect(found.size).to.equal(22);
  });

  it("are answered by the chain until a transaction on the fork changes that storage, and after its revert", async () => {
    const { deployedBytecode, abi: entries } = (await openArcRelease("rc.57")).artifact("DAOToken");
    const abi = new Interface(entries);
    await request("hardhat_setCode", TOKEN, deployedBytecode);
    await request("evm_mine");
    const asked: string[] = [];
    const chain = await ForkedChain.open(
      {
        request: async (call) => {
          if (call.method === "eth_call") asked.push(call.method);
          return (await opened.provider.request(call)) as unknown;
        },
      },
      Number(await request("eth_blockNumber")),
    );
    try {
      const token = { address: TOKEN, abi };
      const allowed = async (): Promise<bigint> => BigInt(await call("allowance", OWNER, OTHERS));
      const call = async (name: string, ...args: string[]): Promise<string> => {
        const data = abi.encodeFunctionData(name, args);
        const params = [{ to: TOKEN, data }, "latest"];
        return String(await chain.provider.request({ method: "eth_call", params }));
      };
      /** How many of these the chain answers. */
      const ofChain = async (...names: string[]): Promise<number> => {
        asked.length = 0;
        for (const name of names) await call(name, ...[OWNER, OTHERS].slice(0, ARGUMENTS[name]));
        return asked.length;
      };
      expect(await ofChain("totalSupply", "allowance")).to.equal(2);
      // Reads it.
      await chain.call(OWNER, token, { functionName: "balanceOf", args: [OWNER] });
      expect(await ofChain("totalSupply", "balanceOf", "allowance")).to.equal(2);
      await chain.forgetting(async () => {
        await chain.call(OWNER, token, { functionName: "approve", args: [OTHERS, 1n] });
        expect(await allowed()).to.equal(1n);
        expect(await ofChain("totalSupply", "balanceOf")).to.equal(0);
      });
      expect(await allowed()).to.equal(0n);
      expect(await ofChain("totalSupply", "balanceOf")).to.equal(2);
    } finally {
      await chain.close();
    }
  });
});
