import { expect } from "chai";
import { getAddress, id, toBeHex, toQuantity, Wallet } from "ethers";

import { compareInspections } from "../../../../src/engine/inspect/compare/compare-inspections.js";
import { titleOf } from "../../../../src/output/describe/contracts.js";
import { schemeOf, wasRead } from "../raw-calls.js";
import { type Dao, itOnDao as it } from "../raw-dao.js";
import { deployCode, forwardingTo, told } from "./told.js";

const IMPLEMENTATION = "360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const ADMIN = "b53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103";
const BEACON = "a3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";
const KEY = new Wallet(id("a key of somebody"));

/** Has an account with a key run the code of a contract. */
async function delegate(raw: Dao, to: string): Promise<string> {
  const { signature, ...signed } = KEY.authorizeSync({ address: to, chainId: 0, nonce: 0 });
  const { r, s, yParity } = signature;
  const authorization = {
    address: signed.address,
    chainId: toQuantity(signed.chainId),
    nonce: toQuantity(signed.nonce),
    ...{ r, s, yParity: toQuantity(yParity) },
  };
  const from = raw.accounts[9];
  const sent = { from, to: from, type: "0x4", authorizationList: [authorization] };
  await raw.request("eth_sendTransaction", [sent]);
  return KEY.address;
}

/** Answers `getOwners` and `getThreshold` as a Safe does, and reverts otherwise. */
function walletOf(owners: readonly string[], threshold: number): string {
  const words = [32, owners.length, ...owners].map((each) => toBeHex(each, 32).slice(2)).join("");
  const size = (words.length / 2).toString(16).padStart(2, "0");
  return [
    "60003560e01c", // the selector
    "8063e75235b814601e57", // getThreshold
    "63a0e67e2b14602957", // getOwners
    "60006000fd",
    `5b60${toBeHex(threshold, 1).slice(2)}60005260206000f3`,
    `5b60${size}603660003960${size}6000f3`,
    words,
  ].join("");
}

/** Code that stores a word. */
function storing(slot: string, address: string): string {
  return `73${address.slice(2)}7f${slot}55`;
}

describe("the accounts that decide", () => {
  it("are named with the delegate that runs for them (EIP-7702): it and the key decide alone", async (raw) => {
    const { Controller, Avatar, NativeReputation } = raw.dao;
    const runs = await deployCode(raw, forwardingTo(Controller));
    const account = await delegate(raw, runs);
    expect(await raw.request("eth_getCode", [account, "latest"])).to.equal(
      `0xef0100${runs.slice(2).toLowerCase()}`,
    );
    await raw.register(account, "0x0000001f");
    await raw.control("unregisterSelf");
    const said = await told(raw);
    expect(schemeOf(said.inspection, account).contract).to.deep.equal({
      address: account,
      code: "account",
      delegate: runs,
    });
    expect(said.card).to.match(/^danger.*1 account, without a vote It can do this/);
    expect(titleOf(schemeOf(said.inspection, account).contract)).to.include("EIP-7702");
    expect(said.withoutVote).to.match(/^danger: .* alone, as the scheme itself/);
    expect(said.withoutVote).to.include(`the code of its delegate ${runs} allows`);
    expect(said.behind).to.include(`runs the code of ${runs} (EIP-7702)`);
    const data = raw.encode("Controller", "mintReputation", [5n, raw.accounts[8], Avatar]);
    await raw.transact({ to: account, data }, { from: 8 });
    const read = raw.chain.read("Reputation", NativeReputation, "balanceOf", raw.accounts[8]);
    expect(await read).to.equal(5n);
  });

  it("are followed to who is behind proxies and wallets", async (raw) => {
    const [, second, third] = raw.accounts as [string, string, string];
    const wallet = await deployCode(raw, walletOf([second, third], 2));
    const key = await delegate(raw, await deployCode(raw, "00"));
    const start = (await raw.now()) + 100;
    const owned = async (owner: string) => {
      const scheme = await raw.setUp("ReputationAdmin", [start, start + 100, 500n]);
      await raw.send("ReputationAdmin", scheme, "transferOwnership", [owner]);
    };
    const clone = await deployCode(
      raw,
      `363d3d373d3d3d363d73${wallet.slice(2)}5af43d82803e903d91602b57fd5bf3`,
    );
    const proxy = await deployCode(
      raw,
      "00",
      `${storing(IMPLEMENTATION, wallet)}${storing(ADMIN, key)}`,
    );
    for (const owner of [clone, proxy]) await owned(owner);
    await raw.control("unregisterSelf");

    const said = await told(raw);
    const accounts = wasRead(said.inspection.accounts);
    const at = (address: string) => accounts.find(({ contract }) => contract.address === address);
    const implementation = { address: wallet, code: "unknown" };
    expect(at(clone)).to.deep.include({
      proxy: {
        ...{ kind: "EIP-1167 clone", implementation, canChange: false },
        ...{ admin: undefined, beacon: undefined },
      },
      owners: [second, third],
      threshold: 2,
    });
    expect(at(proxy)?.proxy).to.deep.equal({
      ...{ kind: "EIP-1967 proxy", implementation, canChange: true, admin: key },
      beacon: undefined,
    });
    // Behind the proxy is its admin.
    expect(at(key)?.contract.delegate).to.not.equal(undefined);
    expect(accounts).to.have.length(3);
    expect(said.behind)
      .to.include(`EIP-1167 clone of ${wallet}`)
      .and.include(`says that 2 of its 2 owners act for it: ${second}, ${third}`)
      .and.include(`${key} can replace that at any time`)
      .and.include(`dao-migrate verify ${getAddress(proxy)}`);
  });

  it("are told with who can change their code, and with what it was before", async (raw) => {
    const answer = (to: string) => `73${to.slice(2)}5f5260205ff3`;
    const [first, then] = [await deployCode(raw, "00"), await deployCode(raw, "5b00")];
    const beacon = await deployCode(raw, answer(first));
    const proxy = await deployCode(raw, "00", storing(BEACON, beacon));
    const diamond = await deployCode(raw, "5f5f5f5f5f355af400");
    // Not what follows the code: Solidity's metadata, with its length.
    const plain = await deployCode(raw, "5f00fe5bf40002");
    const key = await delegate(raw, first);
    for (const scheme of [proxy, diamond, plain, key]) await raw.register(scheme, "0x00000011");
    const said = await told(raw);
    const { behind } = said;
    expect(behind).to.include(`anyone whom its beacon ${beacon} allows can replace`);
    const running = behind.split("(unknown code)").filter((each) => each.includes("delegatecall"));
    expect(running).to.have.length(1);
    expect(behind).to.match(new RegExp(`${diamond} \\(unknown code\\)\\s+its code may run other`));
    await raw.request("hardhat_setCode", [beacon, `0x${answer(then)}`]);
    await raw.request("hardhat_setCode", [plain, "0x5f5f00"]);
    await raw.request("hardhat_setCode", [key, `0xef0100${then.slice(2)}`]);
    const after = await raw.inspect(raw.dao.Avatar);
    const { differences } = compareInspections(said.inspection, after);
    const replaced = differences.flatMap((each) =>
      each.kind === "code" || each.kind === "implementation"
        ? [[each.kind, "of" in each ? each.of : each.after]]
        : [],
    );
    expect(differences).to.deep.include({
      kind: "value",
      path: `accounts[${key}].contract.delegate`,
      ...{ before: first, after: then },
    });
    expect(replaced).to.have.deep.members([
      ["code", { address: plain, code: "unknown" }],
      ["code", { address: beacon, code: "unknown" }],
      ["implementation", { address: proxy, code: "unknown" }],
    ]);
  });

  it("include contracts of unknown code that are the DAO's, or that its schemes are set up with", async (raw) => {
    const [token, second] = [await deployCode(raw, "00"), await deployCode(raw, "5b00")];
    const proxy = await deployCode(raw, "00", `${storing(IMPLEMENTATION, token)}`);
    for (const counted of [token, proxy]) await raw.setUp("RageQuitWithToken", [counted]);
    const { Avatar, NativeToken } = raw.dao;
    const codes = [];
    for (const own of [Avatar, NativeToken]) {
      const code = `${String(await raw.request("eth_getCode", [own, "latest"]))}00`;
      await raw.request("hardhat_setCode", [own, code]);
      codes.push([own, code] as const);
    }
    const said = await told(raw);
    expect(said.behind).to.include(`EIP-1967 proxy of ${token}`).and.include(Avatar);
    for (const [own, code] of codes) await raw.request("hardhat_setCode", [own, `${code}00`]);
    await raw.request("hardhat_setCode", [token, "0x5f00"]);
    await raw.request("hardhat_setStorageAt", [proxy, `0x${IMPLEMENTATION}`, toBeHex(second, 32)]);
    const { differences } = compareInspections(said.inspection, await raw.inspect(Avatar));
    const replaced = differences.flatMap((each) =>
      each.kind === "code"
        ? each.after.address
        : each.kind === "implementation"
          ? [each.of.address, each.after.address]
          : [],
    );
    expect(replaced).to.have.members([Avatar, NativeToken, token, proxy, second]);
  });

  it("are not told where only keys decide", async (raw) => {
    const said = await told(raw);
    expect(said.inspection.accounts).to.deep.equal([]);
    expect(said.behind).to.equal("");
  });
});
