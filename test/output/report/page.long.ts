import { createRequire } from "node:module";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "chai";
import type { Browser, Page } from "puppeteer-core";

import { pageOf } from "../../../src/output/report/page.js";
import { inTemporaryFolder } from "../../temporary-folder.js";
import { openBrowser } from "./chromium.js";
import { account, scheme } from "../../engine/inspect/sample-inspection.js";
import { sampleFacts } from "./sample-facts.js";
import { closing } from "../../closing.js";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Returns sample facts with everything that is shown in red or yellow. */
function facts(size?: Parameters<typeof sampleFacts>[0]) {
  const all = sampleFacts(size);
  const { schemes } = all.inspection;
  const alone = scheme({ address: account(77), code: "account" }, "0x0000001f");
  const unknown = scheme({ address: account(78), code: "unknown" }, "0x00000011");
  return {
    ...all,
    inspection: {
      ...all.inspection,
      schemes: [...schemes, alone, unknown],
      allowances: [{ token: account(9), spender: account(91), amount: "7" }],
      founders: { notRead: "the node failed" },
    },
  };
}

/** Resolves in the page after the next frame is painted. */
const PAINTED = `new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`;

describe("the page in a browser", function () {
  this.timeout(900_000);
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
  });

  /** Opens a page from a file and records its complaints and requests. */
  async function opened(
    text: string,
    { width = 1440, scheme: mode = "light" }: { width?: number; scheme?: "light" | "dark" },
    use: (page: Page, told: { complaints: string[]; requests: string[] }) => Promise<void>,
  ): Promise<void> {
    await inTemporaryFolder(async (folder) => {
      const path = join(folder, "dao.html");
      await writeFile(path, text);
      await using page = closing(await browser.newPage());
      const complaints: string[] = [];
      const requests: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("dialog", (dialog) => {
        complaints.push(`dialog ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on("request", (request) => requests.push(request.url()));
      await page.setViewport({ width, height: 800 });
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: mode }]);
      await page.goto(pathToFileURL(path).href);
      await page.evaluate(PAINTED);
      await use(page, { complaints, requests });
    });
  }

  it("runs no stranger's code, requests nothing, and breaks none of its own rules", async () => {
    await opened(pageOf(facts()), {}, async (page, { complaints, requests }) => {
      expect(complaints).to.deep.equal([]);
      expect(requests).to.have.length(1);
      expect(
        await page.$$eval("img,iframe,object,embed,base,form", (found) => found.length),
      ).to.equal(0);
      expect(await page.evaluate(`document.querySelector("h1").textContent`)).to.include(
        "</script><img src=x onerror=alert(1)>",
      );
    });
  });

  it("blocks an injected script and style", async () => {
    const planted = pageOf(facts()).replace(
      "<main>",
      `<main><img src="x" onerror="document.title='bad'"><script>document.title="bad"</script><b id="b" style="color:red">b</b>`,
    );
    await opened(planted, {}, async (page, { complaints }) => {
      expect(await page.title()).to.include("report at block");
      const color = await page.evaluate(`getComputedStyle(document.getElementById("b")).color`);
      expect(color).to.not.equal("rgb(255, 0, 0)");
      const blocked = complaints.filter((each) => each.includes("Content Security Policy"));
      // The image, its handler, the script and the style.
      for (const directive of ["img-src", "script-src", "style-src"]) {
        expect(blocked.join("\n"), directive).to.include(directive);
      }
    });
  });

  for (const mode of ["light", "dark"] as const) {
    for (const width of [1440, 360]) {
      it(`is ${width} pixels wide in ${mode}, and axe finds nothing`, async () => {
        const axe = await readFile(AXE, "utf8");
        await opened(pageOf(facts()), { width, scheme: mode }, async (page) => {
          const wide = await page.evaluate("document.documentElement.scrollWidth");
          expect(wide).to.equal(width);
          const sign = `getComputedStyle(document.querySelector("#power .scroll"), "::before").content`;
          expect(await page.evaluate(sign)).to.equal(
            width === 360 ? '"scrolls sideways →"' : "none",
          );
          await page.evaluate(
            "for (const each of document.querySelectorAll('details')) each.open = true",
          );
          await page.evaluate(axe);
          const found = (await page.evaluate("axe.run().then(({ violations }) => violations)")) as {
            id: string;
            impact: string;
            nodes: { html: string }[];
          }[];
          expect(
            found.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`),
          ).to.deep.equal([]);
        });
      });
    }
  }

  // How long it takes is bench/page.ts's.
  it("lays out 100 of 10,000 holders and of 2,000 proposals at first, and searches all of them", async () => {
    const text = pageOf(facts({ holders: 10_000, proposals: 2000, simulated: 50 }));
    await opened(text, {}, async (page) => {
      const shown = async (id: string) =>
        Number(
          await page.evaluate(
            `[...document.querySelectorAll("#${id} [data-row]")].filter((row) => row.getClientRects().length > 0).length`,
          ),
        );
      expect([await shown("power"), await shown("proposals")]).to.deep.equal([100, 100]);

      for (const [section, id, typed, count] of [
        ["power", "accounts", account(9000), 1],
        ["proposals", "proposals", account(3000 + 1999), 1],
      ] as const) {
        await page.focus(`#${id}-search`);
        await page.keyboard.type(typed);
        await page.evaluate(PAINTED);
        expect(await shown(section)).to.equal(count);
        const status = `document.querySelector("#${section} [role=status]").textContent`;
        expect(await page.evaluate(status)).to.match(/^1 of [\d]+ \w+$/);
      }
    });
  });

  it("shows more by keyboard, and everything without scripts", async () => {
    const text = pageOf(facts({ holders: 300, proposals: 0 }));
    await opened(text, {}, async (page) => {
      const shown = `[...document.querySelectorAll("#power tbody tr")].filter((row) => row.getClientRects().length > 0).length`;
      expect(await page.evaluate(shown)).to.equal(100);
      await page.focus("#power button");
      await page.keyboard.press("Enter");
      expect(await page.evaluate(shown)).to.equal(300);
      expect(
        await page.evaluate("document.activeElement.querySelector('th').textContent"),
      ).to.equal("101");
      await page.setJavaScriptEnabled(false);
      await page.reload();
      await page.setJavaScriptEnabled(true);
      expect(await page.evaluate(shown)).to.equal(300);
    });
  });

  it("prints five simulated proposals on at most 12 pages, each open, without single transactions", async () => {
    const text = pageOf(facts({ holders: 30, proposals: 5, simulated: 5 }));
    await opened(text, {}, async (page) => {
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      expect(await page.$$eval(".proposal[open]", (found) => found.length)).to.equal(5);
      const pdf = await page.pdf({ preferCSSPageSize: true });
      const pages = Buffer.from(pdf)
        .toString("latin1")
        .match(/\/Type \/Page\b/g);
      expect(pages).to.have.length.within(2, 12);
      expect(await page.$$eval(".lines details[open]", (found) => found.length)).to.equal(0);
      await page.evaluate("dispatchEvent(new Event('afterprint'))");
      expect(await page.$$eval("details[open]", (found) => found.length)).to.equal(0);
    });
  });
});
