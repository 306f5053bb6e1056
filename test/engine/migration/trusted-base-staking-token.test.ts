import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { LIVE_STAKING_TOKEN, networkOf } from "../../../src/foundation/chain/networks.js";
import { privateNetwork } from "../../../src/foundation/chain/private-chain.js";
import { requireUsableBase } from "../../../src/engine/migration/trusted-base.js";
import { rejection } from "../../rejection.js";
import { ACCOUNT, fakeDeployer } from "./fake-deployer.js";

const release = await openArcRelease("rc.57");
const TOKEN = `0x${"11".repeat(20)}`;
const STRANGER = `0x${"66".repeat(20)}`;
const ARCS = release.artifact("DAOToken").deployedBytecode;

/** What is said about the staking token of a base that lists nothing else. */
async function saidOf(
  token: string | undefined,
  { network = networkOf(1), code = ARCS, owner = ACCOUNT } = {},
): Promise<readonly string[]> {
  const { deployer } = fakeDeployer({ network, code: () => code, read: () => [owner] });
  const base = { arcVersion: release.version, ...(token !== undefined && { DAOToken: token }) };
  const error = await rejection(requireUsableBase(deployer, release, base));
  return error.message.split("\n").filter((line) => line.startsWith("  DAOToken"));
}

describe("requireUsableBase takes a staking token", () => {
  it("only from a base that lists one", async () => {
    expect(await saidOf(undefined)).to.deep.equal([
      "  DAOToken: the base does not list a staking token",
    ]);
  });

  it("only if there is a contract", async () => {
    expect(await saidOf(TOKEN, { code: "0x" })).to.deep.equal([
      `  DAOToken ${TOKEN}: no contract at this address`,
    ]);
  });

  it("of Arc's code on a live network only if the deploying account owns it", async () => {
    expect(await saidOf(TOKEN)).to.deep.equal([]);
    for (const change of [{ owner: STRANGER }, { code: "0x6001" }]) {
      expect(await saidOf(TOKEN, change)).to.deep.equal([
        `  DAOToken ${TOKEN}: this staking token is not one that your account deployed; if it is right, pass ` +
          `--staking-token ${TOKEN}`,
      ]);
    }
  });

  it("that is GEN or that the user names, whatever its code", async () => {
    const none = { code: "0x", owner: STRANGER };
    expect(await saidOf(LIVE_STAKING_TOKEN, none)).to.deep.equal([]);
    const network = { ...networkOf(1), stakingToken: TOKEN };
    expect(await saidOf(TOKEN, { ...none, network })).to.deep.equal([]);
  });

  it("of any owner on a private network, if it is Arc's or GEN", async () => {
    const network = privateNetwork(1337);
    expect(await saidOf(TOKEN, { network, owner: STRANGER })).to.deep.equal([]);
    expect(await saidOf(LIVE_STAKING_TOKEN, { network, code: "0x6001" })).to.deep.equal([]);
    expect(await saidOf(TOKEN, { network, code: "0x6001" })).to.deep.equal([
      `  DAOToken ${TOKEN}: its code is not that of Arc ${release.version}`,
    ]);
  });
});
