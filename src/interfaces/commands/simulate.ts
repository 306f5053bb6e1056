import type { Simulations } from "../../operations/simulate/simulation.js";
import { command, type Context } from "./command.js";
import { expectedHash, otherEffects } from "./effect-hashes.js";
import { adapted, type OptionsOf } from "./flag.js";
import { DRAFT, flags, reading, pick } from "./flags.js";
import { readingInputs } from "./reading.js";

const FLAGS = {
  ...reading,
  // A proposal's id, which has as many digits as a key, may stand in its place.
  avatar: { ...reading.avatar, kind: "hash" as const },
  proposal: flags.proposal,
  block: adapted(flags.block, { about: "fork at this block (default: the latest)" }),
  ...DRAFT,
  ...pick(
    "customAbis",
    "description",
    "descriptionText",
    "expect",
    "hash",
    "expectHash",
    "alone",
    "verify",
    "calldata",
    "safe",
    "markdown",
    "failOnWarning",
    "abis",
  ),
};

type Options = OptionsOf<typeof FLAGS>;

export const simulate = command({
  name: "simulate",
  library: "simulateProposals",
  summary: "Shows what a proposal would do, by passing it and carrying it out on a fork.",
  positional: ["avatar", "proposal"],
  flags: FLAGS,
  examples: [
    [
      "simulate 0x519b70055af55A007110B4Ff99b0eA33071c720a 0x2567abe8 --provider https://node.example",
      "simulate one proposal of any DAO, by the first digits of its id",
    ],
    [
      "simulate 0x2567abe8b0a1c98e3d14b2d5fa4bd0f1c44f1b7c0ee9f0f4a8f3c0de62ab1d54 --provider https://node.example",
      "find its DAO from the whole id",
    ],
    [
      "simulate",
      "simulate the pending proposals of the DAO of ./migration.json, on localhost:8545",
    ],
    [
      "simulate --reward 0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1 --ether 4 --safe propose.json",
      "simulate a new reward, and write the transaction that proposes it",
    ],
  ],
  remarks:
    "The proposal may stand alone: its DAO is that of the result file, or found on the chain from the whole id. Nothing is sent: holders vote and stake on an in-process fork, by the voting machine's rules.",
  async run(options, context) {
    const [{ simulateDao, simulateFiles }, { firstDifference }, { wouldFail }] = await Promise.all([
      import("./simulating.js"),
      import("../../operations/simulate/report/seal.js"),
      import("../../operations/simulate/verdicts/verdicts.js"),
    ]);
    const files = await simulateFiles(options);
    const named = namesIn(options, context);
    const isOne = (named.proposal ?? files.draft ?? files.verify) !== undefined;
    if (!isOne) await refuseOfOne(options);
    const expected = await expectedHash(options.expectHash);
    const inputs = await readingInputs(options, context);
    const simulated = await simulateDao({ ...inputs, ...files, ...named });
    const [first] = simulated.simulations;
    const before = files.verify;
    const difference = before && first && firstDifference(before, first);
    const fails = simulated.simulations.some(wouldFail) || simulated.leftOut.length > 0;
    const other = otherEffects(expected, hashOf(first));
    return { ...simulated, isOne, before, difference, other, fails };
  },
  show(result, { hash = false }) {
    const { simulations, leftOut, isOne, before, difference, other } = result;
    const [first] = simulations;
    const words = async () => await import("./simulate-text.js");
    const leftOutNote = async () => (await words()).leftOutWords(result);
    const otherNote = other === undefined ? undefined : () => other;
    const note = leftOut.length > 0 ? leftOutNote : otherNote;
    if (hash) {
      const lines = simulations.map((each) =>
        isOne ? hashOf(each) : `${each.proposal.id} ${hashOf(each)}`,
      );
      return { document: () => lines.join("\n"), note };
    }
    if (before !== undefined && first !== undefined) {
      return {
        document: async () => (await words()).repeatedDocument(before, first, difference),
      };
    }
    const transactions = async () => await import("../../operations/simulate/report/calldata.js");
    return {
      document: async (asMarkdown) =>
        (await words()).simulationsDocument(result, { isOne, asMarkdown }),
      json: simulations satisfies Simulations,
      note,
      files:
        first === undefined
          ? {}
          : {
              calldata: async () => (await transactions()).transactionsOf(first),
              safe: async () => (await transactions()).safeBatchOf(first),
            },
    };
  },
  outcome(
    { simulations, before, difference, other, fails },
    { failOnWarning = false, expectHash },
  ) {
    if (expectHash !== undefined) return other === undefined ? "done" : "failed";
    if (before !== undefined) return difference === undefined ? "done" : "failed";
    const isWarned = failOnWarning && simulations.some(({ warnings }) => warnings.length > 0);
    return fails || isWarned ? "failed" : "done";
  },
  exits: {
    done: "it can pass, does what it says, and nobody gains or loses power (with --expect-hash: it has these effects)",
    failed: "otherwise, or if this is unknown",
  },
});

function hashOf(simulation?: Simulations[number]): string {
  return simulation?.effectHash?.hash ?? "none: it cannot pass";
}

/** The first of two arguments is the DAO, but the proposal may stand alone: an address has 40 digits, with or without 0x. */
function namesIn(
  { avatar, proposal }: Options,
  { door }: Context,
): Pick<Options, "avatar" | "proposal"> {
  const isProposal = door !== "library" && proposal === undefined && avatar !== undefined;
  return isProposal && !/^(0x)?[0-9a-f]{40}$/i.test(avatar)
    ? { avatar: undefined, proposal: avatar }
    : { avatar, proposal };
}

async function refuseOfOne({ calldata, safe, expectHash }: Options): Promise<void> {
  if ((calldata ?? safe ?? expectHash) === undefined) return;
  const { UsageError } = await import("../../foundation/support/errors.js");
  throw new UsageError("--calldata, --safe and --expect-hash work for one proposal. Name it.");
}
