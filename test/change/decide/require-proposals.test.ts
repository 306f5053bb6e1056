import { expect } from "chai";

import { decideChange } from "../../../src/change/decide/decide-change.js";
import { requireProposals } from "../../../src/change/decide/find-proposed.js";
import type { ChangeInputs } from "../../../src/change/inputs.js";
import { networkOf } from "../../../src/chain/networks.js";
import type { Inspection } from "../../../src/inspect/description.js";
import { MigrationError } from "../../../src/support/errors.js";
import { rejection } from "../../rejection.js";

const FAILED = { notRead: "the node answers with HTTP 503" };
const UNKNOWABLE = { notRead: "the scheme is of unknown code", unknowable: true };
const READ = { requests: { kind: "call" }, progress: { stage: "open" } };

const inspected = (proposals: unknown) => ({ proposals }) as Pick<Inspection, "proposals">;

describe("requireProposals", () => {
  it("refuses proposals that could not be read, with what could happen and what to do", () => {
    expect(() => requireProposals(inspected(FAILED))).to.throw(
      MigrationError,
      /^The proposals of this DAO could not be read: the node answers with HTTP 503\. A change might propose again what is pending, or pay again what was paid\. Nothing was sent\. Run the same command again later, or with another node\.$/,
    );
  });

  it("names the proposals that the change may repeat", () => {
    const all = [
      { id: "0x01", ...READ },
      { id: "0x02", ...READ, requests: FAILED },
      { id: "0x03", ...READ, requests: UNKNOWABLE },
      // Counts as open, or as paid.
      { id: "0x04", ...READ, progress: FAILED },
    ];
    expect(requireProposals(inspected(all))).to.deep.equal([
      {
        where: "proposal 0x02",
        reason:
          "what it asks for could not be read, so this change may ask for it again: the node answers with HTTP 503",
      },
    ]);
  });

  it("is asked before a change is decided, planned or proposed", async () => {
    const request = async () => await Promise.reject(new Error("It asked the node."));
    const terms = { network: networkOf(1), openFork: request };
    const inspection = inspected(FAILED) as Inspection;
    const error = await rejection(decideChange({ request }, inspection, {} as ChangeInputs, terms));
    expect(error.message).to.match(/^The proposals of this DAO could not be read/);
  });
});
