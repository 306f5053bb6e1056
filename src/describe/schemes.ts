import { ZeroAddress } from "ethers";

import {
  block,
  blockIfAny,
  facts,
  line,
  phrase,
  value,
  type Block,
  type Inline,
} from "../document/document.js";
import { isMachineField } from "../governance/voting-machine.js";
import type {
  ContractDescription,
  Inspection,
  Read,
  ReferredContractDescription,
  SchemeDescription,
} from "../inspect/description.js";
import { isNotRead } from "../inspect/reading/attempt.js";
import { codeWords, contractWords, permissionWords, registrationWords } from "./contracts.js";
import { voteWords } from "./vote-rules.js";

type Fact = readonly [label: Inline, value: Inline];

/** Everything about a registered scheme. */
export function schemeBlock(scheme: SchemeDescription, inspection: Inspection): Block {
  const { contract, permissions, history, paramsHash, parameters } = scheme;
  const last = history
    .filter(({ event, controller }) => event === "registered" && controller === undefined)
    .at(-1);
  const isRead = parameters !== undefined && !isNotRead(parameters);
  return {
    ...block(
      contractWords(contract),
      facts(
        ["may", permissionWords(permissions)],
        ["code", codeWords(contract)],
        [
          "registered",
          last === undefined
            ? "without an event, as older controllers do for their creator"
            : registrationWords(last),
        ],
        ...(isNotRead(parameters) ? [["parameters", parameters] as const] : []),
        ...(isRead ? parameterFacts(parameters, inspection) : []),
        ["parameters hash", { code: paramsHash }],
      ),
      isRead && (parameters.refersTo ?? []).map(referredBlock),
    ),
    ...(contract.code === "account" && { tone: "danger" }),
  };
}

function parameterFacts(
  {
    owner,
    values,
    votes,
    mayCall,
  }: Exclude<SchemeDescription["parameters"], { readonly notRead: string } | undefined>,
  inspection: Inspection,
): readonly Fact[] {
  const own = Object.entries(values).filter(
    ([name]) => !Object.hasOwn(votes, name) && !isMachineField(name),
  );
  return [
    ...ownerFacts(owner),
    ...own.map(([name, each]): Fact => [value(name, 100), value(each, 500)]),
    ...(mayCall === undefined ? [] : [["may call", callable(mayCall)] as const]),
    ...voteWords(votes, inspection).map((each): Fact => ["votes", each]),
  ];
}

function callable(mayCall: Read<readonly string[]>): Inline {
  if (isNotRead(mayCall)) return mayCall;
  return mayCall.length === 0
    ? "nothing"
    : { list: mayCall.map((address) => ({ address, named: true })) };
}

function ownerFacts(owner: Read<string> | undefined): readonly Fact[] {
  if (owner === undefined) return [];
  const who = isNotRead(owner)
    ? owner
    : owner === ZeroAddress
      ? "nobody"
      : { address: owner, named: true };
  return [["owner", who]];
}

/** A contract that a scheme works with. */
function referredBlock({ contract, owner, values }: ReferredContractDescription): Block {
  const rows: readonly Fact[] = isNotRead(values)
    ? [["values", values]]
    : Object.entries(values).map(([name, each]): Fact => [value(name, 100), value(each, 500)]);
  return block(phrase`works with ${contractWords(contract)}`, facts(...ownerFacts(owner), ...rows));
}

/** Schemes that are no longer registered, and when they were. */
export function formerSchemesBlock({ schemes }: Inspection): Block | undefined {
  return blockIfAny(
    "No longer registered",
    schemes
      .filter(({ registered }) => !registered)
      .map(({ contract, history }) =>
        line(
          contractWords(contract),
          history.map((each) => line(phrase`${each.event} ${registrationWords(each)}`)),
        ),
      ),
  );
}

/** The controllers that the DAO had before. */
export function earlierControllersBlock({ earlierControllers }: Inspection): Block | undefined {
  return blockIfAny(
    "Earlier controllers",
    earlierControllers.map(({ contract, since, until, replacedBy }) => {
      const from =
        since !== undefined && phrase`from block ${since.block} of ${{ time: since.time }} `;
      return line(
        contractAndCode(contract),
        line(
          phrase`${from}until block ${until.block} of ${{ time: until.time }}, replaced by ${{ address: replacedBy }}`,
        ),
      );
    }),
  );
}

/** An address and the code at it. */
function contractAndCode(contract: ContractDescription): Inline {
  return phrase`${{ address: contract.address }}, ${codeWords(contract)}`;
}
