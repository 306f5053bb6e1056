import { access } from "node:fs/promises";

import { expect } from "chai";

import { RpcClient } from "../../../../src/foundation/chain/rpc-client.js";
import { SMALL_DAO } from "../../../engine/migration/with-base.js";
import { rejection } from "../../../rejection.js";
import { withProxy, type Fault, type Faults } from "../../../live/faulty-proxy.js";
import { startAnvil } from "../../../live/nodes.js";
import {
  onNode,
  expectAsInProcess,
  migrate,
  nonceOf,
  preview,
  reference,
} from "../../../live/support.js";

const CLIENT = { timeout: 60_000, attempts: 4, backoff: 10 };
const SECTIONS = ["base", "dao"] as const;
/** A development account with funds. */
const DEPLOYER = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";

/** Runs with anvil and a provider that reaches it through a faulty proxy. */
async function behind(
  faults: Faults,
  run: (
    node: Awaited<ReturnType<typeof startAnvil>>,
    provider: RpcClient,
    output: string,
  ) => Promise<void>,
): Promise<void> {
  await onNode(startAnvil(), async (node, output) => {
    await withProxy(node.url, faults, async (url) => {
      await run(node, new RpcClient(url, CLIENT), output);
    });
  });
}

/** Requests for an account's state at a block, as a fork sends them. */
const READS = /^eth_get(Balance|Code|TransactionCount|StorageAt)$/;

describe("the rehearsal behind a node that fails now and then", () => {
  const error = (code: number, message: string): Fault => ({ kind: "error", code, message });
  it("knows every step although one request in ten fails, each in another way", async () => {
    const passing: readonly Fault[] = [
      error(-32000, "header not found"),
      error(-32603, "Internal error"),
      error(-32007, "50/second request limit reached"),
      { kind: "status", status: 404 },
      { kind: "text", body: '{"error":{"message":"quota exceeded"}}' },
      { kind: "lose request" },
      { kind: "result", change: () => undefined },
    ];
    let reads = 0;
    const faults: Faults = ({ method }) =>
      READS.test(method) && ++reads % 10 === 9
        ? passing[Math.floor(reads / 10) % passing.length]
        : undefined;
    await behind(faults, async (node, provider, output) => {
      const inputs = { output, provider, sections: SECTIONS };
      const { rehearsed, steps, balanceNeeded } = await preview(node, inputs);
      expect({ rehearsed, steps: steps.length }).to.deep.equal({ rehearsed: true, steps: 56 });
      expect(balanceNeeded > 0n).to.equal(true);
      expect(reads).to.be.above(10 * passing.length);
    });
  });

  it("stops with the node's words if it fails again and again, and sends nothing", async () => {
    const faults: Faults = ({ method, count }) =>
      READS.test(method) && count > 40 ? error(-32000, "header not found") : undefined;
    await behind(faults, async (node, provider, output) => {
      const failed = await rejection(migrate(node, { output, provider, sections: SECTIONS }));
      expect(failed.message).to.match(
        /^The rehearsal stopped because of a node error: eth_get\w+: header not found\. Nothing more was sent\. Run the same/,
      );
      expect(await nonceOf(node.provider, DEPLOYER)).to.equal(0);
      expect(await rejection(access(`${output}.journal`))).to.have.property("code", "ENOENT");
    });
  });
});

describe("a node that lacks the state for a fork", () => {
  const noState: Faults = ({ method, params }) =>
    READS.test(method) && /^0x[0-9a-f]+$/.test(String(params.at(-1)))
      ? { kind: "error", code: -32000, message: "missing trie node 4f (path ) <nil>" }
      : undefined;

  it("is migrated to with an estimate from an empty chain", async () => {
    await behind(noState, async (node, provider, output) => {
      const options = { output, sections: SECTIONS, params: SMALL_DAO };
      const exact = await preview(node, options);
      expect(exact).to.include({ rehearsed: true, estimated: false });
      const notes: string[] = [];
      const found = await preview(node, {
        ...options,
        provider,
        onNote: (note) => notes.push(note),
      });
      expect(found).to.include({ rehearsed: false, estimated: true });
      expect(found.steps.map(({ step }) => step)).to.deep.equal(
        exact.steps.map(({ step }) => step),
      );
      expect(Number(found.gasUsed) / Number(exact.gasUsed)).to.be.within(0.98, 1.02);
      expect(notes.join("\n"))
        .to.include("cannot be forked for a rehearsal (eth_getTransactionCount: missing trie node")
        .and.not.include("jsonrpc");
      const answering = (answer: unknown) =>
        migrate(node, { ...options, provider, confirmUnrehearsed: async () => answer as boolean });
      expect((await rejection(answering("no"))).name).to.equal("NotRehearsedError");
      await answering(true);
      const made = await reference(node.mnemonic, SECTIONS, SMALL_DAO);
      await expectAsInProcess(node, output, made, SMALL_DAO);
    });
  });

  it("estimates the DAO alone if the base is deployed", async () => {
    await behind(noState, async (node, provider, output) => {
      await migrate(node, { output, sections: ["base"] });
      const found = await preview(node, { output, provider, sections: ["dao"] });
      expect(found.estimated).to.equal(true);
      expect(found.steps.every(({ step }) => step.startsWith("dao/"))).to.equal(true);
      expect(found.steps).to.have.length(27);
    });
  });
});
