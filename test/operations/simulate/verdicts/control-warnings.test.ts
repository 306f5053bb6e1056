import { describePermissions } from "../../../../src/foundation/arc/permissions.js";
import type {
  ContractDescription,
  Inspection,
} from "../../../../src/engine/inspect/description.js";
import type { Simulation } from "../../../../src/operations/simulate/simulation.js";
import { controlWarnings } from "../../../../src/operations/simulate/verdicts/control-warnings.js";
import { account, scheme } from "../../../engine/inspect/sample-inspection.js";
import { expectWarnings, NO_CONSEQUENCES, NOT_READ } from "./golden-warnings.js";

type Requests = Simulation["proposal"]["requests"];

const { before } = NO_CONSEQUENCES;
const STRANGER = account(77);
const NEW = { address: account(80), code: "arc", name: "UpgradeScheme" } as const;
const ACCOUNT = { address: STRANGER, code: "account" } as const;
const UNKNOWN = { address: STRANGER, code: "unknown" } as const;
const CALLS: Requests = { kind: "calls", calls: [] };
const ALL = "0x0000001f";

function warnings(changes: Partial<Inspection>, requests: Requests = CALLS) {
  return controlWarnings(requests, { ...NO_CONSEQUENCES, after: { ...before, ...changes } });
}

/** The warnings if a new scheme gains permissions. */
function gains(contract: ContractDescription, bytes: string, requests?: Requests) {
  return warnings({ schemes: [...before.schemes, scheme(contract, bytes)] }, requests);
}

function registers(contract: ContractDescription, bytes: string): Requests {
  const paramsHash = `0x${"12".repeat(32)}`;
  const permissions = describePermissions(bytes);
  return { kind: "registerScheme", scheme: contract, paramsHash, permissions };
}

describe("controlWarnings", () => {
  const [first, ...rest] = before.schemes;
  const { token, reputation, controller } = before;

  it("warns of whoever gains permissions, unless an Arc scheme is only registered as requested", () => {
    expectWarnings("gained-permissions.txt", {
      "nobody gains anything": warnings({}),
      "all have fewer": warnings({
        schemes: before.schemes.map((each) => scheme(each.contract, "0x00000001")),
      }),
      "an account, although the proposal says so": gains(ACCOUNT, ALL, registers(ACCOUNT, ALL)),
      "unknown code": gains(UNKNOWN, "0x00000001"),
      "unknown code that looks like something": gains(
        { ...UNKNOWN, looksLike: "a proxy" },
        "0x00000001",
      ),
      "a scheme that had some": warnings({
        schemes: [scheme(first!.contract, "0x00000011"), ...rest],
      }),
      "a scheme by a call": gains(NEW, "0x00000003", CALLS),
      "a scheme by an unknown request": gains(NEW, "0x00000003", NOT_READ),
      "a scheme as requested": gains(NEW, "0x00000003", registers(NEW, "0x00000003")),
      "a scheme of a new controller": gains(NEW, "0x00000003", {
        kind: "upgradeController",
        controller: NEW,
      }),
      "a scheme that is registered as requested": gains(
        NEW,
        "0x00000001",
        registers(NEW, "0x00000000"),
      ),
      "a scheme that is registered by a call": gains(NEW, "0x00000001"),
      "the highest bit": gains(NEW, "0x8000001f", registers(NEW, "0x8000001f")),
      "all bits": gains(NEW, "0xffffffff", registers(NEW, "0xffffffff")),
      "a scheme that is no longer registered": warnings({
        schemes: [...before.schemes, { ...scheme(NEW, ALL), registered: false }],
      }),
    });
  });

  it("warns if something of the DAO changes hands, or that is unknown", () => {
    expectWarnings("changed-hands.txt", {
      "the DAO is not read": controlWarnings(CALLS, { ...NO_CONSEQUENCES, after: NOT_READ }),
      "the controller": warnings({ controller: { ...controller, address: STRANGER } }),
      "the token": warnings({ token: { ...token, owner: STRANGER } }),
      "the reputation": warnings({ reputation: { ...reputation, owner: STRANGER } }),
      "an owner that is not read": warnings({ token: { ...token, owner: NOT_READ } }),
    });
  });
});
