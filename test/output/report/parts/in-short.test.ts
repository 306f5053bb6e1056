import { HtmlDrawing } from "../../../../src/output/document/to-html.js";
import type { CheckReport } from "../../../../src/operations/check/report/report.js";
import type {
  Inspection,
  ProposalDescription,
} from "../../../../src/engine/inspect/description.js";
import type { Simulation } from "../../../../src/operations/simulate/simulation.js";
import type { PageFacts } from "../../../../src/output/report/facts.js";
import { isPending } from "../../../../src/engine/inspect/proposals/pending.js";
import { inShort } from "../../../../src/output/report/parts/in-short.js";
import { expectGoldenCases } from "../../../golden.js";
import { account, HOSTILE, scheme } from "../../../engine/inspect/sample-inspection.js";
import { sampleFacts } from "../sample-facts.js";
import { sampleSimulation } from "../sample-simulation.js";
import { plainText } from "./plain-text.js";

const NOTHING = { notRead: "the node does not answer" };
const facts = sampleFacts();
const { schemes, control, votingMachines } = facts.inspection;
const [CONTROL] = control as Extract<Inspection["control"], readonly unknown[]>;
const [SCHEME] = schemes;
const QUESTIONS = [
  "Who controls it?",
  "What can be done without a vote?",
  "What is owed?",
  "What is pending?",
  "Does it match its parameters?",
];

/** The answers on the cards, each with its tone. */
function cards(changes: Partial<Inspection>, check?: CheckReport): readonly string[] {
  const inspection = { ...facts.inspection, ...changes };
  return cardsOf({ ...facts, inspection, check });
}

function cardsOf(of: PageFacts): readonly string[] {
  const html = inShort(of, new HtmlDrawing({ names: new Map() }));
  const [, ...articles] = String(html).split('<article class="card ');
  return articles.map((each) => {
    const [tone = ""] = each.split('"');
    return `${tone}: ${plainText(each.slice(tone.length + 2)).replace(/^.*?\? /, "")}`;
  });
}

/** What stands above the cards. */
function verdict(changes: Partial<Inspection>): string {
  const inspection = { ...facts.inspection, ...changes };
  const html = inShort({ ...facts, inspection }, new HtmlDrawing({ names: new Map() }));
  return plainText(String(html).split('<div class="cards">')[0]!).trim();
}

/** The answer to one question. */
function answer(question: string, changes: Partial<Inspection>, check?: CheckReport): string {
  return cards(changes, check)[QUESTIONS.indexOf(question)]!;
}

describe("inShort", () => {
  it("says who controls a DAO", () => {
    const shown = (changes: Partial<Inspection>) => answer("Who controls it?", changes);
    const alone = (number: number) =>
      scheme({ address: account(number), code: "account" }, "0x0000001f");
    const by = (accounts: number, share: string, boosting = false) => ({
      ...CONTROL!,
      accounts: Array.from({ length: accounts }, (_, index) => account(index)),
      share,
      boosting,
    });
    const parameters = { kept: "own", values: {}, votes: {} } as const;
    const vote = { votingMachine: account(5), paramsHash: "0x", rules: NOTHING };
    const decides = (changes: object) =>
      shown({ control: [], schemes: [{ ...SCHEME!, ...changes }] });
    const unknown = (number: number) =>
      scheme({ address: account(number), code: "unknown" }, "0x00000001");
    expectGoldenCases(import.meta.dirname, "control.txt", {
      "three accounts": shown({}),
      "an account without a vote": shown({ schemes: [...schemes, alone(77)] }),
      "two accounts without a vote": shown({ schemes: [...schemes, alone(77), alone(78)] }),
      "one holder": shown({ control: [by(1, "60.00")] }),
      "one holder for some proposals": shown({
        control: [by(2, "51.00"), { ...by(1, "60.00"), vote: "other" }],
      }),
      "no group": shown({ control: [by(0, "20.00")] }),
      "four, or fewer by boosting": shown({ control: [by(4, "51.00", true)] }),
      "not read": shown({ control: NOTHING }),
      "no scheme votes": decides({ parameters }),
      "parameters not read": decides({ parameters: NOTHING }),
      "rules not read": decides({ parameters: { ...parameters, votes: { vote } } }),
      "unknown code": shown({ control: [], schemes: [unknown(77)] }),
      "hundreds of unknown code": shown({
        control: [],
        schemes: Array.from({ length: 300 }, (_, index) => unknown(100 + index)),
      }),
    });
  });

  it("says what can be done without a vote", () => {
    const shown = (changes: Partial<Inspection>) =>
      answer("What can be done without a vote?", changes);
    const allowance = { token: account(9), spender: account(91), amount: "7" };
    const parameters = { kept: "own", values: {}, votes: {} } as const;
    const free = { ...SCHEME!, parameters };
    expectGoldenCases(import.meta.dirname, "without-vote.txt", {
      nothing: shown({}),
      "nothing unusual": shown({ schemes: [free] }),
      "one thing": shown({ allowances: [allowance] }),
      "more things than fit": shown({
        allowances: [9, 10, 11, 12, 13].map((each) => ({ ...allowance, token: account(each) })),
        schemes: [free],
      }),
    });
  });

  it("says what is owed", () => {
    const shown = (changes: Partial<Inspection>) => answer("What is owed?", changes);
    const debt = { of: "ether", amount: "40", due: "40", has: "50", proposals: [HOSTILE] } as const;
    const owing = (changes: object) =>
      shown({ owes: { debts: [{ ...debt, ...changes }], unknown: [] } });
    const unread = { votingMachines: [{ ...votingMachines[0]!, proposals: NOTHING }] };
    expectGoldenCases(import.meta.dirname, "owed.txt", {
      nothing: shown({}),
      "nothing that was read": shown(unread),
      enough: owing({}),
      "too little": owing({ missing: "30" }),
      "treasury not read": owing({ has: NOTHING }),
      "a debt that was not read": shown({
        owes: { debts: [], unknown: [{ proposal: "0xab", why: NOTHING }] },
      }),
      "not read": shown({ owes: NOTHING }),
    });
  });

  it("gives one verdict above all answers: the worst of them", () => {
    const harmless = {
      control: Array.from({ length: 1 }, () => ({
        ...CONTROL!,
        accounts: Array.from({ length: 9 }, (_, index) => account(index)),
      })),
      proposals: [],
    };
    expectGoldenCases(import.meta.dirname, "verdict.txt", {
      harmless: verdict(harmless),
      "one to look at": verdict({ ...harmless, control: NOTHING }),
      "one that is bad, one to look at": verdict({
        ...harmless,
        proposals: NOTHING,
        schemes: [...schemes, scheme({ address: account(77), code: "account" }, "0x0000001f")],
      }),
    });
  });

  it("says what is pending, and the worst that simulations found", () => {
    const { proposals: all } = sampleFacts({ proposals: 6 }).inspection;
    const proposals = all as readonly ProposalDescription[];
    const pending = (count: number, ...found: readonly Partial<Simulation>[]): string => {
      const open = proposals.filter(isPending).slice(0, count);
      const simulations = found.map((changes, index) =>
        sampleSimulation(facts.inspection, open[index]!, "", {
          does: { verdict: "yes", effects: [] },
          expectations: [],
          ...changes,
        }),
      );
      const inspection = { ...facts.inspection, proposals: open };
      return cardsOf({ ...facts, inspection, simulations })[QUESTIONS.indexOf("What is pending?")]!;
    };
    const unread = { votingMachines: [{ ...votingMachines[0]!, proposals: NOTHING }] };
    const none = { warnings: [] };
    const wrong = { does: { verdict: "no", effects: [] } } as const;
    expectGoldenCases(import.meta.dirname, "pending.txt", {
      nothing: pending(0),
      "nothing that was read": answer("What is pending?", { proposals: NOTHING }),
      "nothing among those that were read": answer("What is pending?", {
        ...unread,
        proposals: [],
      }),
      "one among those that were read": answer("What is pending?", {
        ...unread,
        proposals: proposals.filter(isPending).slice(0, 1),
      }),
      "not simulated": pending(1),
      harmless: pending(1, none),
      "one was not simulated": pending(2, none),
      "with warnings": pending(2, none, {}),
      "one does something else, one has warnings": pending(2, wrong, {}),
    });
  });

  it("says how many findings a comparison has, and the first of them", () => {
    const shown = (check?: CheckReport) => answer("Does it match its parameters?", {}, check);
    const finding = { rule: "names", where: "orgName", message: "Other.", why: "", whatToDo: "" };
    const check = {
      findings: [
        { ...finding, severity: "note", message: "A note." },
        { ...finding, severity: "warning", message: "Another name." },
        { ...finding, severity: "error" },
      ],
      inconclusive: [{ rule: "founders", where: "founders", reason: "pruned" }],
      silenced: [{}],
      passed: false,
    } as unknown as CheckReport;
    expectGoldenCases(import.meta.dirname, "check.txt", {
      "not compared": shown(),
      findings: shown(check),
      fine: shown({ ...check, findings: [], inconclusive: [], silenced: [], passed: true }),
    });
  });
});
