import { expect } from "chai";

import type { CheckReport } from "../../../src/check/report/report.js";
import type { Inspection } from "../../../src/inspect/description.js";
import { Addresses } from "../../../src/report/elements.js";
import { inShort } from "../../../src/report/parts/in-short.js";
import { html } from "../../../src/document/html.js";
import { account, sampleFacts, scheme } from "../sample-facts.js";
import { plainText } from "./plain-text.js";

const NOTHING = { notRead: "the node does not answer" };
const facts = sampleFacts();
const { schemes, control } = facts.inspection;
const CONTROL = control as Exclude<typeof control, { readonly notRead: string }>;
const [SCHEME] = schemes;

function cards(
  changes: Partial<Inspection>,
  remarks: Parameters<typeof inShort>[1] = [],
  check?: CheckReport,
): string {
  const inspection = { ...facts.inspection, ...changes };
  return plainText(inShort({ ...facts, inspection, check }, remarks, new Addresses(new Map(), "")));
}

describe("inShort", () => {
  it("says what one account can do without a vote, and refers to the list for several", () => {
    const alone = (number: number) =>
      scheme({ address: account(number), code: "account" }, "0x0000001f");
    expect(cards({ schemes: [...schemes, alone(77)] })).to.include(
      "1 account, without a vote It can do everything that any scheme can, however the holders vote.",
    );
    expect(cards({ schemes: [...schemes, alone(77), alone(78)] })).to.include(
      "2 accounts, each without a vote The next card says what each can do, however the holders vote.",
    );
  });

  it("says how few accounts decide, and of which proposals", () => {
    const by = (accounts: number, share: string, boosting = false) => ({
      ...CONTROL[0]!,
      accounts: Array.from({ length: accounts }, (_, index) => account(index)),
      share,
      boosting,
    });
    expect(cards({ control: [by(1, "60.00")] })).to.include(
      "1 account alone The largest holder has 60.00% of the reputation, which passes any proposal, however all others vote. Who",
    );
    expect(cards({ control: [by(2, "51.00"), { ...by(1, "60.00"), vote: "other" }] })).to.include(
      "which passes a proposal of ContributionReward, however",
    );
    expect(cards({ control: [by(0, "20.00")] })).to.include(
      "No group of holders All holders together do not have more than 50% of the reputation.",
    );
    expect(cards({ control: [by(4, "51.00", true)] })).to.include(
      "Fewer are enough if a proposal is boosted and nobody votes against it.",
    );
    expect(cards({ control: NOTHING })).to.include(
      "Not known not read: the node does not answer Who can do what",
    );
  });

  it("says that nobody decides by a vote only if the rules of every scheme were read", () => {
    const parameters = { kept: "own", values: {}, votes: {} } as const;
    expect(cards({ control: [], schemes: [{ ...SCHEME!, parameters }] })).to.include(
      "Nobody by a vote No registered scheme decides by votes.",
    );
    const vote = { votingMachine: account(5), paramsHash: "0x", rules: NOTHING };
    for (const unread of [NOTHING, { ...parameters, votes: { vote } }]) {
      expect(cards({ control: [], schemes: [{ ...SCHEME!, parameters: unread }] })).to.include(
        "Not known No registered scheme has vote rules that could be read.",
      );
    }
    const unknown = scheme({ address: account(77), code: "unknown" }, "0x00000001");
    expect(cards({ control: [], schemes: [unknown] })).to.include("Not known No registered");
  });

  it("shows the worst remarks, and refers to the others", () => {
    const danger = { tone: "danger", text: html`bad` } as const;
    const note = { tone: "note", text: html`by its own rules` } as const;
    expect(cards({}, [danger, danger, danger, danger, danger, note])).to.include(
      "5 things to look at Warning: bad Warning: bad Warning: bad Warning: bad 2 more, less pressing",
    );
    expect(cards({}, [note])).to.include(
      "Nothing unusual Schemes act only by their own rules. 1 more, less pressing",
    );
    expect(cards({})).to.include("Nothing was found No account has permissions of its own");
  });

  it("says how many findings a comparison has, and the first of them", () => {
    const finding = {
      rule: "names",
      where: "orgName",
      message: "Other name.",
      why: "",
      whatToDo: "",
    };
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
    expect(cards({}, [], check)).to.include(
      "2 findings, 1 not checked Warning: Other name. Look at this: Another name. 1 silenced. All rules",
    );
    const fine = { ...check, findings: [], inconclusive: [], silenced: [], passed: true };
    expect(cards({}, [], fine)).to.match(/Does it match its parameters\? Yes All rules$/);
  });
});
