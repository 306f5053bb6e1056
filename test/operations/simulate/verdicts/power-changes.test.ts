import type {
  ContractDescription,
  Inspection,
} from "../../../../src/engine/inspect/description.js";
import { powerChanges } from "../../../../src/operations/simulate/verdicts/power-changes.js";
import { account, scheme } from "../../../engine/inspect/sample-inspection.js";
import { expectWarnings, NO_CONSEQUENCES, NOT_READ } from "./golden-warnings.js";

const { before } = NO_CONSEQUENCES;
const STRANGER = account(77);
const NEW = { address: account(80), code: "arc", name: "UpgradeScheme" } as const;
const ACCOUNT = { address: STRANGER, code: "account" } as const;
const UNKNOWN = { address: STRANGER, code: "unknown" } as const;
const ALL = "0x0000001f";

function warnings(changes: Partial<Inspection>) {
  const after = { ...before, ...changes };
  return powerChanges({ ...NO_CONSEQUENCES, after }).map(({ warning }) => warning);
}

/** The warnings if a new scheme gains permissions. */
function gains(contract: ContractDescription, bytes: string) {
  return warnings({ schemes: [...before.schemes, scheme(contract, bytes)] });
}

describe("powerChanges", () => {
  const [first, ...rest] = before.schemes;
  const { token, reputation, controller } = before;

  it("warns of whoever gains or loses power, unless others have it by the same rules", () => {
    expectWarnings("gained-powers.txt", {
      "nobody gains anything": warnings({}),
      "all have fewer": warnings({
        schemes: before.schemes.map((each) => scheme(each.contract, "0x00000001")),
      }),
      "an account": gains(ACCOUNT, ALL),
      "unknown code": gains(UNKNOWN, "0x00000001"),
      "unknown code that looks like something": gains(
        { ...UNKNOWN, looksLike: "a proxy" },
        "0x00000001",
      ),
      "a scheme that had some": warnings({
        schemes: [scheme(first!.contract, "0x00000011"), ...rest],
      }),
      "a scheme with new powers": gains(NEW, "0x0000000b"),
      "a scheme with the powers of others": gains(
        { ...NEW, name: first!.contract.name },
        first!.permissions.bytes,
      ),
      "bits without a meaning": gains({ ...NEW, name: "Reputation" }, "0xffffffe1"),
      "a scheme that is no longer registered": warnings({
        schemes: [...before.schemes, { ...scheme(NEW, ALL), registered: false }],
      }),
    });
  });

  it("warns if something of the DAO changes hands, or that is unknown", () => {
    const notRead = powerChanges({ ...NO_CONSEQUENCES, after: NOT_READ });
    expectWarnings("changed-hands.txt", {
      "the DAO is not read": notRead.map(({ warning }) => warning),
      "the controller": warnings({ controller: { ...controller, address: STRANGER } }),
      "the token": warnings({ token: { ...token, owner: STRANGER } }),
      "the reputation": warnings({ reputation: { ...reputation, owner: STRANGER } }),
      "an owner that is not read": warnings({ token: { ...token, owner: NOT_READ } }),
    });
  });
});
