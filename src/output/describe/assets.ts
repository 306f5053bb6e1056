import {
  amount,
  block,
  count,
  joined,
  line,
  named,
  paragraph,
  phrase,
  untrusted,
} from "../document/document.js";
import type { Block, Inline, Table } from "../document/document.js";
import type {
  HolderDescription,
  Inspection,
  NftDescription,
  Inspected,
} from "../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../engine/inspect/reading/attempt.js";
import { percentOf } from "../../engine/inspect/reading/percent.js";
import { ETHER, OF_REPUTATION, unitOf } from "./units.js";

/** The most of the largest holders to list where they cannot be searched. */
const MOST_HOLDERS = 20;

export function tokenBlock({ token }: Inspection): Block {
  return block(
    phrase`Token: ${tokenWords(token)}`,
    line`${supplyWords(token)}${holderWords(token.holders)}`,
    holdersTable(token),
  );
}

export function tokenWords({ name, symbol }: Inspection["token"]): Inline {
  const called = name === "" ? "without a name" : untrusted(name);
  return phrase`${called}${symbol !== "" && phrase` (${untrusted(symbol, { longest: 20 })})`}`;
}

export function supplyWords(token: Inspection["token"]): Inline {
  const { totalSupply, cap } = token;
  const unit = unitOf(token);
  const most =
    cap !== undefined && cap !== "0" && phrase`, at most ${amount(cap, unit)} may ever be minted`;
  return phrase`supply ${amount(totalSupply, unit)}${most}`;
}

function holderWords(holders: Inspected<readonly HolderDescription[]>): Inline {
  return isNotRead(holders) ? phrase`, holders ${holders}` : `, ${count(holders.length, "holder")}`;
}

function holdersTable(token: Inspection["token"]): Table | undefined {
  const { holders, totalSupply } = token;
  const { decimals } = unitOf(token);
  if (isNotRead(holders)) return undefined;
  return {
    caption: "Holders, largest first",
    align: [undefined, "right", "right"],
    most: MOST_HOLDERS,
    rows: holders.map(({ account, amount: wei }) => [
      named(account),
      amount(wei, { decimals }),
      shareOf(BigInt(wei), totalSupply),
    ]),
  };
}

function shareOf(wei: bigint, totalSupply: Inspected<string>): Inline {
  return isNotRead(totalSupply) ? "" : { share: percentOf(wei, BigInt(totalSupply)) };
}

export function reputationBlock(inspection: Inspection): Block {
  return block("Reputation", paragraph(votingPowerWords(inspection)), reputationTable(inspection));
}

export function votingPowerWords({ reputation }: Inspection): Inline {
  const { holders, totalSupply } = reputation;
  return phrase`Votes count by reputation, ${amount(totalSupply, OF_REPUTATION)} in total${holderWords(holders)}. The DAO's token does not vote.`;
}

function reputationTable({ reputation, token }: Inspection): Table | undefined {
  const { holders, totalSupply } = reputation;
  if (isNotRead(holders)) return undefined;
  const tokens = ifRead(token.holders);
  const owned = new Map(tokens?.map(({ account, amount: wei }) => [account, wei]));
  const unit = { ...unitOf(token), name: isNotRead(token.decimals) && "wei" };
  let sum = 0n;
  return {
    caption: "Accounts with reputation, largest first",
    search: "accounts",
    most: MOST_HOLDERS,
    heads: ["rank", "account", "reputation", "share", "cumulative", "DAO's tokens"],
    align: ["right", undefined, "right", "right", "right", "right"],
    rows: holders.map(({ account, amount: wei }, index) => {
      sum += BigInt(wei);
      return [
        index + 1,
        named(account),
        amount(wei, OF_REPUTATION),
        shareOf(BigInt(wei), totalSupply),
        shareOf(sum, totalSupply),
        tokens === undefined ? "not read" : amount(owned.get(account) ?? "0", unit),
      ];
    }),
  };
}

export function treasuryBlock({ treasury }: Inspection): Block {
  if (isNotRead(treasury)) return block("Treasury", paragraph(treasury));
  const { ether, tokens, nfts = [], unanswered = [] } = treasury;
  const rows = tokens.map(({ address, name, amount: wei, ...token }): readonly Inline[] => [
    amount(wei, unitOf(token, "tokens without a symbol")),
    phrase`${untrusted(name)} ${named(address)}`,
  ]);
  return block(
    "Treasury",
    {
      caption: "What the avatar owns",
      align: ["right"],
      rows: [[amount(ether, ETHER), ""], ...rows, ...nfts.map(nftRow)],
    },
    paragraph(
      "Tokens and NFTs are found by their events. Of a token without events, only what proposals, parameters of schemes " +
        "or --token name is read. What it has of ERC-1155 tokens is not read, only who may take it.",
    ),
    tokens.length + nfts.length > 0 &&
      paragraph("Anybody can create a token with any name: go by its address."),
    unanswered.map((each) => paragraph`${unansweredWords(each)}.`),
  );
}

export function unansweredWords(token: Readonly<Record<"address" | "reason", string>>): Inline {
  return phrase`What the avatar holds of the token ${named(token.address)} is not known: ${{ sentence: token.reason }}`;
}

/** How many, of what, and which. */
export function nftRow({
  address,
  name,
  symbol,
  amount: wei,
  ids,
}: NftDescription): readonly Inline[] {
  const numbers = ids.map((id): Inline => ({ sentence: id, longest: 20 }));
  const more = BigInt(wei) > BigInt(ids.length) && ", …";
  return [
    phrase`${{ sentence: wei, longest: 20 }} NFTs of ${symbol === undefined ? "a contract without a symbol" : untrusted(symbol, { longest: 20 })}`,
    phrase`${name !== undefined && [untrusted(name), " "]}${named(address)}: ${joined(numbers)}${more}`,
  ];
}
