import { expect } from "chai";
import { id, zeroPadValue } from "ethers";

import type { RpcReceipt } from "../../src/foundation/chain/rpc-types.js";
import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import type { MigrationPreview } from "../../src/engine/execution/sending/preview.js";
import { DeclinedError, DivergenceError } from "../../src/foundation/support/errors.js";
import { rejection } from "../rejection.js";
import { startAnvil, withNode, type TestNode } from "./nodes.js";
import { deployerOf, expectOnChain, migrate, nonceOf, withOutput } from "./support.js";

const NEW_ORG = id("NewOrg(address)");
const STRANGER = `0x${"66".repeat(20)}`;

/** A node whose answers to one method are forged. */
function lying(node: TestNode, method: string, lie: (answer: never, params: string[]) => unknown) {
  const provider: Eip1193Provider = {
    async request(request) {
      const answer = await node.provider.request(request);
      if (request.method !== method || answer === null) return answer;
      return lie(answer as never, request.params as string[]);
    },
  };
  return provider;
}

/** A node whose receipts have forged logs. */
function forgedLogs(
  node: TestNode,
  change: (log: RpcReceipt["logs"][number], receipt: RpcReceipt) => object,
) {
  return lying(node, "eth_getTransactionReceipt", (receipt: RpcReceipt) => ({
    ...receipt,
    logs: receipt.logs.map((log) => ({ ...log, ...change(log, receipt) })),
  }));
}

/** Returns the error that stops a migration of base and DAO, and the number of transactions sent by then. */
async function stopped(
  lie: (node: TestNode) => Eip1193Provider,
  more: Partial<Parameters<typeof migrate>[1]> = {},
): Promise<{ readonly error: Error; readonly sent: number }> {
  return await withNode(startAnvil(), async (node) => {
    return await withOutput(async (output) => {
      const inputs = { output, sections: ["base", "dao"] } as const;
      const error = await rejection(migrate(node, { ...inputs, provider: lie(node), ...more }));
      const sent = await nonceOf(node.provider, deployerOf(node.mnemonic).address);
      // The same command resumes with an honest node, and creates the DAO.
      await migrate(node, inputs);
      await expectOnChain(node, output);
      return { error, sent };
    });
  });
}

describe("a node that lies about what a transaction did", () => {
  it("in the events of a contract of our own stops the migration", async () => {
    const { error, sent } = await stopped((node) =>
      forgedLogs(node, () => ({ address: STRANGER })),
    );
    expect(error).to.be.instanceOf(DivergenceError);
    expect(error.message).to.match(
      /^Stopped because the chain differs from the rehearsal: step base\/\w+ emitted different events .*No new transactions were sent/,
    );
    expect(sent).to.be.below(40);
  });

  it("in the code of a contract stops it", async () => {
    const { error } = await stopped((node) => {
      let isMined = false;
      const noting = lying(node, "eth_getTransactionReceipt", (receipt: object) => {
        isMined = true;
        return receipt;
      });
      return lying({ ...node, provider: noting } as TestNode, "eth_getCode", (code: string) =>
        isMined && code !== "0x" ? `${code}00` : code,
      );
    });
    expect(error).to.be.instanceOf(DivergenceError);
    expect(error.message).to.match(/step base\/\w+ created a contract with different code/);
  });

  it("in the address of the new DAO stops it before anything is sent to a stranger's", async () => {
    const named = await stopped((node) =>
      forgedLogs(node, ({ topics }) =>
        topics[0] === NEW_ORG ? { data: zeroPadValue(STRANGER, 32) } : {},
      ),
    );
    expect(named.error).to.be.instanceOf(DivergenceError);
    expect(named.error.message).to.include("step dao/forgeOrg emitted different events");

    let forged = "";
    const everywhere = await stopped((node) =>
      lying(node, "eth_getTransactionReceipt", (receipt: RpcReceipt) => {
        const made = receipt.logs.find(({ topics }) => topics[0] === NEW_ORG);
        if (made === undefined) return receipt;
        forged = made.data.slice(-40);
        return JSON.parse(
          JSON.stringify(receipt).replaceAll(forged, STRANGER.slice(2)),
        ) as RpcReceipt;
      }),
    );
    expect(forged).to.match(/^[0-9a-f]{40}$/);
    expect(everywhere.error).to.be.instanceOf(DivergenceError);
    expect(everywhere.error.message).to.include(
      "step dao/forgeOrg created a contract with different code",
    );
  });

  it("leads to a question with the remaining steps, if somebody can answer", async () => {
    const told: string[] = [];
    const { error } = await stopped(
      (node) =>
        forgedLogs(node, (_log, { logs }) =>
          logs.some(({ topics }) => topics[0] === NEW_ORG) ? {} : { address: STRANGER },
        ),
      {
        confirmDivergence: async (reason: string, { steps }: MigrationPreview) => {
          told.push(reason);
          return steps.length === 0;
        },
      },
    );
    expect(error).to.be.instanceOf(DeclinedError);
    expect(told).to.have.length(1);
    expect(told[0]).to.match(/^step base\/\w+ emitted different events/);
  });
});
