import { ZeroAddress } from "ethers";

import { block, blockIfAny, facts, line, named, phrase, value } from "../document/document.js";
import type { Block, Inline, Line, Row } from "../document/document.js";
import { isMachineField } from "../../foundation/params/voting-machine-of-scheme.js";
import type {
  Inspection,
  Inspected,
  ReferredContractDescription,
  SchemeDescription,
  SchemeParametersDescription,
} from "../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../engine/inspect/reading/attempt.js";
import { codeWords, contractWords, historyLines } from "./contracts.js";
import { permissionWords, registrationWords } from "./contracts.js";
import { voteWords } from "./vote-rules.js";

export function schemeBlock(scheme: SchemeDescription, inspection: Inspection): Block {
  const { contract, permissions, history, paramsHash, parameters } = scheme;
  const last = history
    .filter(({ event, controller }) => event === "registered" && controller === undefined)
    .at(-1);
  const registered =
    last === undefined
      ? "without an event, as older controllers do for their creator"
      : registrationWords(last);
  const body = block(
    contractWords(contract),
    facts(
      ["may", permissionWords(permissions)],
      ["code", codeWords(contract)],
      ["registered", registered],
      ...(parameters === undefined ? [] : parameterFacts(parameters, inspection)),
      ["parameters hash", { code: paramsHash }],
    ),
    ifRead(parameters)?.refersTo?.map(referredBlock),
  );
  return { ...body, tone: contract.code === "account" ? "danger" : undefined };
}

function parameterFacts(
  parameters: Inspected<SchemeParametersDescription>,
  inspection: Inspection,
): readonly (Row | undefined)[] {
  if (isNotRead(parameters)) return [["parameters", parameters]];
  const { owner, values, votes, mayCall } = parameters;
  const own = Object.entries(values).filter(
    ([name]) => !Object.hasOwn(votes, name) && !isMachineField(name),
  );
  return [
    ownerFact(owner),
    ...own.map(valueFact),
    mayCall && ["may call", isNotRead(mayCall) ? mayCall : listOf(mayCall)],
    ...voteWords(votes, inspection).map((each): Row => ["votes", each]),
  ];
}

function valueFact([name, each]: readonly [string, unknown]): Row {
  return [value(name, 100), value(each)];
}

function listOf(addresses: readonly string[]): Inline {
  return addresses.length === 0 ? "nothing" : { list: addresses.map(named) };
}

function ownerFact(owner: Inspected<string> | undefined): Row | undefined {
  if (owner === undefined) return undefined;
  return ["owner", owner === ZeroAddress ? "nobody" : named(owner)];
}

function referredBlock({ contract, owner, values }: ReferredContractDescription): Block {
  const rows: readonly Row[] = isNotRead(values)
    ? [["values", values]]
    : Object.entries(values).map(valueFact);
  return block(phrase`works with ${contractWords(contract)}`, facts(ownerFact(owner), ...rows));
}

export function formerSchemesBlock({ schemes }: Inspection): Block | undefined {
  return blockIfAny(
    "No longer registered",
    schemes
      .filter(({ registered }) => !registered)
      .map(({ contract, history }) => line(contractWords(contract), historyLines(history))),
  );
}

export function earlierControllersBlock(inspection: Inspection): Block | undefined {
  return blockIfAny("Earlier controllers", earlierControllerLines(inspection));
}

export function earlierControllerLines({ earlierControllers }: Inspection): readonly Line[] {
  return earlierControllers.map(({ contract, since, until, replacedBy }) => {
    const from =
      since !== undefined && phrase`from block ${since.block} of ${{ time: since.time }} `;
    return line(
      phrase`${{ address: contract.address }}, ${codeWords(contract)}`,
      line`${from}until block ${until.block} of ${{ time: until.time }}, replaced by ${{ address: replacedBy }}`,
    );
  });
}
