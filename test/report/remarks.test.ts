import { expect } from "chai";
import { ZeroAddress } from "ethers";

import type { Inspection, SchemeDescription } from "../../src/inspect/description.js";
import { Addresses } from "../../src/report/elements.js";
import { withoutVote } from "../../src/report/remarks.js";
import { account, sampleFacts, scheme } from "./sample-facts.js";

const STRANGER = account(77);
const NOTHING = { notRead: "the node does not answer" };
const { inspection: sample } = sampleFacts();

/** Returns the remarks on a DAO that differs from the sample, as a tone and a plain sentence each. */
function remarks(changes: Partial<Inspection> = {}): readonly string[] {
  return withoutVote({ ...sample, ...changes }, new Addresses(new Map(), undefined)).map(
    ({ tone, text }) =>
      `${tone}: ${String(text)
        .replaceAll(/<[^>]+>/g, "")
        .replaceAll(/\s+/g, " ")}`,
  );
}

/** Returns the remarks on a single scheme. */
function onScheme(changes: Partial<SchemeDescription>, bytes = "0x00000011"): readonly string[] {
  const [first] = sample.schemes;
  return remarks({ schemes: [{ ...scheme(first!.contract, bytes), ...changes }] });
}

const SCHEME = sample.schemes[0]!.contract.address;
const PARAMETERS = sample.schemes[0]!.parameters as Exclude<
  SchemeDescription["parameters"],
  undefined | { readonly notRead: string }
>;
const VOTE = PARAMETERS.votes["voteParams"]!;

describe("withoutVote", () => {
  it("has nothing to say if only votes decide", () => {
    expect(remarks()).to.deep.equal([]);
  });

  for (const part of ["controller", "avatar"] as const) {
    it(`warns if the ${part} does not have Arc's code`, () => {
      const other = { ...sample[part], code: "unknown" as const };
      expect(remarks({ [part]: other })).to.deep.equal([
        `danger: The ${part} ${other.address} does not have Arc’s code. What it really does is unknown.`,
      ]);
    });
  }

  for (const part of ["token", "reputation"] as const) {
    const what =
      part === "token" ? "mint its tokens" : "give and take reputation, and so all votes";

    it(`warns if the ${part} does not have Arc's code`, () => {
      const contract = { ...sample[part].contract, code: "unknown" as const };
      expect(remarks({ [part]: { ...sample[part], contract } })).to.deep.equal([
        `danger: The ${part} ${contract.address} does not have Arc’s code. What it really does is unknown.`,
      ]);
    });

    it(`warns if the controller does not own the ${part}`, () => {
      const contract = new Map([[sample[part].contract.address, "X"]]);
      const [only, ...rest] = withoutVote(
        { ...sample, [part]: { ...sample[part], owner: STRANGER } },
        new Addresses(contract, undefined),
      );
      expect(rest).to.deep.equal([]);
      expect(only!.tone).to.equal("danger");
      expect(String(only!.text)).to.include(STRANGER).and.include(`owns X and can ${what}.`);
    });

    it(`says if the owner of the ${part} is unknown`, () => {
      expect(remarks({ [part]: { ...sample[part], owner: NOTHING } })).to.deep.equal([
        `caution: Who else may ${what} is not read: the node does not answer.`,
      ]);
    });
  }

  it("warns of a scheme that is an account, with what its key allows", () => {
    const contract = { address: STRANGER, code: "account" as const };
    expect(onScheme({ contract }, "0x00000001")).to.have.length(1);
    const [said] = onScheme({ contract });
    expect(said).to.match(
      /^danger: 0x\w{40} is a scheme and an account without code\. Anyone with its key can do this alone: \S/,
    );
    expect(said).to.include(STRANGER).and.not.include("alone: nothing");
    expect(onScheme({ contract }, "0x00000000")[0]).to.include("alone: nothing.");
  });

  it("is careful with a scheme of unknown code, unless it may do nothing", () => {
    const contract = { address: STRANGER, code: "unknown" as const };
    const [said, ...rest] = onScheme({ contract });
    expect(rest).to.deep.equal([]);
    expect(said).to.match(/^caution: 0x\w{40} may .+ Its code is not Arc’s/);
    const permissions = { ...sample.schemes[0]!.permissions, words: [] };
    expect(onScheme({ contract, permissions })).to.deep.equal([]);
  });

  it("warns of an account that may vote on behalf of all holders", () => {
    const rules = {
      GenesisProtocol: { ...(VOTE.rules as { GenesisProtocol: object }).GenesisProtocol },
    };
    const withSpeaker = (voteOnBehalf: string) =>
      onScheme({
        parameters: {
          ...PARAMETERS,
          votes: {
            voteParams: {
              ...VOTE,
              rules: { GenesisProtocol: { ...rules.GenesisProtocol, voteOnBehalf } },
            } as typeof VOTE,
          },
        },
      });
    expect(withSpeaker(STRANGER)).to.deep.equal([
      `danger: ${STRANGER} may vote on behalf of every holder on proposals of ${SCHEME}.`,
    ]);
    expect(withSpeaker(ZeroAddress)).to.deep.equal([]);
  });

  it("notes a scheme that takes no votes", () => {
    const [said, ...rest] = onScheme({ parameters: { ...PARAMETERS, votes: {} } });
    expect(rest).to.deep.equal([]);
    expect(said).to.match(/^note: 0x\w{40} may .+, by its own rules and without proposals\.$/);
  });

  it("is careful with the owner of a scheme", () => {
    expect(onScheme({ parameters: { ...PARAMETERS, owner: STRANGER } })).to.deep.equal([
      `caution: ${STRANGER} owns ${SCHEME} and can call the functions that only its owner may call.`,
    ]);
    expect(onScheme({ parameters: { ...PARAMETERS, owner: ZeroAddress } })).to.deep.equal([]);
    expect(onScheme({ parameters: { ...PARAMETERS, owner: NOTHING } })).to.deep.equal([
      `caution: Who owns ${SCHEME} is not read: the node does not answer.`,
    ]);
    expect(onScheme({ parameters: NOTHING })).to.deep.equal([
      `caution: How ${SCHEME} decides is not read: the node does not answer.`,
    ]);
  });

  it("ignores schemes that are no longer registered", () => {
    const contract = { address: STRANGER, code: "account" as const };
    expect(onScheme({ contract, registered: false })).to.deep.equal([]);
  });

  it("is careful with what others may take from the treasury", () => {
    const token = account(9);
    expect(remarks({ allowances: [{ token, spender: STRANGER, amount: "5" }] })).to.deep.equal([
      `caution: ${STRANGER} may take 5 wei of the token ${token} from the treasury.`,
    ]);
    expect(remarks({ allowances: NOTHING })).to.deep.equal([
      "caution: What others may take from the treasury is not read: the node does not answer.",
    ]);
  });

  it("puts the worst first", () => {
    const found = remarks({
      allowances: NOTHING,
      schemes: [
        { ...sample.schemes[0]!, parameters: { ...PARAMETERS, votes: {} } },
        { ...sample.schemes[1]!, contract: { address: STRANGER, code: "account" } },
      ],
    });
    expect(found.map((each) => each.split(":")[0])).to.deep.equal(["danger", "caution", "note"]);
  });
});
