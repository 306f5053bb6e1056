import { expect } from "chai";

import { findWhatFilesCannotExpress } from "../../../src/operations/export/what-files-cannot-express.js";
import { noteTheRest } from "../../../src/operations/export/notes.js";
import { reportLeftOut, type ListedContract } from "../../../src/operations/export/stand-alone.js";
import type { Findings } from "../../../src/operations/export/report.js";
import type {
  Inspection,
  ProposalDescription,
  SchemeDescription,
} from "../../../src/engine/inspect/description.js";
import { META_DATA } from "../../../src/engine/migration/register-schemes.js";
import { MigrationError } from "../../../src/foundation/support/errors.js";
import { expectGoldenCases } from "../../golden.js";
import { account, sampleInspection } from "../../engine/inspect/sample-inspection.js";
import { changed } from "../check/sound-facts.js";
import { UNREAD, WRONG } from "../check/wrong-facts.js";

const inspection = sampleInspection();
const NOTHING = { notRead: "the node does not answer" };
const [STRANGER, TOKEN] = [account(77), account(9)];
/** A DAO of which a file says everything. */
const PLAIN: Inspection = {
  ...inspection,
  metaData: META_DATA,
  treasury: { ether: "0", tokens: [] },
  proposals: [],
  votingMachines: [],
};

function tell(changes: Partial<Inspection>, listed: readonly ListedContract[] = []): string {
  const findings: Findings = { missing: [], notes: [] };
  noteTheRest({ ...PLAIN, ...changes }, findings);
  reportLeftOut(PLAIN, listed, findings);
  return Object.entries(findings)
    .flatMap(([kind, notes]) =>
      (notes as Findings["notes"]).map(
        ({ what, why, whatToDo }) => `${kind}: ${what}\n  ${why}\n  ${whatToDo}`,
      ),
    )
    .join("\n");
}

const earlier = {
  contract: { ...PLAIN.controller, address: STRANGER },
  until: { block: 1, time: 1, transaction: "0x" },
  replacedBy: PLAIN.controller.address,
};

/** A ContributionReward that the DAO's registrar registered or unregistered. */
function voted(event: "registered" | "unregistered"): Partial<Inspection> {
  const [first, registrar] = PLAIN.schemes as [SchemeDescription, SchemeDescription];
  const history = [{ ...first.history[0]!, event, by: registrar.contract.address }];
  const registered = event === "registered";
  return { schemes: [{ ...first, registered, history }, registrar] };
}

const gold = { address: TOKEN, name: "Gold", symbol: "GLD", decimals: 6, amount: "2500000" };
const allowance = { token: TOKEN, spender: STRANGER, amount: "1" };
const [proposal] = inspection.proposals as readonly ProposalDescription[];

const CASES: Readonly<Record<string, Partial<Inspection>>> = {
  "a DAO as a migration creates it": {},
  "two upgrades": { earlierControllers: [earlier, earlier] },
  "a scheme that a vote added": voted("registered"),
  "a scheme that a vote removed": voted("unregistered"),
  "what the DAO has acquired, in the units of each": {
    treasury: { ether: "1500000000000000000", tokens: [gold, { ...gold, decimals: NOTHING }] },
    metaData: "Qm",
    allowances: [allowance],
    proposals: [proposal!],
  },
  "several allowances and proposals": {
    allowances: [allowance, allowance],
    proposals: [proposal!, proposal!],
  },
  "possessions that are not read": {
    treasury: NOTHING,
    allowances: NOTHING,
    proposals: NOTHING,
  },
  "a staking token": { votingMachines: inspection.votingMachines },
};

const vault = { name: "Vault", alias: "treasure", address: STRANGER };
const unread = { contract: { address: TOKEN, code: "arc" }, values: NOTHING } as const;
const LISTED: readonly ListedContract[] = [
  vault,
  { name: "Wallet", address: TOKEN, found: unread },
  { name: "Wallet", address: TOKEN, found: { ...unread, values: {} } },
  { name: "a scheme", address: PLAIN.schemes[0]!.contract.address },
];

describe("noteTheRest", () => {
  it("names what a DAO has beyond what a file describes", () => {
    const told = Object.entries(CASES).map(([what, changes]) => [what, tell(changes)] as const);
    told.push(["contracts that the result file lists", tell({}, LISTED)]);
    expectGoldenCases(import.meta.dirname, "notes.txt", Object.fromEntries(told));
  });
});

/** What is said of facts that differ from an exported file: what a file leaves out, or that there is none. */
function toldOf(change: Parameters<typeof changed>[0], except: readonly string[] = []): string {
  try {
    return findWhatFilesCannotExpress(changed(change), except)
      .map(({ what, why, whatToDo }) => `${what}\n  ${why}\n  ${whatToDo}`)
      .join("\n");
  } catch (error) {
    expect(error).to.be.instanceOf(MigrationError);
    return "refused";
  }
}

describe("findWhatFilesCannotExpress", () => {
  it("names what a file leaves out, and refuses any other difference", () => {
    const unread = UNREAD.map(([rule, change], place) => {
      return [`${rule}: not read (${place})`, change] as const;
    });
    const told: Record<string, string> = {};
    for (const [what, change] of [...Object.entries(WRONG), ...unread]) {
      const text = toldOf(change);
      if (text !== "") told[what] = text;
    }
    expectGoldenCases(import.meta.dirname, "what-files.txt", told);
  });

  it("knows which schemes and founders a file leaves out", () => {
    const name = "scheme-not-in-file: a scheme of Arc's that the file does not have";
    expect(toldOf(WRONG[name]!, ["scheme-not-in-file"])).to.equal("");
    expect(toldOf(WRONG["founders: a founder who got less"]!, ["founders"])).to.equal("");
  });
});
