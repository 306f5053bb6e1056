import { formatPath } from "../../../foundation/params/file/issues.js";
import type { WantedStandAlone } from "../facts/check-facts.js";
import { calledOtherwise } from "./called-otherwise.js";
import { ofRead, type Rule, type RuleFacts, type RuleResults } from "./rule.js";
import { codeWords, wrongOwner } from "./scheme-differences.js";
import { wrongOfSetUp } from "./scheme-values.js";

/** Rules about contracts beside the schemes, and about what happened to contracts after their setup. */
export const STAND_ALONE_RULES: readonly Rule[] = [
  {
    id: "stand-alone",
    severity: "error",
    title: "stand-alone contracts have the code, the owner and the settings in the file",
    why: "They hold funds, limit what schemes may call, or decide who is paid.",
    whatToDo:
      "Correct the file, or propose schemes that refer to the right contracts. `dao-migrate inspect` shows what each scheme refers to.",
    applies: ({ wanted }) => wanted.standAlone.length > 0,
    check: (facts) => facts.wanted.standAlone.flatMap((wanted) => wrongStandAlone(wanted, facts)),
  },
  {
    id: "run-functions",
    severity: "error",
    title: "functions that the file calls after a contract's setup were called",
    why: "What a contract may do, and for whom, may depend on these calls.",
    whatToDo: "Run `dao-migrate plan`, which tries the calls on a fork.",
    applies: ({ wanted }) => callsOf(wanted).length > 0,
    check: ({ wanted }) =>
      callsOf(wanted).map(({ path, name, functionName }) => ({
        where: formatPath(path),
        unclear: `the chain does not show whether ${functionName} of ${name} was called; \`dao-migrate plan\` tries it on a fork`,
      })),
  },
];

function callsOf({ schemes, standAlone }: RuleFacts["wanted"]) {
  return [...standAlone, ...schemes].flatMap(({ name, calls }) =>
    calls.map((call) => ({ name, ...call })),
  );
}

function wrongStandAlone(wanted: WantedStandAlone, facts: RuleFacts): RuleResults {
  const { name, path, code, values } = wanted;
  const where = formatPath(path);
  const fact = facts.standAlone?.get(wanted.index);
  if (fact === undefined) {
    const unclear = `no result file or scheme has the address of ${name}, if it exists at all`;
    return [{ where, unclear }];
  }
  const { contract, isRight, mayBeRight = false, owner } = fact;
  if (!isRight && !mayBeRight) {
    const found = codeWords(contract);
    const message = `${name} ${contract.address} is ${found}, not ${code}.`;
    return [{ where, path, message, found, wanted: code }];
  }
  const open =
    "its code differs from the build file, perhaps only in what its constructor wrote into it";
  return [
    ...(isRight ? [] : [{ where, unclear: open }]),
    ...wrongOwner(wanted, owner, facts),
    ...ofRead(where, fact.values, (read) => [
      ...wrongOfSetUp(values, { values: read }, facts),
      ...calledOtherwise(wanted, contract, { values: read }),
    ]),
  ];
}
