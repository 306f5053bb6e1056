import { textOf } from "../../../engine/inspect/reading/contract.js";
import type { ContractDescription } from "../../../engine/inspect/description.js";
import { formatPath } from "../../../foundation/params/file/issues.js";
import type { WantedScheme } from "../facts/check-facts.js";
import type { SetUpValues } from "../facts/set-up-values.js";
import type { Found, RuleResults } from "./rule.js";

/** What only calls after the setup change in a contract, by what it says afterwards. */
interface Calls {
  /** The switch that a function turns on for good. */
  readonly turnsOn: readonly [sign: string, functionName: string];
  /** How many accounts it lists. */
  readonly listed: (values: SetUpValues["values"]) => number;
}

/** Arc's contracts whose owner can give more to more accounts, by name. */
const CALLS: Readonly<Record<string, Calls>> = {
  FixedReputationAllocation: {
    turnsOn: ["isEnable", "enable"],
    listed: ({ numberOfBeneficiaries = "0" }) => Number(textOf(numberOfBeneficiaries)),
  },
  RepAllocation: {
    turnsOn: ["isFreeze", "freeze"],
    listed: ({ beneficiaries = [] }) => Object.keys(beneficiaries).length,
  },
};

/**
 * What somebody did with a contract of Arc's that the file does not call: functions of its owner that list accounts and
 * enable the list. Whether what the file calls was called is asked elsewhere.
 */
export function calledOtherwise(
  { name, path, calls }: Pick<WantedScheme, "name" | "path" | "calls">,
  contract: ContractDescription,
  { values }: Pick<SetUpValues, "values">,
): RuleResults {
  const where = formatPath(path);
  const is = contract.code === "arc" ? contract.name! : "";
  if (is === "PriceOracleMock") {
    const unclear = `${name} does not list the prices that were set`;
    return [{ where, unclear, undisclosed: true }];
  }
  const known = CALLS[is];
  if (known === undefined) return [];
  const found = known.listed(values);
  const wanted = calls.reduce((sum, { functionName, args: [first] }) => {
    if (functionName === "addBeneficiary") return sum + 1;
    const isList = functionName === "addBeneficiaries" && Array.isArray(first);
    return isList ? sum + first.length : sum;
  }, 0);
  const about = `${name} ${contract.address}`;
  const wrong: Found[] = [];
  if (found > wanted) {
    const message = `${about} lists ${found} beneficiaries; the file adds ${wanted}.`;
    wrong.push({ where, path, message, found: String(found), wanted: String(wanted) });
  }
  const [sign, functionName] = known.turnsOn;
  if (values[sign] === true && !calls.some((call) => call.functionName === functionName)) {
    const message = `Somebody called ${functionName} of ${about}; the file does not.`;
    wrong.push({ where, path, message, found: "true", wanted: "false" });
  }
  return wrong;
}
