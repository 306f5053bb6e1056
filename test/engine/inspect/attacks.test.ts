import { expect } from "chai";
import { getAddress, id, parseEther, ZeroAddress, ZeroHash, zeroPadValue } from "ethers";

import { functionEntry } from "../../../src/foundation/arc/abi.js";
import { withoutVoteLines } from "../../../src/output/describe/without-vote.js";
import { toTerminal } from "../../../src/output/document/to-terminal.js";
import { someOf } from "../../some-of.js";
import { deployCode } from "./control/told.js";
import { onDao, type Dao } from "./raw-dao.js";

/** Two of them; ALL_CASES=1 has all. */
const RELEASES = someOf(["rc.57", "rc.47", "rc.40", "rc.28", "rc.16", "rc.7"], 5);

interface Attack {
  readonly name: string;
  /** A contract that a release needs for it. */
  readonly needs?: string;
  /** What is done to a DAO that holds ether; returns the address that has to be named, if there is one. */
  readonly act: (raw: Dao) => Promise<string | void>;
  /** What is said under "Without a vote", with the tone; `$` is the address that `act` returned. */
  readonly says: string;
}

const ALL = "0x0000001f";
const STRANGER = getAddress(`0x${"5a".repeat(20)}`);
const PRECOMPILE = "0x0000000000000000000000000000000000000001";

/** Code that answers every call with the same word, after code of its creation. */
function answering(word: string): string {
  return `7f${zeroPadValue(word, 32).slice(2)}5f5260205ff3`;
}

/** Creation code that emits an event for each of many accounts, from 1000 on. */
function approvals(avatar: string, count: number): string {
  const topics = [zeroPadValue(avatar, 32), id("Approval(address,address,uint256)")];
  const [owner, event] = topics.map((each) => `7f${each.slice(2)}`) as [string, string];
  return Array.from({ length: count }, (_, index) => {
    const spender = (1000 + index).toString(16).padStart(4, "0");
    return `61${spender}${owner}${event}5f5fa3`;
  }).join("");
}

/** A scheme whose machine is this one. */
async function withMachine(raw: Dao, machine: string): Promise<void> {
  const { release } = raw.chain;
  if (release.has("GenericSchemeMultiCall")) {
    await raw.multiCall(machine);
    return;
  }
  const scheme = await raw.deploy("ContributionReward");
  const { inputs = [] } = functionEntry(release.artifact("ContributionReward"), "setParameters");
  const args = inputs.map(({ type }) =>
    type === "address" ? machine : type === "bytes32" ? ZeroHash : 0n,
  );
  await raw.register(scheme, "0x00000001", await raw.stored("ContributionReward", scheme, args));
}

async function rewardedBy(raw: Dao, rewarder: string): Promise<void> {
  const args = [raw.chain.base.GenesisProtocol, await raw.voteParams(), rewarder];
  await raw.setUp("ContributionRewardExt", args);
}

async function setCode(raw: Dao, address: string, code: string): Promise<string> {
  await raw.request("hardhat_setCode", [address, code]);
  return address;
}

const ATTACKS: readonly Attack[] = [
  {
    name: "a stranger's token that claims 200 allowances",
    act: async (raw) => await deployCode(raw, answering("0x05"), approvals(raw.dao.Avatar, 200)),
    says: "note: 1 token that the DAO never used, such as $, claims that others may take it from the treasury",
  },
  {
    name: "a token that the DAO called and that claims 200 allowances",
    act: async (raw) => {
      const token = await deployCode(raw, answering("0x05"), approvals(raw.dao.Avatar, 200));
      const { inputs = [] } = functionEntry(
        raw.chain.release.artifact("Controller"),
        "genericCall",
      );
      const call = [token, "0x", raw.dao.Avatar, 0n].slice(0, inputs.length);
      await raw.send("Controller", raw.dao.Controller, "genericCall", call);
      return token;
    },
    says: "caution: 200 accounts may take the token $ from the treasury, such as ",
  },
  {
    name: "constraints that anybody may initialize",
    needs: "SimpleSchemeConstraints",
    act: async (raw) => {
      const constraints = await raw.deploy("SimpleSchemeConstraints");
      await raw.multiCall(undefined, constraints);
      return constraints;
    },
    says: "danger: $, which",
  },
  {
    name: "a competition that anybody may initialize",
    needs: "Competition",
    act: async (raw) => {
      const competition = await raw.deploy("Competition");
      await rewardedBy(raw, competition);
      return competition;
    },
    says: "danger: $, which",
  },
  {
    name: "a rewarder that is an account",
    needs: "ContributionRewardExt",
    act: async (raw) => {
      await rewardedBy(raw, STRANGER);
      return STRANGER;
    },
    says: "caution: $ alone, as its rewarder",
  },
  {
    name: "a scheme that only its owner may initialize",
    needs: "Forwarder",
    act: async (raw) => {
      await raw.register(await raw.deploy("Forwarder"), ALL);
      return raw.accounts[0];
    },
    says: "never initialized: its owner $ can do that",
  },
  {
    name: "a voting machine that is a precompile",
    act: async (raw) => {
      await withMachine(raw, PRECOMPILE);
      return PRECOMPILE;
    },
    says: "danger: $ alone, as the voting machine (",
  },
  {
    name: "a voting machine that is an account with a delegate",
    act: async (raw) => {
      const delegate = await deployCode(raw, answering("0x01"));
      await setCode(raw, STRANGER, `0xef0100${delegate.slice(2)}`);
      await withMachine(raw, STRANGER);
      return delegate;
    },
    says: "so can anyone whom the code of its delegate $ allows to",
  },
  {
    name: "a voting machine whose views revert",
    act: async (raw) => {
      const machine = await deployCode(raw, "5f5ffd");
      await withMachine(raw, machine);
      return machine;
    },
    says: ", which votes by $, not Arc's code: ",
  },
  {
    name: "a scheme that is a precompile",
    act: async (raw) => {
      await raw.register(PRECOMPILE, ALL);
      return PRECOMPILE;
    },
    says: "danger: $ alone, as the scheme itself",
  },
  {
    name: "a scheme whose address gets code only later",
    act: async (raw) => {
      const later = getAddress(`0x${"7b".repeat(20)}`);
      await raw.register(later, ALL);
      return later;
    },
    says: "danger: $ alone, as the scheme itself",
  },
  {
    name: "a scheme whose code was destroyed",
    act: async (raw) => {
      const scheme = raw.scheme("ContributionReward");
      return await setCode(raw, scheme, "0x");
    },
    says: "danger: $ alone, as the scheme itself",
  },
  {
    name: "a scheme that was deployed again with other code",
    act: async (raw) => {
      const scheme = raw.scheme("ContributionReward");
      return await setCode(raw, scheme, "0x33ff");
    },
    says: "caution: not known who decides for $: ",
  },
  {
    name: "a scheme that forwards to Arc's code by delegatecall",
    needs: "GenericSchemeMultiCall",
    act: async (raw) => {
      const target = (await raw.deploy("GenericSchemeMultiCall")).slice(2);
      const clone = `363d3d373d3d3d363d73${target}5af43d82803e903d91602b57fd5bf3`;
      const scheme = await deployCode(raw, clone);
      await raw.register(scheme, "0x00000010");
      return scheme;
    },
    says: "caution: not known who decides for $: ",
  },
  {
    name: "the zero address as a scheme",
    act: async (raw) => {
      await raw.register(ZeroAddress, ALL);
    },
    says: `danger: ${ZeroAddress} alone, as the scheme itself`,
  },
  {
    name: "a scheme of another DAO",
    needs: "GenericSchemeMultiCall",
    act: async (raw) => {
      const scheme = await raw.deploy("GenericSchemeMultiCall");
      const { GenesisProtocol } = raw.chain.base;
      const args = [raw.dao.Controller, GenesisProtocol, ZeroHash, ZeroAddress];
      await raw.send("GenericSchemeMultiCall", scheme, "initialize", args);
      await raw.register(scheme, "0x00000010");
      return raw.dao.Controller;
    },
    says: "initialized for another avatar, $",
  },
  {
    name: "a voting machine that uses all gas",
    act: async (raw) => {
      const machine = await deployCode(raw, "5b5f56");
      await withMachine(raw, machine);
      return machine;
    },
    says: ", which votes by $, not Arc's code: ",
  },
  {
    name: "a token that answers differently depending on the gas it gets",
    act: async (raw) => {
      const { NativeToken } = raw.dao;
      return await setCode(raw, NativeToken, "0x5a5f5260205ff3");
    },
    says: "danger: The token $ does not have Arc's code",
  },
  {
    name: "reputation whose code is delegated",
    act: async (raw) => {
      const { NativeReputation } = raw.dao;
      return await setCode(raw, NativeReputation, `0xef0100${STRANGER.slice(2)}`);
    },
    says: "danger: The reputation $ does not have Arc's code",
  },
  {
    name: "an avatar that asks other code by delegatecall",
    act: async (raw) => {
      const { Avatar } = raw.dao;
      const code = String(await raw.request("eth_getCode", [Avatar, "latest"]));
      const holder = (await deployCode(raw, code.slice(2))).slice(2);
      return await setCode(
        raw,
        Avatar,
        `0x363d3d373d3d3d363d73${holder}5af43d82803e903d91602b57fd5bf3`,
      );
    },
    says: "danger: The avatar $ does not have Arc's code",
  },
  {
    name: "a clock far in the future",
    act: async (raw) => {
      await raw.request("evm_setNextBlockTimestamp", ["0xffffffffff"]);
      await raw.register(STRANGER, ALL);
      return STRANGER;
    },
    says: "danger: $ alone, as the scheme itself",
  },
];

for (const version of RELEASES) {
  describe(`an inspection of a DAO of ${version} under attack`, () => {
    for (const { name, needs, act, says } of ATTACKS) {
      it(`warns of ${name}`, async () => {
        const attacked = async (raw: Dao) => {
          if (needs !== undefined && !raw.chain.release.has(needs)) return;
          await raw.transact({ to: raw.dao.Avatar }, { value: parseEther("1") });
          const found = (await act(raw)) ?? "";
          const lines = withoutVoteLines(await raw.inspect(raw.dao.Avatar)).map(
            (line) => `${line.tone}: ${toTerminal({ ...line, tone: undefined })}`,
          );
          expect(lines.join("\n")).to.include(says.replace("$", () => found));
          expect(lines.length).to.be.below(8);
        };
        await onDao(attacked, { version });
      });
    }
  });
}
