import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import {
  parseScript,
  PROPOSAL_STATES,
  spokenForm,
  tellStory,
  type DaoDescription,
  type ProposalDescription,
} from "../../../src/voice/index.js";
import { DAOS, token } from "./stories.js";

const DEMO = DAOS["one of everything"]!;
const told = (dao: Partial<DaoDescription>): string => tellStory({ ...DEMO, ...dao });
const toldOf = (proposal: Partial<ProposalDescription>): string =>
  told({ proposals: [{ ...DEMO.proposals[0]!, ...proposal }] });

describe("the story of a DAO", () => {
  // After a change, read the differences aloud, then update the file.
  it("matches the text that a person has read aloud, for ten DAOs", async () => {
    const file = await readFile(join(import.meta.dirname, "stories.txt"), "utf8");
    const stories = Object.entries(DAOS).map(([what, dao]) => `=== ${what}\n${tellStory(dao)}\n`);
    expect(stories).to.have.length(10);
    expect(stories.join("")).to.equal(file);
  });

  it("repeats nothing, counts correctly and spells nothing out", () => {
    for (const dao of Object.values(DAOS)) {
      for (const { text } of parseScript(tellStory(dao))) {
        const said = spokenForm(text);
        expect(said).not.to.match(/\b(\w+) \1\b(?<!that that)/i);
        expect(said).not.to.match(/\b1 \w+s\b(?<!1 times)|\bone (\w+ )?(tokens|members|schemes)\b/);
        expect(said).not.to.match(/[a-z]{2}[A-Z][a-z]|0x|\d{7}|\b0 tokens|[!?]\./);
        expect(said).not.to.match(/[\p{C}]/u);
      }
    }
  });

  it("is a script with a segment for each paragraph, whatever names strangers choose", () => {
    const segments = parseScript(tellStory(DAOS["a stranger's texts"]!));
    expect(segments.map(({ heading }) => heading)).to.deep.equal([
      "# Evil # Heading DAO",
      "Founders",
      "Schemes",
      "Proposals",
      "Proposals",
    ]);
  });

  it("describes every state, decided or not", () => {
    const states = PROPOSAL_STATES.map((state) => toldOf({ state }));
    expect(new Set(states).size).to.equal(7);
    const state = "Executed";
    expect(toldOf({ state, outcome: "for" })).to.include("It has passed and been carried out.");
    expect(toldOf({ state, outcome: "for", missing: "fulfil" })).to.include("but not everything");
    expect(toldOf({ state, outcome: "against" })).to.include("It has been rejected.");
    expect(toldOf({ missing: "execute" })).to.include("anybody may execute it");
  });

  it("gives shares of the reputation at the time, never more than all of it", () => {
    const votes = [{ voter: "0x1", side: "for" as const, reputation: 3n * token }];
    expect(toldOf({ votes, totalReputation: 18n * token })).to.include("16.7 percent");
    expect(toldOf({ votes, totalReputation: 2n * token })).not.to.include("percent");
    expect(toldOf({ votes, totalReputation: undefined })).to.include("with 3 reputation");
  });

  it("cuts names that are too long to listen to", () => {
    const story = told({ name: `${"very ".repeat(100)}long`, token: { name: "T", symbol: "T" } });
    expect(story.split("\n")[2]).to.have.length.below(220);
  });
});
