import { expect } from "chai";
import { Interface, ZeroAddress } from "ethers";

import {
  argumentsByName,
  encodeCall,
  encodeDeployment,
  functionEntry,
} from "../../../src/foundation/arc/abi.js";
import type { Artifact } from "../../../src/foundation/arc/artifact.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { ARC_VERSIONS } from "../../../src/foundation/arc/versions.js";
import type { FunctionCall } from "../../../src/engine/governance/function-call.js";
import { Ballot } from "../../../src/engine/governance/ballot.js";
import { newProposalIn } from "../../../src/engine/governance/machine-events.js";
import type { ProposalState } from "../../../src/engine/governance/proposal-state.js";
import { stakeCall } from "../../../src/engine/governance/vote-and-stake.js";
import {
  VOTING_MACHINES,
  type VotingMachineName,
} from "../../../src/foundation/arc/voting-machines.js";
import { openChain } from "../../simulated-chain.js";

/** DAO, scheme, staking token and voter in one: it answers every call with its total reputation. */
const DAO = "0x00000000000000000000000000000000000000da";
/** The DAO itself may not stake in favour: it stakes against each proposal. */
const STAKER = "0x0000000000000000000000000000000000005ba7";
const SUPPLY = 199n;
const ANSWER = "0x60c760005260206000f3";
const PERCENT = 50n;
const MINIMUM_BOUNTY = 1000n;
const NUMBERS: Readonly<Record<string, readonly bigint[]>> = {
  "uint256[11]": [PERCENT, 1800n, 600n, 400n, 2000n, 300n, 0n, 1n, MINIMUM_BOUNTY, 10n, 0n],
  "uint256[14]": [PERCENT, 1800n, 600n, 7n, 3n, 0n, 300n, 5n, 5n, 50n, 1n, 80n, 75n, 100n],
};

type Receipt = Readonly<Record<"contractAddress" | "status", string>> & {
  readonly logs: Parameters<typeof newProposalIn>[0];
};

type Request = (method: string, ...params: unknown[]) => Promise<unknown>;

/** A voting machine on a chain, whose proposals the DAO makes, votes and stakes on. */
class Machine {
  readonly #request: Request;
  readonly #artifact: Artifact;
  readonly #name: VotingMachineName;
  #address = "";
  #paramsHash = "";

  constructor(request: Request, name: VotingMachineName, artifact: Artifact) {
    this.#request = request;
    this.#name = name;
    this.#artifact = artifact;
  }

  async deploy(): Promise<this> {
    const args = this.#name === "GenesisProtocol" ? [DAO] : [];
    const { contractAddress } = await this.#send(encodeDeployment(this.#artifact, args), DAO, {});
    this.#address = contractAddress;
    const set = functionEntry(this.#artifact, "setParameters");
    const values = {
      _params: NUMBERS[set.inputs![0]!.type],
      _precReq: PERCENT,
      _voteOnBehalf: ZeroAddress,
      _allowOwner: false,
    };
    const data = encodeCall(
      set,
      argumentsByName(set, { ...values, _params: values._params ?? [] }),
    );
    this.#paramsHash = (await this.#request("eth_call", {
      from: DAO,
      to: contractAddress,
      data,
    })) as string;
    await this.#send(data);
    return this;
  }

  async propose(): Promise<Ballot> {
    const propose = functionEntry(this.#artifact, "propose");
    const values = {
      _numOfChoices: 2n,
      _paramsHash: this.#paramsHash,
      _proposer: DAO,
      _organization: DAO,
    };
    // Some releases leave parameters unnamed.
    const unnamed = (type: string) => (type === "uint256" ? 2n : DAO);
    const args = propose.inputs!.map(({ name, type }) =>
      name === "" ? unnamed(type) : values[name as keyof typeof values],
    );
    const made = newProposalIn((await this.#send(encodeCall(propose, args))).logs)!;
    const abi = new Interface(this.#artifact.abi);
    const read = async (functionName: string, ...given: readonly unknown[]) => {
      const call = { to: this.#address, data: abi.encodeFunctionData(functionName, [...given]) };
      const answer = (await this.#request("eth_call", call, "latest")) as string;
      return abi.decodeFunctionResult(functionName, answer);
    };
    const contract = { address: this.#address, abi, read };
    return new Ballot({ name: this.#name, contract }, made);
  }

  /** Votes with a part of the DAO's reputation. */
  async vote({ id }: Ballot, choice: bigint, amount: bigint): Promise<void> {
    const isAlpha = this.#artifact.abi.some(({ name }) => name === "voteWithSpecifiedAmounts");
    const vote = functionEntry(this.#artifact, isAlpha ? "voteWithSpecifiedAmounts" : "vote");
    const values: Readonly<Record<string, unknown>> = {
      _amount: amount,
      _rep: amount,
      _voter: DAO,
    };
    const args = vote.inputs!.map(({ name, type }, index) =>
      index === 0 ? id : index === 1 ? choice : (values[name] ?? (type === "address" ? DAO : 0n)),
    );
    await this.#send(encodeCall(vote, args));
  }

  async stake({ id }: Ballot, amount: bigint): Promise<void> {
    await this.#call(stakeCall(id, "for", amount), STAKER);
  }

  async #call({ functionName, args }: FunctionCall, from = DAO): Promise<void> {
    await this.#send(encodeCall(functionEntry(this.#artifact, functionName), args), from);
  }

  /** Executes in a block at a given time. */
  async executeAt({ id }: Ballot, time: bigint): Promise<void> {
    await this.#request("evm_setNextBlockTimestamp", Number(time));
    await this.#call({ functionName: "execute", args: [id] });
  }

  async #send(data: string, from = DAO, to: object = { to: this.#address }): Promise<Receipt> {
    const transaction = { from, ...to, data, gas: "0xf42400" };
    const hash = await this.#request("eth_sendTransaction", transaction);
    const receipt = (await this.#request("eth_getTransactionReceipt", hash)) as Receipt;
    expect(receipt.status).to.equal("0x1");
    return receipt;
  }
}

describe("The rules of voting machines, in every release that can have a DAO", () => {
  /** Each build of each machine, with its first release. */
  const machines: { name: VotingMachineName; release: string; machine: Machine }[] = [];
  let close: () => Promise<void>;

  before(async () => {
    const chain = await openChain();
    close = () => chain.close();
    const request = async (method: string, ...params: unknown[]): Promise<unknown> =>
      await chain.provider.request({ method, params });
    await request("hardhat_setCode", DAO, ANSWER);
    for (const account of [DAO, STAKER]) {
      await request("hardhat_impersonateAccount", account);
      await request("hardhat_setBalance", account, "0x3635c9adc5dea00000");
    }
    const seen = new Set<string>();
    for (const release of ARC_VERSIONS.slice(ARC_VERSIONS.indexOf("0.0.0-alpha.53"))) {
      const opened = await openArcRelease(release);
      for (const name of VOTING_MACHINES) {
        const artifact = opened.artifact(name);
        // Without the hash of metadata, which differs between equal sources.
        const code = artifact.bytecode.replace(/(?<=627a7a723[01]5820)\w{64}/g, "");
        if (seen.has(code)) continue;
        seen.add(code);
        machines.push({
          name,
          release,
          machine: await new Machine(request, name, artifact).deploy(),
        });
      }
    }
  });

  after(() => close());

  it("decide with one more vote than the majority, and not with the majority", async () => {
    for (const { name, release, machine } of machines) {
      const ballot = await machine.propose();
      const bar = await ballot.majority(SUPPLY);
      // QuorumVote divided first only later, which its ABI does not tell.
      const isStricter = name === "QuorumVote" && /rc\.[367]$/.test(release);
      const exact = isStricter ? (SUPPLY * PERCENT) / 100n : bar;
      await machine.vote(ballot, 1n, exact);
      expect(await ballot.state(), `${name} of ${release}, ${exact}`).to.equal("queued");
      expect(await ballot.votes()).to.deep.equal({ for: exact, against: 0n });
      const decided = await machine.propose();
      await machine.vote(decided, 1n, exact + 1n);
      expect(await decided.state(), `${name} of ${release}, ${exact + 1n}`).to.equal("executed");
      expect(isStricter || exact === (ballot.isAlpha ? 99n : 50n), release).to.equal(true);
    }
  });

  it("boost with exactly the stake that is missing", async () => {
    for (const { name, release, machine } of machines) {
      if (name !== "GenesisProtocol") continue;
      const ballot = await machine.propose();
      const missing = await ballot.boostingStake();
      await machine.stake(ballot, missing - 1n);
      expect(await ballot.state(), release).to.equal("queued");
      expect(await ballot.boostingStake(), release).to.equal(1n);
      await machine.stake(ballot, 1n);
      expect(await ballot.state(), release).to.equal(ballot.isAlpha ? "boosted" : "preBoosted");
      // Up to alpha.58, it is boosted at once, and the threshold rises with it.
      if (!ballot.isAlpha) expect(await ballot.boostingStake(), release).to.equal(0n);
    }
  });

  it("end a state at its end, and not a second before", async () => {
    for (const { name, release, machine } of machines) {
      const ballot = await machine.propose();
      if (name !== "GenesisProtocol") {
        expect(await ballot.endOf("queued")).to.equal(undefined);
        continue;
      }
      const pass = async (state: "queued" | "preBoosted" | "boosted", voted: Ballot) => {
        const end = BigInt((await voted.endOf(state))!);
        await machine.executeAt(voted, end - 1n);
        expect(await voted.state(), `${release}, before the end`).to.equal(state);
        await machine.executeAt(voted, end);
        return await voted.state();
      };
      expect(await pass("queued", ballot), release).to.equal("expiredInQueue");
      expect(await ballot.endOf("expiredInQueue")).to.equal(undefined);
      const staked = await machine.propose();
      await machine.stake(staked, await staked.boostingStake());
      if (!staked.isAlpha) expect(await pass("preBoosted", staked), release).to.equal("boosted");
      expect(await pass("boosted", staked), release).to.equal("executed");
      expect(await staked.winningSide(), release).to.equal("against");
    }
  });
});

/** A proposal in a machine of which only this is known. */
function ballotOf(
  name: VotingMachineName,
  abi: readonly string[],
  read: (functionName: string) => unknown,
): Ballot {
  const answer = (asked: string) => Promise.resolve(read(asked) as never);
  const contract = { address: DAO, abi: new Interface(abi), read: answer };
  return new Ballot({ name, contract }, { id: "0x01", paramsHash: "0x02" });
}

describe("a ballot's rules", () => {
  it("are read again until they are set, and then never change", async () => {
    const abi = ["function parameters(bytes32) view returns (uint256 precReq)"];
    const answers = [[0n], [PERCENT], [1n]];
    const ballot = ballotOf("AbsoluteVote", abi, () => answers.shift());
    const found = [await ballot.rules(), await ballot.rules(), await ballot.rules()];
    expect(found.map(({ precReq }) => precReq)).to.deep.equal([0n, PERCENT, PERCENT]);
  });

  it("end a state after its own period, and a quiet ending after the one that the machine stores", async () => {
    const abi = [
      "function vote(bytes32, uint256, uint256 _amount, address)",
      "function parameters(bytes32) view returns (uint256 queuedVotePeriodLimit, uint256 preBoostedVotePeriodLimit, uint256 boostedVotePeriodLimit, uint256 quietEndingPeriod)",
    ];
    const endAt = async (state: ProposalState, currentBoostedVotePeriodLimit: bigint) =>
      await ballotOf("GenesisProtocol", abi, (functionName) => {
        if (functionName === "parameters") return [1000n, 200n, 500n, 60n];
        if (functionName === "getProposalTimes") return [[10n, 5000n, 3000n]];
        return { toObject: () => ({ currentBoostedVotePeriodLimit }) };
      }).endOf(state);
    expect(await endAt("queued", 500n)).to.equal(1010);
    expect(await endAt("preBoosted", 500n)).to.equal(3200);
    expect(await endAt("boosted", 500n)).to.equal(5500);
    expect(await endAt("quietEndingPeriod", 50n)).to.equal(5050);
  });
});
