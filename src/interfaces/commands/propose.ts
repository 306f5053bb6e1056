import type { DaoChange } from "../../operations/change/change.js";
import { shownPath } from "../../foundation/support/shown-path.js";
import { command } from "./command.js";
import { adapted } from "./flag.js";
import { flags, pick } from "./flags.js";
import { parametersOf, readingInputs } from "./reading.js";
import type { Sent } from "./send.js";
import { changing, dryRunShown, sending, sendingConflicts } from "./sending.js";

interface Written {
  readonly change: DaoChange;
}

export const propose = command({
  name: "propose",
  library: "proposeChange",
  summary: "Deploys contracts and makes proposals that change a DAO to match a parameters file.",
  positional: ["avatar"],
  flags: {
    ...sending,
    ...changing,
    ...pick("again", "deployOnly"),
    stakingToken: adapted(flags.stakingToken, {
      about: "trust this staking token of the DAO's base",
    }),
    calldata: adapted(flags.calldata, { about: "write the transactions instead of sending them" }),
    safe: adapted(flags.safe, { about: "write the transactions for Safe's Transaction Builder" }),
  },
  conflicts: [
    ...sendingConflicts,
    ["deployOnly", "calldata", "send and write the transactions"],
    ["deployOnly", "safe", "send and write the transactions"],
  ],
  examples: [
    [
      "propose --params new.json",
      "propose everything possible now, for the DAO of ./migration.json, on localhost:8545",
    ],
    ["propose --params new.json", "again, after the votes: propose what was waiting for them"],
  ],
  remarks: "`dao-migrate plan` shows all of it first, and sends nothing.",
  async run(options, context): Promise<Sent | Written> {
    const { describedBy, planDao } = await import("./planning.js");
    const { hash } = await describedBy(options);
    if ((options.calldata ?? options.safe) !== undefined) {
      const params = await parametersOf(options, context);
      const inputs = await readingInputs(options, context);
      return { change: await planDao({ ...inputs, params, hash }) };
    }
    const { avatar, section, newController, again, deployOnly, allowLockout: force } = options;
    const change = { avatar, section, newController, again, deployOnly, force, description: hash };
    const { send } = await import("./send.js");
    return await send([], { ...options, noCheck: true }, context, change);
  },
  show(sent, { calldata, safe }) {
    if ("change" in sent) {
      const transactions = async () =>
        await import("../../operations/change/report/transactions.js");
      const paths = [calldata, safe].filter((path) => path !== undefined);
      return {
        files: {
          calldata: async () => (await transactions()).calldataOf(sent.change),
          safe: async () => (await transactions()).safeBatchOf(sent.change),
        },
        summary: () =>
          paths.map((path) => `Wrote ${shownPath(path)}. Nothing was sent.`).join("\n"),
      };
    }
    if ("preview" in sent) return dryRunShown(sent);
    const { handled = [], figures, matches } = sent;
    return {
      summary: async () =>
        (await import("../../output/describe/handled-proposals.js")).handledDocument(
          handled,
          figures,
          matches,
        ),
      json: { handled, matches, ...figures },
    };
  },
  outcome(sent) {
    if (!("handled" in sent)) return "done";
    const { handled = [], figures, matches = "yes" } = sent;
    const isStuck = handled.some(({ outcome }) => outcome === "failed" || outcome === "impossible");
    const isOver = handled.length === 0 && figures.transactions === 0;
    return isStuck || (isOver && matches !== "yes") ? "differs" : "done";
  },
  exits: {
    differs:
      "a proposal failed or cannot be made, or the DAO differs and nothing is left to propose",
  },
});
