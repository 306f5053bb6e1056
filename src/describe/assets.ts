import {
  amount,
  block,
  count,
  line,
  paragraph,
  phrase,
  untrusted,
  type Block,
  type Inline,
  type Part,
  type Parts,
  type Table,
  type Unit,
} from "../document/document.js";
import type { HolderDescription, Inspection, Read } from "../inspect/description.js";
import { isNotRead } from "../inspect/reading/attempt.js";
import { percentOf } from "../inspect/reading/percent.js";
import { ETHER, OF_REPUTATION, unitOf } from "./units.js";

/** The most of the largest holders to list where they cannot be searched. */
const MOST_HOLDERS = 20;

/** The DAO's token, and who has it. */
export function tokenBlock({ token }: Inspection): Block {
  return block(
    phrase`Token: ${tokenWords(token)}`,
    line(phrase`${supplyWords(token)}${holderWords(token.holders)}`),
    holdersTable(token, unitOf(token)),
  );
}

/** The DAO's token in a few words. */
export function tokenWords({ name, symbol }: Inspection["token"]): Inline {
  return phrase`${untrusted(name)} (${untrusted(symbol, { longest: 20 })})`;
}

/** How many tokens there are, and may be. */
export function supplyWords(token: Inspection["token"]): Inline {
  const { totalSupply, cap } = token;
  const unit = unitOf(token);
  const most =
    cap !== undefined && cap !== "0" && phrase`, at most ${amount(cap, unit)} may ever be minted`;
  return phrase`supply ${amount(totalSupply, unit)}${most}`;
}

function holderWords(holders: Read<readonly HolderDescription[]>): Inline {
  return isNotRead(holders) ? phrase`, holders ${holders}` : `, ${count(holders.length, "holder")}`;
}

function holdersTable(
  { holders, totalSupply }: Inspection["token"] | Inspection["reputation"],
  unit: Unit,
): Parts {
  if (isNotRead(holders)) return undefined;
  return {
    caption: "Holders, largest first",
    align: [undefined, "right", "right"],
    most: MOST_HOLDERS,
    rows: holders.map(({ account, amount: wei }) => [
      { address: account, named: true },
      amount(wei, { decimals: unit.decimals }),
      isNotRead(totalSupply) ? "" : { share: percentOf(BigInt(wei), BigInt(totalSupply)) },
    ]),
  };
}

/** Who has the votes. */
export function reputationBlock(inspection: Inspection): Block {
  const { holders, totalSupply } = inspection.reputation;
  return block(
    "Reputation",
    paragraph(
      phrase`Votes count by reputation, ${amount(totalSupply, OF_REPUTATION)} in total${holderWords(holders)}.
        The DAO's token does not vote.`,
    ),
    reputationTable(inspection),
  );
}

/** Every account with reputation, largest first. */
function reputationTable({ reputation, token }: Inspection): Table | undefined {
  const { holders, totalSupply } = reputation;
  if (isNotRead(holders)) return undefined;
  const tokens = new Map(
    isNotRead(token.holders) ? [] : token.holders.map(({ account, amount: wei }) => [account, wei]),
  );
  const { decimals } = unitOf(token);
  const shareOf = (wei: bigint): Inline =>
    isNotRead(totalSupply) ? "" : { share: percentOf(wei, BigInt(totalSupply)) };
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
        { address: account, named: true },
        amount(wei, OF_REPUTATION),
        shareOf(BigInt(wei)),
        shareOf(sum),
        isNotRead(token.holders)
          ? "not read"
          : amount(tokens.get(account) ?? "0", {
              decimals,
              name: isNotRead(token.decimals) && "wei",
            }),
      ];
    }),
  };
}

/** What the avatar owns. */
export function treasuryBlock({ treasury }: Inspection): Block {
  return block("Treasury", isNotRead(treasury) ? paragraph(treasury) : treasuryParts(treasury));
}

function treasuryParts({
  ether,
  tokens,
}: Exclude<Inspection["treasury"], { readonly notRead: string }>): readonly Part[] {
  const owned: Table = {
    caption: "What the avatar owns",

    rows: [
      [amount(ether, ETHER), ""],
      ...tokens.map(({ address, name, symbol, decimals, amount: wei }): readonly Inline[] => [
        amount(wei, unitOf({ symbol, decimals }, "of a token without a symbol")),
        phrase`${untrusted(name)} ${{ address, named: true }}`,
      ]),
    ],
  };
  return tokens.length === 0
    ? [owned]
    : [owned, paragraph("Anybody can create a token with any name: go by its address.")];
}
