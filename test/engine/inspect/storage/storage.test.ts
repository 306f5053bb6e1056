import { expect } from "chai";
import { toBeHex } from "ethers";

import { inspectDao } from "../../../../src/engine/inspect/inspect-dao.js";
import { findOrganization } from "../../../../src/engine/inspect/organization/find-organization.js";
import { readerAt } from "../../../../src/engine/inspect/reading/block-reader.js";
import { describeStorage } from "../../../../src/engine/inspect/storage/describe-storage.js";
import { elementsOf, entryOf } from "../../../../src/engine/inspect/storage/slots.js";
import {
  EMPTY_ROOT,
  pathOf,
  rootOf,
  sorted,
} from "../../../../src/foundation/chain/proofs/trie.js";
import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { openChain } from "../../../simulated-chain.js";
import type { Dao } from "../raw-dao.js";
import { changed, plant, unexplained } from "./hidden.js";
import { assemble, creationOf, live, withAssembled } from "./lives.js";
import { closing } from "../../../closing.js";

/** The first release of each layout; those up to rc.33 also with a universal controller. */
const OWN = ["alpha.29", "alpha.32", "alpha.38", "alpha.53", "rc.3", "rc.57"];
const UNIVERSAL = ["alpha.32", "alpha.34", "alpha.38", "rc.14", "rc.33"];
const STRANGER = "0x00000000000000000000000000000000DeaDBeef";
const ALL = 0x1fn;

type Contract = "Avatar" | "Controller" | "NativeToken" | "NativeReputation";
type Plan = (dao: Dao) => readonly (readonly [slot: bigint, value: bigint])[];

/** What is planted in which contract of rc.57, and what is said then. */
const PLANTED: Readonly<Record<string, readonly [Contract, Plan, string]>> = {
  "a permission": ["Controller", () => [[entryOf(0, STRANGER) + 1n, ALL]], "controller: 1"],
  "a permission without the bit that says registered": [
    "Controller",
    ({ accounts }) => [[entryOf(0, accounts[6]!) + 1n, 2n]],
    "controller: 1",
  ],
  "a later controller": ["Controller", () => [[4n, BigInt(STRANGER)]], "controller: 1"],
  "a constraint": [
    "Controller",
    () => [
      [5n, 3n],
      [elementsOf(5) + 4n, BigInt(STRANGER)],
    ],
    "controller: 2",
  ],
  "a balance": ["NativeToken", () => [[entryOf(0, STRANGER), 10n ** 24n]], "token: 1"],
  "a balance of an account that events name": [
    "NativeToken",
    ({ accounts }) => [[entryOf(0, accounts[4]!), 10n ** 24n]],
    "token: 1",
  ],
  "a supply": ["NativeToken", () => [[2n, 1n]], "token: 1"],
  "an allowance": [
    "NativeToken",
    ({ dao }) => [[entryOf(entryOf(1, dao.Avatar), STRANGER), 7n]],
    "token: 1",
  ],
  "an allowance above the one that was approved": [
    "NativeToken",
    ({ accounts }) => [[entryOf(entryOf(1, accounts[4]!), accounts[8]!), 7n]],
    "token: 1",
  ],
  reputation: [
    "NativeReputation",
    () => [
      [entryOf(1, STRANGER), 1n],
      [elementsOf(entryOf(1, STRANGER)), (7n << 128n) + 1n],
    ],
    "reputation: 2",
  ],
  "reputation that counts from a later block": [
    "NativeReputation",
    ({ accounts }) => [
      [entryOf(1, accounts[3]!), 2n],
      [elementsOf(entryOf(1, accounts[3]!)) + 1n, ((10n ** 30n) << 128n) + 10n ** 6n],
    ],
    "reputation: 2",
  ],
  "a number that no code reads": ["Avatar", () => [[99n, 1n]], "avatar: 1"],
};

describe("the storage of a DAO's contracts", () => {
  for (const [version, isUniversal] of [
    ...OWN.map((each) => [each, false] as const),
    ...UNIVERSAL.map((each) => [each, true] as const),
  ]) {
    const kind = isUniversal ? "a universal controller" : "its own controller";
    it(`is explained by the events of a long life of a DAO of ${version} with ${kind}`, async () => {
      await withAssembled(
        version,
        async (dao) => {
          await live(dao);
          expect(unexplained(await dao.inspect(dao.dao.Avatar))).to.deep.equal([]);
          // One DAO's universal controller is every other's, too: the same for all layouts.
          if (version !== "rc.33" || !isUniversal) return;
          const controllerOf = async () => dao.dao.Controller;
          const other = await assemble(dao.chain, { isUniversal, controllerOf });
          await live(other);
          expect(unexplained(await dao.inspect(dao.dao.Avatar)), "the first").to.deep.equal([]);
          expect(unexplained(await dao.inspect(other.dao.Avatar)), "its other").to.deep.equal([]);
          // The proof reads registrations, too, but explains none of them that the list of schemes lacks.
          const { schemes } = await dao.inspect(dao.dao.Avatar);
          const reader = await readerAt(dao.chain.connection.provider, {});
          const organization = await findOrganization(reader, dao.dao.Avatar);
          const lacking = schemes.filter(({ registered }) => !registered);
          const { controller } = await describeStorage(reader, organization, lacking);
          expect(controller).to.deep.include({ explained: false });
          const hidden = entryOf(entryOf(0, other.dao.Avatar) + 2n, STRANGER) + 1n;
          await plant(dao, dao.dao.Controller, [[hidden, ALL]]);
          expect(unexplained(await dao.inspect(dao.dao.Avatar))).to.deep.equal(["controller: 1"]);
          // As if another token had been this DAO's from the beginning.
          await plant(dao, dao.dao.Controller, [
            [hidden, 0n],
            [entryOf(0, dao.dao.Avatar), BigInt(STRANGER)],
            [entryOf(2, STRANGER), 1n],
            [entryOf(2, dao.dao.NativeToken), 0n],
          ]);
          expect(unexplained(await dao.inspect(dao.dao.Avatar))).to.deep.equal(["controller: 3"]);
        },
        { isUniversal },
      );
    });
  }

  it("shows what a controller's creation hid behind the code of its release", async () => {
    await withAssembled(
      "rc.57",
      async (dao) => {
        const found = await dao.inspect(dao.dao.Avatar);
        expect(found.controller).to.include({ code: "arc", name: "Controller" });
        expect(found.schemes.map(({ contract }) => contract.address)).to.deep.equal([
          dao.accounts[0],
        ]);
        expect(unexplained(found)).to.deep.equal(["controller: 1"]);
      },
      {
        controllerOf: async (calls, parts) => {
          const honest = await calls.deploy("Controller", [parts[0]]);
          const code = String(await calls.request("eth_getCode", [honest, "latest"]));
          const storage = new Map<bigint, bigint>([
            ...parts.map((part, place) => [BigInt(place + 1), BigInt(part)] as const),
            [entryOf(0, calls.accounts[0]!) + 1n, ALL],
            [entryOf(0, STRANGER) + 1n, ALL],
          ]);
          const data = creationOf(code.slice(2), storage);
          return (await calls.transact({ data })).contractAddress;
        },
      },
    );
  });

  it("shows whatever is planted in it, and nothing else", async () => {
    await withAssembled("rc.57", async (dao) => {
      await live(dao);
      const { schemes } = await dao.inspect(dao.dao.Avatar);
      for (const [what, [contract, plan, said]] of Object.entries(PLANTED)) {
        const snapshot = await dao.request("evm_snapshot");
        await plant(dao, dao.dao[contract], plan(dao));
        const reader = await readerAt(dao.chain.connection.provider, {});
        const organization = await findOrganization(reader, dao.dao.Avatar);
        const storage = await describeStorage(reader, organization, schemes);
        expect(unexplained({ storage }), what).to.deep.equal([said]);
        await dao.request("evm_revert", [snapshot]);
      }
    });
  });

  it("asks again for events that a node left out, and says so if they stay away", async () => {
    await withAssembled("rc.57", async (dao) => {
      await live(dao);
      const { provider } = dao.chain.connection;
      let asked = 0;
      const forgetting = (times: number): Eip1193Provider =>
        changed(provider, (method, answer, params) => {
          // Whether old logs are there at all is asked of single blocks.
          const isAll = JSON.stringify(params).includes('"fromBlock":"0x0"');
          if (method !== "eth_getLogs" || !isAll || asked++ >= times) return answer;
          return (answer as unknown[]).slice(10);
        });
      const whole = await inspectDao(provider, dao.dao.Avatar);
      const first = await inspectDao(forgetting(1), dao.dao.Avatar);
      expect(first).to.deep.equal(whole);
      asked = 0;
      expect(unexplained(await inspectDao(forgetting(1000), dao.dao.Avatar))).not.to.deep.equal([]);
    });
  });

  it("is not known without proofs, and then every account that appears is asked for", async () => {
    await withAssembled("rc.57", async (dao) => {
      await live(dao);
      const holder = dao.accounts[3]!;
      await plant(dao, dao.dao.Controller, [[entryOf(0, holder) + 1n, ALL]]);
      const provider = changed(dao.chain.connection.provider, (method, answer) => {
        if (method !== "eth_getProof") return answer;
        throw Object.assign(new Error("the method eth_getProof does not exist"), { code: -32601 });
      });
      const found = await inspectDao(provider, dao.dao.Avatar);
      const [first] = unexplained(found);
      expect(first).to.equal(
        "avatar: the node does not prove storage (eth_getProof: the method eth_getProof does not exist)",
      );
      const scheme = found.schemes.find(({ contract }) => contract.address === holder);
      expect(scheme).to.deep.include({ registered: true, history: [] });
    });
  });

  it("is not known if proofs lack what the node itself says is there, as on forks of anvil", async () => {
    await withAssembled("rc.57", async (dao) => {
      const provider = changed(dao.chain.connection.provider, (method, answer) => {
        if (method !== "eth_getProof") return answer;
        const whole = answer as { storageProof: readonly object[] };
        const none = whole.storageProof.map((each) => ({ ...each, value: "0x0", proof: ["0x80"] }));
        return { ...whole, storageHash: EMPTY_ROOT, storageProof: none };
      });
      const said =
        "the node does not prove storage (eth_getProof proves that nothing is where eth_getStorageAt finds something)";
      expect(unexplained(await inspectDao(provider, dao.dao.Avatar))).to.deep.equal(
        ["avatar", "controller", "token", "reputation"].map((owner) => `${owner}: ${said}`),
      );
    });
  });

  it("is not known if the node returns other code than it proves", async () => {
    await withAssembled("rc.57", async (dao) => {
      const { Avatar: avatar, Controller: controller } = dao.dao;
      const honest = await dao.request("eth_getCode", [controller, "latest"]);
      await dao.request("hardhat_setCode", [controller, `${String(honest)}00`]);
      const lying = changed(dao.chain.connection.provider, (method, answer, params) =>
        method === "eth_getCode" && (params as string[])[0] === controller ? honest : answer,
      );
      expect(unexplained(await inspectDao(lying, avatar))).to.deep.equal([
        "controller: the node's answers to eth_getCode and eth_getProof contradict each other",
      ]);
    });
  });

  it("is not known of reputation whose checkpoints count another chain's blocks", async () => {
    await withAssembled("rc.57", async (dao) => {
      const provider = changed(dao.chain.connection.provider, (method, answer) =>
        method === "eth_getBlockByNumber"
          ? { ...(answer as object), l1BlockNumber: "0x1" }
          : answer,
      );
      expect(unexplained(await inspectDao(provider, dao.dao.Avatar))).to.deep.equal([
        "reputation: contracts of this chain count the blocks of another one",
      ]);
    });
  });

  it("is not known if events are read from a later block on, unless these are all", async () => {
    await withAssembled("rc.57", async (dao) => {
      await live(dao);
      const { block } = await dao.inspect(dao.dao.Avatar);
      const said = `events before block ${block.number} were not read, and the DAO may be older`;
      const late = await dao.inspect(dao.dao.Avatar, { fromBlock: block.number });
      expect(unexplained(late)).to.deep.equal(
        ["controller", "token", "reputation"].map((owner) => `${owner}: ${said}`),
      );
      expect(unexplained(await dao.inspect(dao.dao.Avatar, { fromBlock: 1 }))).to.deep.equal([]);
    });
  });

  it("has the root that a chain computes, whatever it holds", async () => {
    await using connection = closing(await openChain());
    const { provider } = connection;
    const slots = Array.from({ length: 300 }, (_, place) => BigInt(pathOfNumber(place)));
    const leaves = [];
    for (const [place, slot] of slots.entries()) {
      const value = BigInt(pathOfNumber(place + 1000)) >> BigInt(place % 250);
      const params = [STRANGER, `0x${slot.toString(16)}`, toBeHex(value, 32)];
      await provider.request({ method: "hardhat_setStorageAt", params });
      leaves.push({ path: pathOf(slot), value });
      if (place % 30 !== 0) continue;
      const proof = { method: "eth_getProof", params: [STRANGER, [], "latest"] };
      const { storageHash } = (await provider.request(proof)) as { storageHash: string };
      expect(rootOf(sorted([...leaves]))).to.equal(storageHash);
    }
  });
});

function pathOfNumber(number: number): string {
  return `0x${pathOf(BigInt(number))}`;
}
