import { parseEther } from "ethers";
import { expect } from "chai";

import { ADDRESS, mistakesOf, OTHER_ADDRESS, places, resolve, ZERO_ADDRESS } from "../support.js";

describe("founders", () => {
  it("get exactly what the file says, in wei", async () => {
    const founders = [
      { address: ADDRESS, tokens: "0.1", reputation: 444.8 },
      { address: OTHER_ADDRESS.toLowerCase(), reputation: 1e-7 },
    ];
    const { parameters, warnings } = await resolve({ founders });
    expect(parameters.founders).to.deep.equal([
      { address: ADDRESS, tokens: 10n ** 17n, reputation: parseEther("444.8") },
      { address: OTHER_ADDRESS, tokens: 0n, reputation: 10n ** 11n },
    ]);
    expect(warnings).to.deep.equal([]);
  });

  it("who are listed twice get the sum, with a warning", async () => {
    const founders = [
      { address: ADDRESS, tokens: 1, reputation: "0.5" },
      { address: OTHER_ADDRESS, tokens: 7 },
      { address: ADDRESS.toLowerCase(), tokens: "0.25", reputation: 1 },
    ];
    const { parameters, warnings } = await resolve({ founders });
    expect(parameters.founders).to.deep.equal([
      { address: ADDRESS, tokens: parseEther("1.25"), reputation: parseEther("1.5") },
      { address: OTHER_ADDRESS, tokens: parseEther("7"), reputation: 0n },
    ]);
    expect(places(warnings)).to.deep.equal(["founders[2]"]);
    expect(warnings[0]?.message).to.include("founders[0]");
  });

  it("who get nothing stay, with a warning", async () => {
    const { parameters, warnings } = await resolve({ founders: [{ address: ADDRESS, tokens: 0 }] });
    expect(parameters.founders).to.deep.equal([{ address: ADDRESS, tokens: 0n, reputation: 0n }]);
    expect(places(warnings)).to.deep.equal(["founders[0]"]);
  });

  it("are reported all at once, each mistake at its path", async () => {
    const issues = await mistakesOf({
      founders: [
        { address: ADDRESS.replace("F8bf", "f8bf"), tokens: -1, reputation: "many" },
        { tokens: 1 },
        "0x",
        { address: ZERO_ADDRESS, reputation: 1 },
        { address: ADDRESS, token: 1, reputation: null },
        { address: OTHER_ADDRESS, reputation: "0.0000000000000000001" },
      ],
    });
    expect(places(issues)).to.have.members([
      "founders[0].address",
      "founders[0].tokens",
      "founders[0].reputation",
      "founders[1].address",
      "founders[2]",
      "founders[3].address",
      "founders[4].token",
      "founders[4].reputation",
      "founders[5].reputation",
    ]);
    expect(issues[0]?.wanted).to.include(ADDRESS);
  });

  it("may be missing, but not with DaoCreator, which requires at least one", async () => {
    expect((await resolve({})).parameters.founders).to.deep.equal([]);
    expect(places(await mistakesOf({ useDaoCreator: true }))).to.deep.equal(["founders"]);
    expect(places(await mistakesOf({ useDaoCreator: true, founders: [] }))).to.deep.equal([
      "founders",
    ]);
  });

  it("may not have more reputation in total than its contract can store (128 bits)", async () => {
    const half = String(2n ** 127n / 10n ** 18n + 1n);
    const issues = await mistakesOf({
      founders: [
        { address: ADDRESS, reputation: half },
        { address: OTHER_ADDRESS, reputation: half, tokens: half },
      ],
    });
    expect(places(issues)).to.deep.equal(["founders"]);
    expect(issues[0]?.message).to.include("reputation");
  });

  it("may have exactly as much reputation as their contract can store", async () => {
    const [limit, most] = [2n ** 128n, 2n ** 128n - 1n].map(
      (wei) => `${wei / 10n ** 18n}.${wei % 10n ** 18n}`,
    );
    const { parameters } = await resolve({ founders: [{ address: ADDRESS, reputation: most }] });
    expect(parameters.founders[0]?.reputation).to.equal(2n ** 128n - 1n);
    const issues = await mistakesOf({ founders: [{ address: ADDRESS, reputation: limit }] });
    expect(places(issues)).to.deep.equal(["founders"]);
  });

  it("are refused if they are not a list", async () => {
    expect(places(await mistakesOf({ founders: { address: ADDRESS } }))).to.deep.equal([
      "founders",
    ]);
  });
});
