import { createHash } from "node:crypto";

import { expect } from "chai";

import { pageOf } from "../../../src/output/report/page.js";
import { expectGolden, linesOfHtml } from "../../golden.js";
import { sampleFacts } from "./sample-facts.js";

/** Returns every tag of a page, without the contents of scripts and styles. */
function tagsOf(text: string): readonly string[] {
  const bare = text.replaceAll(/<(style|script)>[^]*?<\/\1>/g, "<$1></$1>");
  return [...bare.matchAll(/<[a-z][^>]*>/gi)].map(([tag]) => tag);
}

describe("the page of a DAO", () => {
  // Not when the file is loaded: Stryker could not tell which test runs what.
  let page: string;
  before(() => (page = pageOf(sampleFacts())));

  it("shows hostile names as text", () => {
    const tags = tagsOf(page);
    expect(
      tags.filter((tag) => /^<(img|iframe|object|embed|link|base|form)\b/i.test(tag)),
    ).to.deep.equal([]);
    expect(tags.filter((tag) => /\son\w+=|\sstyle=|javascript:/i.test(tag))).to.deep.equal([]);
    expect(tags.filter((tag) => /^<script/i.test(tag))).to.deep.equal(["<script>"]);
    expect(page).to.include("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;");
    expect(page).to.include("\\u202eevil\\x07");
    expect(page).not.to.match(/\p{Bidi_Control}|[\u{e0041}\u200b]/u);
  });

  it("shows all that is known, in this order", () => {
    const facts = sampleFacts({ holders: 2, proposals: 2 });
    const bare = (text: string) => linesOfHtml(text.replaceAll(/<(style|script)>[^]*?<\/\1>/g, ""));
    const shown = bare(pageOf(facts)).replaceAll(/sha256-[\w+/=]+/g, "sha256-…");
    expectGolden(import.meta.dirname, "page.html", shown);
  });

  it("has a title, whether the DAO has a name or not", () => {
    const { inspection, ...facts } = sampleFacts();
    const titled = (name: typeof inspection.name) =>
      /<title>(.*)<\/title>/.exec(pageOf({ ...facts, inspection: { ...inspection, name } }))?.[1];
    const { number } = inspection.block;
    expect(titled("Harbour")).to.equal(`Harbour: report at block ${number}`);
    for (const none of ["", { notRead: "the node failed" }]) {
      expect(titled(none)).to.equal(`A DAO: report at block ${number}`);
    }
  });

  it("stays small if a stranger's text is a megabyte long", () => {
    const facts = sampleFacts();
    const { inspection } = facts;
    const long = "x".repeat(1_000_000);
    const token = { ...inspection.token, name: long, symbol: long };
    const machines = inspection.votingMachines.map((each) => ({ ...each, stakingToken: token }));
    const changed = {
      ...facts,
      standAlone: [{ name: long, address: facts.standAlone[0]!.address }],
      inspection: {
        ...inspection,
        name: long,
        metaData: long,
        missingEvents: long,
        token: { ...token, contract: inspection.token.contract },
        treasury: { ether: "1", tokens: [{ ...token, amount: "5" }] },
        listings: { notRead: long },
        allowances: { notRead: long },
        votingMachines: machines,
      } as unknown as typeof inspection,
    };
    const text = pageOf(changed);
    expect(text.length).to.be.below(page.length + 100_000);
    expect(/x{2000}/.test(text)).to.equal(false);
  });

  it("forbids everything but its own script and style, by their hashes", () => {
    const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    const directives = policy.replaceAll("&#39;", "'").split("; ");
    const hashOf = (tag: string): string => {
      const [, content = ""] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page) ?? [];
      expect(content).to.have.length.above(500);
      return `sha256-${createHash("sha256").update(content).digest("base64")}`;
    };
    expect(directives).to.deep.equal([
      "default-src 'none'",
      `style-src '${hashOf("style")}'`,
      `script-src '${hashOf("script")}'`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    // A policy only applies to what follows it.
    expect(page.indexOf("Content-Security-Policy")).to.be.below(page.indexOf("<title>"));
  });

  it("refers to nothing outside except the explorer, and only if that has a web address", () => {
    const outside = (text: string) => [
      ...new Set(
        [...text.matchAll(/(?:href|src)="([^"#][^"]*)"/g)].map(
          ([, url = ""]) => new URL(url).origin,
        ),
      ),
    ];
    expect(outside(page)).to.deep.equal(["https://explorer.example"]);
    const facts = sampleFacts();
    for (const explorer of ["javascript:alert(1)//", "data:text/html,x", undefined]) {
      expect(
        outside(
          pageOf({ ...facts, network: { name: "x", ...(explorer !== undefined && { explorer }) } }),
        ),
      ).to.deep.equal([]);
    }
  });

  it("has every anchor that it links to, and each id once", () => {
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    for (const [, id] of page.matchAll(/(?:href="#|aria-labelledby=")([\w-]+)/g))
      expect(ids).to.include(id);
  });

  it("is small without data", () => {
    expect(Buffer.byteLength(pageOf(sampleFacts({ holders: 1, proposals: 0 })))).to.be.below(
      60_000,
    );
  });

  it("has a row for every holder and proposal", () => {
    const large = pageOf(sampleFacts({ holders: 300, proposals: 150 }));
    const rows = (text: string, pattern: RegExp) => text.match(pattern)?.length;
    const holders = large.slice(large.indexOf('id="power"'), large.indexOf('id="organization"'));
    expect(rows(holders, /<tr data-row/g)).to.equal(300);
    expect(rows(holders, /class="later"/g)).to.equal(200);
    expect(rows(large, /<details class="proposal/g)).to.equal(150);
    expect(rows(large, /<details class="proposal later"/g)).to.equal(50);
  });

  it("says at the top that something could not be read, and further down where and why", () => {
    const facts = sampleFacts();
    const inspection = {
      ...facts.inspection,
      name: " ",
      missingEvents: "events before block 9 were not read",
      eventsFromBlock: 9,
      treasury: { notRead: "the node\nfailed" },
      control: { notRead: "the node\nfailed" },
    };
    const text = pageOf({ ...facts, inspection });
    const [top = ""] = text.slice(text.indexOf("<main>")).split('<div class="cards">');
    const gaps = text.slice(text.indexOf('id="not-read"'));
    expectGolden(import.meta.dirname, "gaps.html", linesOfHtml(top + gaps));
    expect(page).not.to.include("not complete");
  });
});
