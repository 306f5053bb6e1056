import { expect } from "chai";

import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { EXAMPLE_NOTE } from "../../../src/foundation/params/which-parameters.js";
import type { Context } from "../../../src/interfaces/commands/command.js";
import { send } from "../../../src/interfaces/commands/send.js";
import { KEY_FLAG_WARNING } from "../../../src/interfaces/commands/which-account.js";
import { openRpc } from "../../open-server.js";
import { rejection } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";

type Options = Parameters<typeof send>[1];

const ACCOUNT = `0x${"6c".repeat(20)}`;
const REMOTE = { type: "http", accounts: "remote" };
const SIMULATED = { type: "edr-simulated" };
/** Of a development chain; it answers nothing that a migration needs. */
const provider: Eip1193Provider = {
  async request({ method }) {
    if (method === "web3_clientVersion") return "anvil/1";
    if (method === "eth_chainId" || method === "net_version") return "0x1";
    if (method === "eth_getBlockByNumber") return { number: "0x0", hash: `0x${"1".repeat(64)}` };
    throw new Error(`asked for ${method}`);
  },
};

/** Sends from a task on a network that cannot do so; returns the error, and what was said before. */
async function refusal(
  projectRoot: string,
  options: Options,
  networkConfig: object,
  { change, environment = {} }: { change?: object; environment?: Record<string, string> } = {},
) {
  const notes: string[] = [];
  const context = {
    ...{ door: "task", projectRoot, config: {}, environment },
    progress: { onEvent() {}, status() {}, note: (text: string) => notes.push(text), end() {} },
    connect: () => ({ provider, connection: { networkConfig, provider } }),
  } as unknown as Context;
  const sections = change === undefined ? (["dao"] as const) : [];
  const error = await rejection(send(sections, options, context, change));
  return { notes, message: error.message, name: error.name };
}

describe("sending from a task", () => {
  it("is refused where something that was asked for cannot be had", async (folder) => {
    for (const [options, network, change, wanted] of [
      [{ from: ACCOUNT }, REMOTE, undefined, /^--from only names an account/],
      [{ from: ACCOUNT, dryRun: true }, SIMULATED, undefined, /nothing to rehearse for --from/],
      [{ dryRun: true }, REMOTE, undefined, /--dry-run cannot rehearse anything/],
      [{ maxGasPrice: "5", yes: true }, REMOTE, undefined, /--max-gas-price cannot be enforced/],
      [{ yes: true }, REMOTE, {}, /^The node signs here .* nothing can be journaled/],
      [{ yes: true }, SIMULATED, {}, /^This network is simulated .* no DAO to change/],
    ] as const) {
      const { message, notes } = await refusal(folder, options, network, { change });
      expect(message).to.match(wanted);
      // It would be the example that a DAO is changed into.
      expect(notes).to.not.include(change === undefined ? KEY_FLAG_WARNING : EXAMPLE_NOTE);
    }
  });

  it("is refused on another chain than the network's in hardhat.config", async (folder) => {
    const key = { getHexString: async () => await Promise.resolve(`0x${"6c".repeat(32)}`) };
    await using node = await openRpc(async ({ id, method }) => ({
      ...{ jsonrpc: "2.0", id, result: await provider.request({ method }) },
    }));
    for (const accounts of ["remote", [key]]) {
      const network = { ...REMOTE, accounts, chainId: 5, url: { getUrl: () => node.url } };
      const { message } = await refusal(folder, { yes: true }, network);
      expect(message).to.match(/^The node is on chain ID 1 .* requires 5\. Nothing was sent\./);
    }
  });

  it("warns of a key that was typed, and says that the example is used", async (folder) => {
    const privateKey = `0x${"6c".repeat(32)}`;
    const typed = await refusal(folder, { privateKey, dryRun: true }, SIMULATED);
    expect(typed.notes).to.deep.equal([EXAMPLE_NOTE, KEY_FLAG_WARNING]);
    const environment = { privateKey };
    const kept = await refusal(folder, { privateKey, dryRun: true }, SIMULATED, { environment });
    expect(kept.notes).to.deep.equal([EXAMPLE_NOTE]);
  });
});
