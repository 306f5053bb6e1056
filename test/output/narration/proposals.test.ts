import type { CallDescription, ProposalRequest } from "../../../src/engine/inspect/description.js";
import { describeRequested } from "../../../src/foundation/arc/permissions.js";
import { sayRequest } from "../../../src/output/narration/proposals.js";
import { expectGolden } from "../../golden.js";
import { sayWith } from "../../../src/output/narration/words.js";
import { sampleInspection } from "../../engine/inspect/sample-inspection.js";
import { noReward } from "../../engine/inspect/sample-reward.js";

const CONTRACT = { address: `0x${"ab".repeat(20)}`, code: "arc" } as const;
const ONE = String(10n ** 18n);
const { token } = sampleInspection({ holders: 0, proposals: 0 });
const say = sayWith(() => "the Thing");
const NOTHING = noReward(CONTRACT.address);
const CALL: CallDescription = { to: CONTRACT, value: "0", data: "0x12345678" };
const KNOWN = { signature: "mintTokens(uint256 a)", args: {}, knownBy: "code" } as const;

const calls = (...all: readonly CallDescription[]): ProposalRequest => ({
  kind: "calls",
  calls: all,
});
const register = (bytes: string): ProposalRequest => ({
  kind: "registerScheme",
  scheme: CONTRACT,
  paramsHash: "0x",
  permissions: describeRequested(bytes),
});

const REQUESTS: readonly ProposalRequest[] = [
  NOTHING,
  { ...NOTHING, ether: ONE },
  { ...NOTHING, ether: ONE, reputation: ONE, periods: "3" },
  { ...NOTHING, nativeTokens: "2500000" },
  { ...NOTHING, externalTokens: "5000000" },
  { ...NOTHING, reputation: `-${ONE}` },
  { ...NOTHING, ether: ONE, reputation: `-${ONE}` },
  calls(),
  calls(CALL),
  calls({ ...CALL, value: ONE }),
  calls({ ...CALL, data: "0x" }),
  calls({ ...CALL, data: "0x", value: ONE }),
  calls(CALL, CALL),
  calls({ ...CALL, function: KNOWN }),
  register("0x00000000"),
  register("0x00000010"),
  { kind: "unregisterScheme", scheme: CONTRACT },
  { kind: "addGlobalConstraint", constraint: CONTRACT },
  { kind: "removeGlobalConstraint", constraint: CONTRACT },
  { kind: "upgradeController", controller: CONTRACT },
  { kind: "changeUpgradeScheme", scheme: CONTRACT, paramsHash: "0x" },
  { kind: "other", event: "New", values: {} },
];

describe("sayRequest", () => {
  it("says what a proposal asks the DAO to do, unless only its scheme knows", () => {
    const said = REQUESTS.map(
      (each) =>
        sayRequest(each, { token: { ...token, symbol: "DTT", decimals: 6 } }, say) ??
        `(${each.kind}: nothing)`,
    );
    expectGolden(import.meta.dirname, "requests.txt", said.join("\n"));
  });
});
