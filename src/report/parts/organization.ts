import { ZeroAddress } from "ethers";

import type {
  ContractDescription,
  Inspection,
  SchemeDescription,
  VoteParametersDescription,
} from "../../inspect/description.js";
import {
  contractText,
  registrationText,
  releasesText,
  ruleRows,
  votesByRules,
} from "../../terminal/inspection-text.js";
import { amountText, isNotRead, notReadText, valueText } from "../../terminal/inspection-words.js";
import { isMachineField } from "../../governance/voting-machine.js";
import { oneLine } from "../../support/printable.js";
import { listingLines } from "../../terminal/inspection-promises-text.js";
import { badge, lines, said, section, table, type Addresses } from "../elements.js";
import { titleOf, type PageFacts } from "../facts.js";
import { html, type Html, type Part } from "../../document/html.js";
import { organizationPicture } from "../picture/organization.js";
import { registeredOf } from "../powers.js";

/** Of reputation. */
const DECIMALS = 18;

/** The contracts of the DAO, as a picture and in words. */
export function organizationPart(facts: PageFacts, addresses: Addresses): Html {
  const { inspection, standAlone } = facts;
  const { avatar, controller, token, reputation, globalConstraints, metaData } = inspection;
  const decimals = isNotRead(token.decimals) ? 0 : token.decimals;
  const wei = isNotRead(token.decimals) && " wei";
  const contracts: (readonly [string, ContractDescription, Part])[] = [
    ["Avatar", avatar, metaData === undefined ? "" : html`says of itself: ${said(metaData)}`],
    [
      "Controller",
      controller,
      controller.universal ? "shared by many DAOs" : "used by this DAO alone",
    ],
    [
      "Token",
      token.contract,
      html`${said(token.name)} (${said(token.symbol)}), supply
      ${amountText(token.totalSupply, decimals)}${wei}${
        token.cap !== undefined &&
        token.cap !== "0" &&
        html`, at most ${amountText(token.cap, decimals)}${wei}`
      }`,
    ],
    [
      "Reputation",
      reputation.contract,
      html`supply ${amountText(reputation.totalSupply, DECIMALS)}`,
    ],
    ...(isNotRead(globalConstraints)
      ? []
      : globalConstraints.map(
          ({ contract, looks, parameters }) =>
            [
              "Global constraint",
              contract,
              `looks ${looks}: ${isNotRead(parameters) ? notReadText(parameters) : valueText(parameters)}`,
            ] as const,
        )),
  ];
  return section(
    "organization",
    "The organisation",
    html`<div
      class="scroll wide"
      role="region"
      aria-label="Picture of the organisation"
      tabindex="0"
    >
      ${organizationPicture(facts)}
    </div>`,
    table(
      "Contracts of the DAO",
      ["What", "Address", "Code", "More"],
      contracts.map(([what, contract, more]) => [
        what,
        addresses.plain(contract.address),
        codeOf(contract),
        more,
      ]),
    ),
    isNotRead(globalConstraints) &&
      html`<p>Global constraints ${notReadText(globalConstraints)}</p>`,
    inspection.earlierControllers.length > 0 &&
      html`<h3>Earlier controllers</h3>
        ${lines(
          inspection.earlierControllers.flatMap(({ contract, until, replacedBy }) => [
            contractText(contract),
            `  until block ${until.block}, replaced by ${replacedBy}`,
          ]),
          addresses,
        )}`,
    html`<h3>Schemes</h3>
      <p>A scheme uses its permissions by the votes below, or by rules of its own.</p>
      <div class="grid">
        ${registeredOf(inspection).map((scheme) => schemeCard(scheme, facts, addresses))}
      </div>`,
    html`<h3>Vote rules</h3>
      <div class="grid">
        ${ruleSetsOf(inspection).map((vote, index) => ruleCard(vote, index, inspection, addresses))}
      </div>`,
    standAlone.length > 0 &&
      html`<h3>Stand-alone contracts</h3>
        <p>
          According to the result file, the migration deployed them with the DAO. They have no
          permissions.
        </p>
        <ul class="plain">
          ${standAlone.map(({ name, address }) => html`<li>${said(name)} ${addresses.plain(address)}</li>`)}
        </ul>`,
    listingLines(inspection).length > 0 &&
      html`<h3>Lists of DAOs</h3>
        ${lines(listingLines(inspection).slice(isNotRead(inspection.listings) ? 0 : 1), addresses)}`,
  );
}

function codeOf(contract: ContractDescription): Html {
  const { code, releases = [] } = contract;
  if (code === "arc") return html`Arc’s ${contract.name}, ${releasesText(releases)}`;
  return code === "account"
    ? badge("danger", titleOf(contract))
    : badge("caution", titleOf(contract));
}

function schemeCard(scheme: SchemeDescription, facts: PageFacts, addresses: Addresses): Html {
  const { contract, permissions, history, paramsHash } = scheme;
  const last = history.filter(({ event }) => event === "registered").at(-1);
  return html`<article class="scheme ${contract.code}">
    <h4>${titleOf(contract)} ${addresses.plain(contract.address)}</h4>
    <dl>
      <dt>May</dt>
      <dd>
        ${
          permissions.words.length === 0
            ? "do nothing with the controller"
            : html`<ul class="plain">
                ${permissions.words.map((each) => html`<li>${each}</li>`)}
              </ul>`
        } <code>${permissions.bytes}</code>
      </dd>
      <dt>Code</dt>
      <dd>${codeOf(contract)}</dd>
      <dt>Registered</dt>
      <dd>
        ${
          last === undefined
            ? "without an event, as older controllers do for their creator"
            : addresses.within(registrationText(last))
        }
      </dd>
      ${parametersOf(scheme, facts, addresses)}
      <dt>Parameters hash</dt>
      <dd><code class="hex">${paramsHash}</code></dd>
    </dl>
  </article> `;
}

/** The vote rules that registered schemes use, each once. */
function ruleSetsOf(inspection: Inspection): readonly VoteParametersDescription[] {
  const all = registeredOf(inspection).flatMap(({ parameters }) =>
    parameters === undefined || isNotRead(parameters) ? [] : Object.values(parameters.votes),
  );
  return all.filter((vote, index) => all.findIndex((each) => sameRules(each, vote)) === index);
}

function sameRules(one: VoteParametersDescription, other: VoteParametersDescription): boolean {
  return one.votingMachine === other.votingMachine && one.paramsHash === other.paramsHash;
}

function ruleCard(
  { votingMachine, paramsHash, rules }: VoteParametersDescription,
  index: number,
  inspection: Inspection,
  addresses: Addresses,
): Html {
  const machine = inspection.votingMachines.find(
    ({ contract }) => contract.address === votingMachine,
  );
  return html`<article class="scheme" id="rules-${index + 1}">
    <h4>Rules ${index + 1}, of ${addresses.named(votingMachine)}</h4>
    <dl>
      ${
        isNotRead(rules)
          ? html`<dt>Rules</dt>
              <dd>${notReadText(rules)}</dd>`
          : ruleRows(rules, machine).map(
              ([name, value]) =>
                html`<dt>${name}</dt>
                  <dd>${addresses.within(value)}</dd>`,
            )
      }
      <dt>Parameters hash</dt>
      <dd><code class="hex">${paramsHash}</code></dd>
    </dl>
  </article>`;
}

function ownerOf(owner: string, addresses: Addresses): Part {
  return owner === ZeroAddress ? "nobody" : addresses.named(owner);
}

function parametersOf(
  { parameters }: SchemeDescription,
  { inspection }: PageFacts,
  addresses: Addresses,
): Part {
  if (parameters === undefined) return undefined;
  if (isNotRead(parameters))
    return html`<dt>Parameters</dt>
      <dd>${notReadText(parameters)}</dd>`;
  const votes = Object.entries(parameters.votes);
  const own = Object.entries(parameters.values).filter(
    ([name]) => !votes.some(([vote]) => vote === name) && !isMachineField(name),
  );
  const { mayCall, owner } = parameters;
  return [
    owner !== undefined &&
      html`<dt>Owner</dt>
        <dd>${isNotRead(owner) ? notReadText(owner) : ownerOf(owner, addresses)}</dd>`,
    ...own.map(
      ([name, value]) =>
        html`<dt>${oneLine(name)}</dt>
          <dd>${addresses.within(valueText(value))}</dd>`,
    ),
    mayCall !== undefined &&
      html`<dt>May call</dt>
        <dd>
          ${
            isNotRead(mayCall)
              ? notReadText(mayCall)
              : mayCall.length === 0
                ? "nothing"
                : html`<ul class="plain">
                    ${mayCall.map((each) => html`<li>${addresses.named(each)}</li>`)}
                  </ul>`
          }
        </dd>`,
    ...votesByRules(votes).map(([vote, names]) => {
      const number = ruleSetsOf(inspection).findIndex((each) => sameRules(each, vote)) + 1;
      return html`<dt>Votes</dt>
        <dd>
          ${names.join(", ")}: by <a href="#rules-${number}">rules ${number}</a> of
          ${addresses.named(vote.votingMachine)}
        </dd>`;
    }),
    ...(parameters.refersTo ?? []).map(
      ({ contract, values, owner: whose }) =>
        html`<dt>Works with</dt>
          <dd>
            ${titleOf(contract)}
            ${addresses.plain(contract.address)}${
              whose !== undefined &&
              (isNotRead(whose)
                ? `, owner ${notReadText(whose)}`
                : html`, owned by ${ownerOf(whose, addresses)}`)
            }
            <dl class="rules">
              ${
                isNotRead(values)
                  ? html`<dt>Values</dt>
                      <dd>${notReadText(values)}</dd>`
                  : Object.entries(values).map(
                      ([name, value]) =>
                        html`<dt>${oneLine(name)}</dt>
                          <dd>${addresses.within(valueText(value))}</dd>`,
                    )
              }
            </dl>
          </dd>`,
    ),
  ];
}
