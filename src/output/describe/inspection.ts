import type { ChainIdentity } from "../../foundation/chain/identity.js";
import {
  block,
  blockIfAny,
  line,
  paragraph,
  partsOf,
  phrase,
  untrusted,
  value,
} from "../document/document.js";
import type { Block, Inline, Line, Parts } from "../document/document.js";
import type {
  BlockDescription,
  ContractDescription,
  Inspection,
} from "../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../engine/inspect/reading/attempt.js";
import { accountsBlock } from "./accounts.js";
import { reputationBlock, supplyWords, tokenBlock, tokenWords, treasuryBlock } from "./assets.js";
import { codeWords, namesOf, nameWords, releasesText } from "./contracts.js";
import { controlBlock, registeredOf } from "./control.js";
import { debtsBlock, listingLines } from "./promises.js";
import { proposalsBlock } from "./proposals.js";
import { earlierControllersBlock, formerSchemesBlock, schemeBlock } from "./schemes.js";
import { ruleBlocks } from "./vote-rules.js";
import { withoutVoteBlock } from "./without-vote.js";

/** A DAO: what it is, who holds what, and what each scheme may do. */
export function inspectionDocument(
  inspection: Inspection,
  chain: Pick<ChainIdentity, "name" | "explorer">,
): Block {
  const body = partsOf([
    block(nameWords(inspection.name), headLines(inspection, chain)),
    block("Contracts", contractParts(inspection)),
    earlierControllersBlock(inspection),
    tokenBlock(inspection),
    reputationBlock(inspection),
    treasuryBlock(inspection),
    debtsBlock(inspection),
    blockIfAny(
      "Schemes",
      registeredOf(inspection).map((scheme) => schemeBlock(scheme, inspection)),
    ) ?? block("No registered schemes"),
    blockIfAny("Vote rules", ruleBlocks(inspection)),
    controlBlock(inspection),
    withoutVoteBlock(inspection),
    accountsBlock(inspection),
    proposalsBlock(inspection),
    formerSchemesBlock(inspection),
    blockIfAny("In lists of DAOs", listingLines(inspection)),
  ]);
  return { names: namesOf(inspection), body };
}

function headLines(
  { avatar, block: at, chainId, releases, eventsFromBlock, missingEvents }: Inspection,
  { name, explorer }: Pick<ChainIdentity, "name" | "explorer">,
): readonly Parts[] {
  return [
    line`${untrusted(name)} (chain ID ${chainId}), block ${at.number} of ${{ time: at.timestamp }}`,
    line`Arc release ${releasesText(releases)}`,
    restsOn(at),
    missingEvents !== undefined
      ? line({ sentence: missingEvents })
      : eventsFromBlock > 0 && line(`events before block ${eventsFromBlock} were not read`),
    explorer !== undefined && line({ url: `${explorer}/address/${avatar.address}` }),
  ];
}

/** What the verdicts rest on, if it is not the node's word. */
export function restsOn({ hash, isProven }: BlockDescription): Line | false {
  return (
    isProven === true &&
    line`Permissions, reputation, balances and owners rest on the block hash ${{ code: hash }} alone, which you gave:
      they were proven against it. Events, and the times of other blocks, are the node's word where no state shows them.`
  );
}

export function contractParts(inspection: Inspection): Parts {
  const { avatar, controller, token, reputation, globalConstraints, metaData } = inspection;
  const row = (what: string, contract: ContractDescription, more: Inline): readonly Inline[] => [
    what,
    { address: contract.address },
    contract.code === "arc"
      ? codeWords(contract)
      : { tone: contract.code === "account" ? "danger" : "caution", text: codeWords(contract) },
    more,
  ];
  const says = metaData !== undefined && phrase`says of itself: ${untrusted(metaData)}`;
  const use = controller.universal ? "shared by many DAOs" : "used by this DAO alone";
  const constraints = ifRead(globalConstraints) ?? [];
  return [
    {
      caption: "Contracts of the DAO",
      heads: ["what", "address", "code", "more"],
      rows: [
        row("avatar", avatar, says),
        row("controller", controller, use),
        row("token", token.contract, phrase`${tokenWords(token)}, ${supplyWords(token)}`),
        row("reputation", reputation.contract, ""),
        ...constraints.map(({ contract, looks, parameters }) =>
          row("global constraint", contract, phrase`looks ${looks}: ${value(parameters)}`),
        ),
      ],
    },
    isNotRead(globalConstraints) && paragraph`Global constraints ${globalConstraints}`,
  ];
}
