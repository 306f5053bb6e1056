import { expect } from "chai";
import { ZeroAddress } from "ethers";

import { withoutVoteBlock, withoutVoteLines } from "../../../src/output/describe/without-vote.js";
import { toTerminal } from "../../../src/output/document/to-terminal.js";
import type { Inspection, SchemeDescription } from "../../../src/engine/inspect/description.js";
import { expectGoldenCases } from "../../golden.js";
import { account, scheme, sampleInspection } from "../../engine/inspect/sample-inspection.js";
import { NOTHING, STRANGER } from "./rich-dao.js";

const sample = sampleInspection();
const [SCHEME] = sample.schemes;
const PARAMETERS = SCHEME!.parameters as Extract<
  SchemeDescription["parameters"],
  { readonly kept: string }
>;

/** Lines on a DAO that differs from the sample, with their tones. */
function shown(changes: Partial<Inspection>): string {
  return withoutVoteLines({ ...sample, ...changes })
    .map((line) => `${line.tone}: ${toTerminal({ ...line, tone: undefined })}`)
    .join("\n");
}

function ofScheme(changes: Partial<SchemeDescription>, bytes = "0x00000011"): string {
  return shown({ schemes: [{ ...scheme(SCHEME!.contract, bytes), ...changes }] });
}

/** A scheme whose votes a speaker may cast for all. */
function withSpeaker(voteOnBehalf: string): string {
  const rules = { AbsoluteVote: { votePerc: 50, voteOnBehalf } };
  const vote = { ...PARAMETERS.votes["voteParams"]!, rules };
  return ofScheme({ parameters: { ...PARAMETERS, votes: { vote, another: vote } } });
}

describe("withoutVoteLines", () => {
  it("has nothing to say if only votes decide", () => {
    for (const text of [
      shown({}),
      withSpeaker(ZeroAddress),
      ofScheme({ parameters: { ...PARAMETERS, owner: ZeroAddress } }),
      ofScheme({ contract: { address: STRANGER, code: "account" }, registered: false }),
      ofScheme({
        contract: { address: STRANGER, code: "unknown" },
        permissions: { bytes: "0x00000000", words: [] },
      }),
    ]) {
      expect(text).to.equal("");
    }
    expect(toTerminal(withoutVoteBlock(sample))).to.include("Nothing was found. No account has");
  });

  it("says what can be done without a vote, and how bad that is", () => {
    const unknown = { address: STRANGER, code: "unknown" } as const;
    const alone = { contract: { address: STRANGER, code: "account" } } as const;
    expectGoldenCases(import.meta.dirname, "without-vote.txt", {
      "a controller of unknown code": shown({ controller: { ...unknown, universal: false } }),
      "a treasury that is not read": shown({ treasury: { notRead: "no answer" } }),
      "a hidden permission": shown({
        storage: { ...sample.storage, controller: { explained: false, differing: 2 } },
      }),
      "a node that proves nothing": shown({
        storage: {
          ...sample.storage,
          controller: { notRead: "the node does not prove storage" },
          token: { notRead: "the node does not prove storage" },
        },
      }),
      "a scheme that was initialized for another DAO": ofScheme({
        parameters: { ...PARAMETERS, initializedFor: STRANGER },
      }),
      "a scheme that was never initialized": ofScheme({
        parameters: { ...PARAMETERS, initializedFor: ZeroAddress },
      }),
      "limits of calls that another DAO can change": ofScheme({
        parameters: {
          ...PARAMETERS,
          values: { schemeConstraints: account(9) },
          refersTo: [
            {
              contract: { address: account(9), code: "arc", name: "DxDaoSchemeConstraints" },
              values: { avatar: STRANGER },
            },
          ],
        },
      }),
      "an avatar of unknown code": shown({ avatar: unknown }),
      "a token of unknown code": shown({ token: { ...sample.token, contract: unknown } }),
      "reputation of unknown code": shown({
        reputation: { ...sample.reputation, contract: unknown },
      }),
      "a token with another owner": shown({ token: { ...sample.token, owner: STRANGER } }),
      "a token whose owner was not read": shown({ token: { ...sample.token, owner: NOTHING } }),
      "reputation with another owner": shown({
        reputation: { ...sample.reputation, owner: STRANGER },
      }),
      "an account that may do everything": ofScheme(alone, "0x0000001f"),
      "an account that may do one thing": ofScheme(alone, "0x00000001"),
      "a scheme of unknown code": ofScheme({ contract: unknown }),
      "an account that votes for others": withSpeaker(STRANGER),
      "a scheme without votes": ofScheme({ parameters: { ...PARAMETERS, votes: {} } }),
      "a scheme with an owner": ofScheme({ parameters: { ...PARAMETERS, owner: STRANGER } }),
      "a scheme whose owner was not read": ofScheme({
        parameters: { ...PARAMETERS, owner: NOTHING },
      }),
      "a scheme whose parameters were not read": ofScheme({ parameters: NOTHING }),
      "an allowance": shown({
        allowances: [{ token: account(9), spender: STRANGER, amount: "5" }],
      }),
      "allowances that were not read": shown({ allowances: NOTHING }),
      "mintable reputation that was not read": shown({ mintable: NOTHING }),
      "the worst first": shown({
        allowances: NOTHING,
        schemes: [
          { ...SCHEME!, parameters: { ...PARAMETERS, votes: {} } },
          { ...sample.schemes[1]!, ...alone },
        ],
      }),
    });
  });
});
