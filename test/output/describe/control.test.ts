import { expect } from "chai";

import { fewestWords } from "../../../src/output/describe/control.js";
import { schemeBlock } from "../../../src/output/describe/schemes.js";
import { verificationDocument } from "../../../src/output/describe/verification.js";
import { inlineToTerminal, toTerminal } from "../../../src/output/document/to-terminal.js";
import type { VerifiedSources } from "../../../src/operations/verify/verify-sources.js";
import { account, sampleInspection } from "../../engine/inspect/sample-inspection.js";

const DAO = sampleInspection();

describe("fewestWords", () => {
  const SHARE = { share: "60.00", neededPercent: 50 };
  for (const [control, words] of [
    [{ accounts: [] }, /^nobody, so that no proposal can ever pass: all accounts together/],
    [{ accounts: [], boosting: true }, /^nobody at once: .* if a proposal is boosted/],
    [{ accounts: [account(1)] }, /^1 account/],
    [
      { accounts: [account(1)], voteOnBehalf: account(1) },
      /^0x\w+ alone: only this account may vote, for every holder$/,
    ],
  ] as const) {
    it(`says ${words.source} of ${JSON.stringify(control)}`, () => {
      expect(inlineToTerminal(fewestWords({ ...SHARE, ...control }))).to.match(words);
    });
  }
});

describe("schemeBlock", () => {
  it("says when a scheme was registered last with the controller that the DAO has", () => {
    const [scheme] = DAO.schemes;
    const [entry] = scheme!.history;
    const later = { ...entry!, block: 99 };
    const history = [
      entry!,
      { ...later, event: "unregistered" as const },
      { ...later, controller: account(90) },
    ];
    const text = toTerminal(schemeBlock({ ...scheme!, history }, DAO));
    expect(text).to.match(/^ +registered +in block 10 of/m);
  });
});

describe("verificationDocument", () => {
  const CONTRACT = { place: "dao.Avatar", name: "Avatar", address: account(1), verified: true };

  it("says how many contracts nobody knows the creator of, if there are any", () => {
    const text = (...creations: readonly (string | undefined)[]) =>
      toTerminal(
        verificationDocument({
          chain: { name: "mainnet", chainId: 1 },
          contracts: creations.map((creation) => ({ ...CONTRACT, creation })),
        } as unknown as VerifiedSources),
      );
    expect(text("not known", undefined)).to.include("Who created 1 of them is not known");
    expect(text(undefined)).to.not.include("Who created");
  });
});
