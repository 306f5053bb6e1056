import { expect } from "chai";
import { Transaction } from "ethers";

import { functionEntry, selectorOf } from "../../../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import { identifyChain } from "../../../../src/foundation/chain/identity.js";
import { ProviderReader } from "../../../../src/engine/execution/deployers/provider-reader.js";
import { inspectDao } from "../../../../src/engine/inspect/inspect-dao.js";
import { isNotRead } from "../../../../src/engine/inspect/reading/attempt.js";
import { UnsafeDaoError } from "../../../../src/engine/migration/unsafe-dao.js";
import { SMALL_DAO } from "../../../engine/migration/with-base.js";
import { CHANGING_DAO, GENERIC_DAO } from "../../../operations/change/change-dao.js";
import { rejected } from "../../../rejection.js";
import { startReorganizing } from "../../../live/nodes.js";
import { usePrepared } from "../../../live/prepared.js";
import { act, between, strangerOf, type Deed } from "../../../live/stranger.js";
import {
  before,
  deployerOf,
  expectOnChain,
  migrate,
  readResult,
  SEND,
} from "../../../live/support.js";

const QUICK = { polling: 20 } as const;
const LEFT_BEHIND = "is left behind, and deployed again";

/** Recognizes the transactions that initialize a GenericScheme, or make a DAO's schemes final. */
async function selectors() {
  const release = await openArcRelease("rc.57");
  const selector = (contract: string, name: string) =>
    selectorOf(functionEntry(release.artifact(contract), name));
  return {
    initialize: selector("GenericScheme", "initialize"),
    setSchemes: selector("DaoCreator", "setSchemes"),
  };
}

/** Acts once, before the first transaction with this selector. */
function firstWith(selector: string, deed: Deed) {
  let done = false;
  return ({ data }: Transaction): Deed | undefined => {
    if (done || !data.startsWith(selector)) return undefined;
    done = true;
    return deed;
  };
}

describe("a migration among strangers", () => {
  const it = usePrepared(
    (node, output) => migrate(node, { output, sections: ["base"], ...QUICK }),
    startReorganizing,
  );

  it("deploys a scheme again that a stranger initialized first", async (node, output) => {
    const params = { ...GENERIC_DAO, useDaoCreator: false };
    const { initialize } = await selectors();
    const notes: string[] = [];
    const { checks } = await migrate(node, {
      ...{ output, params, sections: ["dao"], check: true, ...QUICK },
      provider: between(node, firstWith(initialize, "take")),
      onNote: (note) => notes.push(note),
    });
    expect(notes.join("\n")).to.include(LEFT_BEHIND);
    expect(checks.map(({ report }) => report?.passed)).to.deep.equal([true]);
    await expectOnChain(node, output, params);
  });

  it("gives no ownership away before the tracker knows the DAO, although a wallet takes that nonce", async (node, output) => {
    const release = await openArcRelease("rc.57");
    const track = selectorOf(functionEntry(release.artifact("DAOTracker"), "track"));
    const params = { ...SMALL_DAO, useDaoCreator: false };
    // All at once, as a node does that has the whole wave: what follows `track` is mined with it.
    let isReplaced = false;
    const provider = before(node.provider, async ({ method, params: [raw] = [] }) => {
      if (isReplaced || method !== SEND) return;
      if (!Transaction.from(raw as string).data.startsWith(track)) return;
      isReplaced = true;
      await act(node, "replace", raw as string);
    });
    const inputs = { output, params, sections: ["dao"], check: true, ...QUICK } as const;
    const { checks } = await migrate(node, { ...inputs, provider });
    expect(isReplaced).to.equal(true);
    expect(checks.map(({ report }) => report?.passed)).to.deep.equal([true]);
    await expectOnChain(node, output, params);
  });

  it("registers nothing before it knows that a wallet has not replaced a deployment", async (node, output) => {
    const { initialize, setSchemes } = await selectors();
    const order: string[] = [];
    let last = "";
    let replaced = false;
    const provider = before(
      between(node, () => undefined),
      async ({ method, params }) => {
        if (method !== "eth_sendRawTransaction") return;
        const raw = params?.[0] as string;
        const { data } = Transaction.from(raw);
        if (data.startsWith(setSchemes)) order.push("setSchemes");
        // The creation right before the first initialize is the scheme's.
        if (data.startsWith(initialize) && !replaced) {
          replaced = true;
          order.push("replaced");
          await node.provider.request({ method: "anvil_rollback", params: [1] });
          await act(node, "replace", last);
        }
        last = raw;
      },
    );
    await migrate(node, { output, provider, sections: ["dao"], params: GENERIC_DAO, ...QUICK });
    expect(order).to.deep.equal(["replaced", "setSchemes"]);
    await expectOnChain(node, output, GENERIC_DAO);
  });

  it("deploys a scheme again whose values are not as rehearsed, although every transaction succeeded", async (node, output) => {
    const { initialize } = await selectors();
    const notes: string[] = [];
    let scheme: string | null | undefined;
    let isChanged = false;
    const strangers = strangerOf(node).address.slice(2).toLowerCase().padStart(64, "0");
    // As if anybody could initialize it again: what the scheme stores changes before it is read back.
    const provider = before(
      between(node, () => undefined),
      async ({ method, params: [param] = [] }) => {
        if (method === "eth_sendRawTransaction") {
          const { to, data } = Transaction.from(param as string);
          if (data.startsWith(initialize)) scheme ??= to;
        }
        const { to } = (param ?? {}) as { to?: string };
        if (method !== "eth_call" || to?.toLowerCase() !== scheme?.toLowerCase() || isChanged)
          return;
        isChanged = true;
        for (const slot of ["0x1", "0x2", "0x3", "0x4", "0x5"]) {
          const params = [to, slot, `0x${strangers}`];
          await node.provider.request({ method: "hardhat_setStorageAt", params });
        }
      },
    );
    const inputs = {
      output,
      provider,
      sections: ["dao"],
      params: GENERIC_DAO,
      check: true,
      ...QUICK,
    } as const;
    const { checks } = await migrate(node, {
      ...inputs,
      onNote: (note) => notes.push(note),
    });
    expect(notes.join("\n"))
      .to.match(/GenericScheme 0x\w+ returns 0x0+\w+ for \w+\(\), instead of 0x/)
      .and.include(LEFT_BEHIND);
    expect(checks.map(({ report }) => report?.passed)).to.deep.equal([true]);
  });

  it("proposes the scheme that it deployed again, and never the one that was taken", async (node, output) => {
    const { initialize } = await selectors();
    const { address } = deployerOf(node.mnemonic);
    const founders = [{ address, tokens: 1000, reputation: 1000 }];
    const common = { output, ...QUICK };
    const first = { ...CHANGING_DAO, founders };
    await migrate(node, { ...common, params: first, sections: ["dao"] });
    const notes: string[] = [];
    const { handled } = await migrate(node, {
      ...{ ...common, params: { ...GENERIC_DAO, founders }, sections: [], change: {} },
      provider: between(node, firstWith(initialize, "take")),
      onNote: (note) => notes.push(note),
    });
    expect(notes.join("\n")).to.include(LEFT_BEHIND);
    expect(handled!.map(({ outcome }) => outcome)).to.deep.equal(["proposed", "waits"]);
    const { dao } = await readResult(output);
    const { proposals } = await inspectDao(node.provider, dao!.Avatar);
    if (isNotRead(proposals)) throw new Error(proposals.notRead);
    const [{ requests }, ...others] = proposals as [(typeof proposals)[number]];
    expect(others).to.deep.equal([]);
    if (isNotRead(requests) || requests.kind !== "registerScheme") throw new Error("Not one.");
    const intended = dao!.Intended!.map((scheme) => scheme.address);
    expect(intended).to.include(requests.scheme.address);
    const release = await openArcRelease("rc.57");
    const contract = {
      artifact: release.artifact("GenericScheme"),
      address: requests.scheme.address,
    };
    const network = await identifyChain(node.provider, false);
    const reader = new ProviderReader(node.provider, { network, account: address });
    const machine = (await readResult(output)).base!.GenesisProtocol;
    expect(await reader.read(contract, "votingMachine")).to.deep.equal([machine]);
    // For a file that does not ask for it, this proposal is one to vote against.
    const strays: string[] = [];
    await migrate(node, {
      ...{ ...common, params: first, sections: [], change: {} },
      onNote: (note) => strays.push(note),
    });
    const [said = ""] = strays.filter((note) => note.includes(requests.scheme.address));
    expect(said).to.match(
      /registers GenericScheme .*, which the file does not ask for\. If it passes, .* Vote against it/,
    );
  });

  it("says who holds which permissions if a reorganization took what schemes rest on, and records it", async (node, output) => {
    const { initialize, setSchemes } = await selectors();
    const inputs = { output, sections: ["dao"], params: GENERIC_DAO, ...QUICK } as const;
    const raws: string[] = [];
    let isLast = false;
    const watched = before(
      between(node, () => undefined),
      async ({ method, params }) => {
        if (isLast && raws.length > 0 && method !== "eth_sendRawTransaction") {
          const params = [Transaction.from(raws.at(-1)).hash];
          const request = { method: "eth_getTransactionReceipt", params };
          if ((await node.provider.request(request)) !== null) throw new Error("enough");
        }
        if (method !== "eth_sendRawTransaction") return;
        raws.push(params?.[0] as string);
        isLast = Transaction.from(raws.at(-1)).data.startsWith(setSchemes);
      },
    );
    await rejected(migrate(node, { ...inputs, provider: watched }), "enough");

    const place = raws.findIndex((raw) => Transaction.from(raw).data.startsWith(initialize));
    await node.provider.request({ method: "anvil_rollback", params: [raws.length - place] });
    await act(node, "take", raws[place]!);
    // Whoever has them may send our signed transactions again.
    for (const raw of raws.slice(place)) {
      await node.provider.request({ method: "eth_sendRawTransaction", params: [raw] });
    }
    const error = await rejected(
      migrate(node, inputs),
      UnsafeDaoError,
      /Step dao\/setSchemes is on the chain, .* cannot be repeated/,
      /GenericScheme 0x\w+ holds 0x00000011 \(.*call any contract.*\).*; this is not as asked\./,
      "--restart",
    );
    const { base, dao } = await readResult(output);
    expect(base).to.not.equal(undefined);
    expect(dao!.unsafe!.join("\n")).to.equal(
      error.message
        .split("\n")
        .slice(1)
        .map((line) => line.trim())
        .join("\n"),
    );
    await migrate(node, { ...inputs, restart: true });
    await expectOnChain(node, output, GENERIC_DAO);
  });
});
