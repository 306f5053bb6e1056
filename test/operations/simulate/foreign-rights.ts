import { join } from "node:path";

import { Interface, parseEther, toQuantity, ZeroHash } from "ethers";

import { runtimeCodes } from "../../compile-source.js";
import { HASH, type Attack, type Harmless } from "./attack.js";
import { STRANGER, type DangerousDao } from "./dangerous-dao.js";
import { calls, placeCode } from "./unseen-contracts.js";

const CODES = runtimeCodes<"Rights" | "Namespaced">(
  join(import.meta.dirname, "foreign-rights.sol"),
);
const FUNCTIONS = new Interface([
  "function set(address)",
  "function grantRole(bytes32, address)",
  "function authorize(address)",
  "function allow(address, address, uint256)",
  "function setDelegate(bytes32, address)",
  "function schedule(bytes32)",
  "function setOther(address)",
  "function run(address, bytes)",
  "function send(address)",
  "function anybody()",
  "function lend(address)",
  "function own(address)",
  "function openAll()",
  "function openOwn()",
  "function operate(address)",
  "function mintAndOperate(address)",
  "function giveAsSupply(address)",
  "function mintFor(address)",
  "function mintAndRaise()",
  "function handOver(address)",
  "function accept()",
  "function lendMore(address)",
  "function transfer(address, uint256)",
]);
const data = (name: string, ...args: readonly unknown[]): string =>
  FUNCTIONS.encodeFunctionData(name, args);
const of = async (d: DangerousDao, name: keyof typeof CODES, owner = d.dao.Avatar) =>
  await placeCode(d, CODES[name], data("set", owner));

/** Rights of the DAO in a contract, which no storage that is looked at shows: others who call it change something else. */
const rights = (name: string, what: string, ...args: readonly unknown[]): Attack => ({
  name: `rights elsewhere: ${name}`,
  make: async (d) =>
    await calls(d, await of(d, what === "lend" ? "Namespaced" : "Rights"), data(what, ...args)),
  id: "control",
  says: /What the DAO changes in 0x\w{40}, where it has rights of its own, is not known/,
});

/** Rights beside the DAO's own in one slot, or in a mapping by account. */
const beside = (name: string, what: string, ...args: readonly unknown[]): Attack => ({
  ...rights(name, what, ...args),
  make: async (d) =>
    await calls(
      d,
      await placeCode(d, CODES.Rights, data("own", d.dao.Avatar)),
      data(what, ...args),
    ),
});

/** Another DAO, in which this one may do everything. */
async function daughter(d: DangerousDao) {
  const reputation = await d.deploy("Reputation");
  const avatar = await d.deploy("Avatar", ["daughter", await d.deploy("ActionMock"), reputation]);
  const controller = await d.deploy("Controller", [avatar]);
  await d.send("Avatar", avatar, "transferOwnership", [controller]);
  await d.send("Reputation", reputation, "transferOwnership", [controller]);
  const scheme = [d.dao.Avatar, ZeroHash, "0x0000001f", avatar];
  await d.send("Controller", controller, "registerScheme", scheme);
  const value = toQuantity(parseEther("3"));
  await d.ask("eth_sendTransaction", { from: d.deployer.account, to: avatar, value });
  return { avatar, controller };
}
const inDaughter = (
  what: string,
  args: (d: DangerousDao, avatar: string) => readonly unknown[],
  told: Pick<Attack, "id" | "says" | "who"> = {
    id: "control",
    says: /What the DAO changes in (Controller|Reputation) .* it is no part of this DAO/,
  },
): Attack => ({
  name: `rights in a daughter DAO: ${what}`,
  make: async (d) => {
    const { avatar, controller } = await daughter(d);
    return await calls(d, controller, d.encode("Controller", what, args(d, avatar)));
  },
  ...told,
});

/** Rights that a DAO has in contracts that are no part of it. */
export const FOREIGN: readonly Attack[] = [
  rights("a role", "grantRole", HASH, STRANGER),
  rights("an operator", "authorize", STRANGER),
  rights("an allowance by token (Permit2)", "allow", HASH.slice(0, 42), STRANGER, 1n),
  rights("a delegate of its votes", "setDelegate", HASH, STRANGER),
  rights("what anybody may do a day later", "schedule", HASH),
  rights("an allowance in a namespace (ERC-7201)", "lend", STRANGER),
  beside("a switch in the owner's slot", "openAll"),
  beside("a permission for everybody, by account", "openOwn"),
  beside("an operator in the balance's slot", "operate", STRANGER),
  beside("an operator in the slot of a balance that grows", "mintAndOperate", STRANGER),
  {
    name: "rights elsewhere: what a wallet of the DAO's owns",
    make: async (d) => {
      const wallet = await of(d, "Rights");
      const vault = await of(d, "Rights", wallet);
      return await calls(d, wallet, data("run", vault, data("setOther", STRANGER)));
    },
    id: "control",
    says: /is not known: the code is not Arc's\. It is about 0x[aA][bB]\w{38}, where there is no code/,
    who: [STRANGER],
  },
  inDaughter("registerScheme", (_, avatar) => [STRANGER, ZeroHash, "0x0000001f", avatar]),
  inDaughter("mintReputation", (_, avatar) => [parseEther("3"), STRANGER, avatar]),
  inDaughter("unregisterSelf", (_, avatar) => [avatar]),
  inDaughter("sendEther", (_, avatar) => [parseEther("3"), STRANGER, avatar], {
    id: "callee-pays-others",
  }),
  inDaughter("externalTokenApproval", (d, avatar) => [d.token, STRANGER, 1n, avatar], {
    id: "allowance-given",
    says: /from 0x\w{40}, a contract that this makes approve it/,
    who: [STRANGER],
  }),
  {
    name: "more calls than are tried one by one",
    needs: ["DxDaoSchemeConstraints"],
    make: async (d) => {
      const by = [d.own.machine, d.own.hash, ZeroHash.slice(0, 42)];
      const made = await d.initialized("GenericSchemeMultiCall", ...by);
      const through = await d.registered(made, "10");
      const to = await of(d, "Rights");
      const each = { to, data: data("authorize", STRANGER) };
      return { kind: "calls", through, calls: Array.from({ length: 31 }, () => each) };
    },
    id: "control",
    says: /is not known/,
  },
  rights("an owner that it returns as its supply", "giveAsSupply", STRANGER),
  {
    ...rights("a message to another chain, which only an event shows", "send", STRANGER),
    says: /What follows from an event that 0x\w{40} emits for the DAO, and for nobody else, is not known/,
    who: [STRANGER],
  },
  { ...beside("tokens that it creates for others", "mintFor", STRANGER), who: [STRANGER] },
  beside("a limit that grows as its balance does", "mintAndRaise"),
  {
    ...beside("its place, beside an amount in one slot", "handOver", STRANGER),
    id: "ownership-given-away",
    says: /takes the DAO's place in the storage of/,
    who: [STRANGER],
  },
  {
    ...rights("an allowance of which the token tells less than it keeps", "lendMore", STRANGER),
    id: "allowance-given",
    says: /The entry of the DAO and 0x\w{40} in the storage of 0x\w{40} rises to 3402/,
    who: [STRANGER],
  },
];

export const HARMLESS_ELSEWHERE: readonly Harmless[] = [
  {
    name: "what anybody may do",
    make: async (d) => await calls(d, await of(d, "Rights"), data("anybody")),
    alarms: ["call-to-unknown-code"],
  },
  {
    name: "the acceptance of what it is to own",
    make: async (d) => await calls(d, await of(d, "Rights"), data("accept")),
    alarms: ["call-to-unknown-code", "control"],
  },
  {
    name: "a transfer of tokens in a namespace",
    make: async (d) => await calls(d, await of(d, "Namespaced"), data("transfer", STRANGER, 40n)),
    alarms: ["call-to-unknown-code"],
  },
];
