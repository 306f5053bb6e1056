import { once } from "node:events";
import { access, copyFile } from "node:fs/promises";

import { expect } from "chai";
import { id } from "ethers";

import { functionEntry, selectorOf } from "../../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import type { RpcReceipt } from "../../../src/foundation/chain/rpc-types.js";
import type { MigrationPreview } from "../../../src/engine/execution/sending/preview.js";
import {
  DeclinedError,
  DivergenceError,
  InterruptionError,
  WrongChainError,
} from "../../../src/foundation/support/errors.js";
import { startHere, startReorganizing, type TestChain } from "../../live/nodes.js";
import {
  onNode,
  before,
  deployerOf,
  expectOnChain,
  migrate,
  nonceOf,
  type LiveOptions,
} from "../../live/support.js";
import { usePrepared } from "../../live/prepared.js";
import { between, strangerOf } from "../../live/stranger.js";
import { without } from "../../live/without.js";
import { SMALL_DAO } from "../../engine/migration/with-base.js";
import { CHANGING_DAO } from "../change/change-dao.js";
import { rejected, rejection } from "../../rejection.js";

const NEW_ORG = id("NewOrg(address)");
const STRANGER = `0x${"66".repeat(20)}`;

/** A node whose receipts name another emitter, except that of the new DAO, without which nothing can be rehearsed. */
function forged({ provider }: TestChain): Eip1193Provider {
  return {
    async request(request) {
      const answer = await provider.request(request);
      if (request.method !== "eth_getTransactionReceipt" || answer === null) return answer;
      const receipt = answer as RpcReceipt;
      if (receipt.logs.some(({ topics }) => topics[0] === NEW_ORG)) return receipt;
      return { ...receipt, logs: receipt.logs.map((log) => ({ ...log, address: STRANGER })) };
    },
  };
}

/** Migrates on a node that lies, and resumes with an honest one. */
async function stopped(
  sections: LiveOptions["sections"],
  options: Partial<LiveOptions>,
): Promise<{ readonly error: Error; readonly sent: number; readonly total: number }> {
  return await onNode(startHere(), async (node, output) => {
    const inputs = { output, sections, params: SMALL_DAO };
    const provider = forged(node);
    const error = await rejection(migrate(node, { ...inputs, provider, ...options }));
    const { address } = deployerOf(node.mnemonic);
    const sent = await nonceOf(node.provider, address);
    await migrate(node, inputs);
    await expectOnChain(node, output, sections?.includes("dao") ? SMALL_DAO : undefined);
    return { error, sent, total: await nonceOf(node.provider, address) };
  });
}

describe("a live migration whose rehearsal was wrong", () => {
  it("stops if nobody can be asked, and resumes later", async () => {
    const { error, sent, total } = await stopped(["base", "dao"], {});
    expect(error).to.be.instanceOf(DivergenceError);
    expect(error.message).to.match(
      /^Stopped because the chain differs from the rehearsal: step base\/\w+ emitted different events .*No new transactions were sent/,
    );
    expect(sent).to.be.below(total);
  });

  it("stops if the user declines the rest, which is shown with the reason", async () => {
    const shown: [string, MigrationPreview][] = [];
    const { error, sent, total } = await stopped(["base"], {
      confirmDivergence: (reason, preview) => {
        shown.push([reason, preview]);
        return Promise.resolve(false);
      },
    });
    expect(error).to.be.instanceOf(DeclinedError);
    expect(shown).to.have.length(1);
    const [[reason, { steps }]] = shown as [[string, MigrationPreview]];
    expect(reason).to.match(/^step base\/\w+ emitted different events/);
    expect(steps).to.have.length(total - sent);
  });

  it("says at once that another account took the DAO, before a universal controller knew it", async () => {
    await onNode(startHere(), async (node, output) => {
      const controller = (await openArcRelease("rc.33")).artifact("UController");
      const taking = selectorOf(functionEntry(controller, "newOrganization"));
      const provider = between(node, ({ data }) => (data.startsWith(taking) ? "copy" : undefined));
      const params = { ...SMALL_DAO, useDaoCreator: false, useUController: true };
      const inputs = { output, sections: ["base", "dao"], arcVersion: "rc.33", params } as const;
      const { address } = strangerOf(node);
      const said = `The account ${address} took the DAO`;
      await rejected(migrate(node, { ...inputs, provider }), said, "Pass --restart");
    });
  });

  it("continues if the user agrees, and sends nothing twice", async () => {
    await onNode(startHere(), async (node, output) => {
      const left: number[] = [];
      await migrate(node, {
        output,
        sections: ["base"],
        provider: forged(node),
        confirmDivergence: (_reason, { steps }) => {
          left.push(steps.length);
          return Promise.resolve(true);
        },
      });
      await expectOnChain(node, output);
      expect(left).to.have.length(1);
    });
  });
});

describe("a live migration", () => {
  it("sends nothing unless the answer is true, not without one, and not for a word; nor if it is stopped before", async () => {
    await onNode(startHere(), async (node, output) => {
      const notes: string[] = [];
      const onNote = (note: string) => notes.push(note);
      const account = deployerOf(node.mnemonic).address;
      const provider: Eip1193Provider = {
        async request(request) {
          const isOfAccount = JSON.stringify(request.params) === `["${account}","latest"]`;
          return request.method === "eth_getCode" && isOfAccount
            ? `0xef0100${"66".repeat(20)}`
            : await node.provider.request(request);
        },
      };
      for (const answer of [undefined, "no"] as never[]) {
        const confirm = () => Promise.resolve(answer);
        const error = await rejection(
          migrate(node, { output, sections: ["base"], provider, confirm, onNote }),
        );
        expect(error).to.be.instanceOf(DeclinedError);
      }
      const stop = new AbortController();
      const end = new AbortController();
      const silent: Eip1193Provider = {
        async request(request) {
          // What a fork reads of a block.
          if (/^0x/.test(String(request.params?.at(-1))) && request.method === "eth_getBalance") {
            stop.abort();
            if (!end.signal.aborted) await once(end.signal, "abort");
            throw new Error("no answer");
          }
          return await node.provider.request(request);
        },
      };
      const inputs = { output, sections: ["base"], signal: stop.signal } as const;
      const stopped = await rejection(migrate(node, { ...inputs, provider: silent }));
      end.abort();
      expect(stopped).to.be.instanceOf(InterruptionError);
      expect(notes.join("\n"), "there is no demo test").to.not.include("proposal");
      expect(notes.join("\n")).to.include(`${account} runs the code of ${STRANGER} (EIP-7702)`);
      const method = "eth_blockNumber";
      expect(await node.provider.request({ method })).to.equal("0x0");
    });
  });

  it("says that the provider has moved to another chain, not which contracts are missing there", async () => {
    await onNode(startHere(), async (node, output) => {
      await migrate(node, { output, sections: ["base"] });
      let isElsewhere = false;
      const provider: Eip1193Provider = {
        async request(request) {
          if (request.method === "eth_chainId" && isElsewhere) return "0x3e7";
          if (request.method !== "eth_getCode") return await node.provider.request(request);
          isElsewhere = true;
          return "0x";
        },
      };
      const inputs = { output, sections: ["dao"], params: SMALL_DAO, provider } as const;
      expect(await rejection(migrate(node, inputs))).to.be.instanceOf(WrongChainError);
    });
  });

  it("writes no result if the provider has moved to another chain by the end", async () => {
    await onNode(startHere(), async (node, output) => {
      const inputs = { output, sections: ["base"] } as const;
      let steps = Infinity;
      let mined = 0;
      const provider: Eip1193Provider = {
        async request(request) {
          // Every step is on the first chain by now, and each read of this one would succeed, too.
          if (request.method === "eth_chainId" && mined === steps) return "0x3e7";
          return await node.provider.request(request);
        },
      };
      const error = await rejection(
        migrate(node, {
          ...inputs,
          provider,
          confirm: (preview) => {
            steps = preview.steps.length;
            return Promise.resolve(true);
          },
          onMined: () => mined++,
        }),
      );
      expect(error).to.be.instanceOf(WrongChainError);
      expect(await rejection(access(output))).to.have.property("code", "ENOENT");
      await migrate(node, inputs);
      await expectOnChain(node, output);
    });
  });
});

describe("a reorganization deeper than the confirmations", () => {
  const it = usePrepared(
    (node, output) => migrate(node, { output, sections: ["base"] }),
    startReorganizing,
  );
  const params = { ...SMALL_DAO, useDaoCreator: false, unregisterOwner: true };

  for (const [moment, last, depth, method] of [
    ["before its steps are compared", "dao/Controller", 2, "eth_getCode"],
    ["before a barrier, of what was compared", "dao/transferOwnership/avatar", 5, undefined],
    ["while the finished DAO is read back", "dao/unregisterOwner", 3, "eth_call"],
  ] as const) {
    it(`is told from a wrong rehearsal or a DAO that is not as asked: ${moment}`, async (node, output) => {
      let isDue = false;
      let isDone = false;
      const provider = before(node.provider, async (request) => {
        if (!isDue || isDone || request.method !== (method ?? request.method)) return;
        isDone = true;
        await node.provider.request({ method: "anvil_reorg", params: [depth, []] });
      });
      await migrate(node, {
        ...{ output, sections: ["dao"], params, provider, polling: 20, repeatAfter: 100 },
        onMined: ({ step }) => {
          if (step === last) isDue = true;
        },
      });
      expect(isDone).to.equal(true);
      await expectOnChain(node, output, params);
    });
  }
});

describe("a change of a live DAO", () => {
  const it = usePrepared((node, output) =>
    migrate(node, { output, sections: ["base", "dao"], params: CHANGING_DAO }),
  );

  for (const [moment, isBlind] of [
    ["while the DAO was read", false],
    ["just after the answer", false],
    ["just after the answer", true],
  ] as const) {
    it(`proposes nothing that its account proposed from elsewhere ${moment}${isBlind ? ", unrehearsed" : ""}`, async (node, output) => {
      const copy = `${output}.copy.json`;
      await copyFile(output, copy);
      const params = { ...CHANGING_DAO, UpgradeScheme: [{ voteParams: 1 }] };
      const change = { sections: [], params, change: {} };
      const { address } = deployerOf(node.mnemonic);
      let [asked, sent] = [0, 0];
      let isDue = false;
      const elsewhere = async () => {
        isDue = false;
        const { handled } = await migrate(node, { ...change, output: copy });
        expect(handled!.map(({ outcome }) => outcome)).to.deep.equal(["proposed"]);
        sent = await nonceOf(node.provider, address);
      };
      const shown = isBlind ? without(node, /^eth_getBalance 0x/) : node.provider;
      const provider: Eip1193Provider = {
        async request(request) {
          if (request.method === "eth_getTransactionCount") {
            const [, tag] = request.params as readonly unknown[];
            // The first waits for what the account sent, the second comes when the change is decided.
            if (tag === "pending" && ++asked === 2) isDue = moment === "while the DAO was read";
            if (isDue) await elsewhere();
          }
          return await shown.request(request);
        },
      };
      const confirm = () => {
        isDue = moment === "just after the answer";
        return Promise.resolve(true);
      };
      const inputs = { ...change, output, provider, confirm, allowUnrehearsed: isBlind };
      await rejected(migrate(node, inputs), `proposed something in this DAO`, address);
      expect(await nonceOf(node.provider, address)).to.equal(sent);
    });
  }
});
