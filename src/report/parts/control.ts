import type { Inspection } from "../../inspect/description.js";
import { percentOf } from "../../inspect/reading/percent.js";
import { amountText, isNotRead } from "../../terminal/inspection-words.js";
import { notRead, remark, searchable, section, table, type Addresses } from "../elements.js";
import { html, type Html } from "../../document/html.js";
import { shareChart } from "../picture/share-chart.js";
import { powersOf, type Power } from "../powers.js";
import type { Remark } from "../remarks.js";

const DECIMALS = 18;
/** Accounts of a group that are named; the rest is only counted. */
const MOST_NAMED = 5;

/** For each power over a DAO, who can use it with and without a vote. */
export function controlPart(inspection: Inspection, addresses: Addresses): Html {
  const rows = powersOf(inspection).map((power) => [
    capital(power.words),
    byVote(power, addresses),
    alone(power, addresses),
    html`<ul class="plain">
      ${power.schemes
        .filter(({ contract }) => contract.code !== "account")
        .map(({ contract }) => html`<li>${addresses.nameOf(contract.address)}</li>`)}
    </ul>`,
  ]);
  return section(
    "control",
    "Who can do what",
    html`<p>
      For each thing that can be done with this DAO: the fewest accounts that can together pass a
      proposal for it, however all others vote, and who needs no vote. An account may be a contract
      with several owners, and one person may have several accounts.
    </p>`,
    table(
      "Powers, and who has them",
      ["It can", "By vote, the fewest", "Without a vote", "Through"],
      rows,
    ),
    rows.length === 0 && html`<p>No registered scheme has a permission.</p>`,
  );
}

function byVote({ byVote: group }: Power, addresses: Addresses): Html {
  if (group === undefined) return html`unknown`;
  const { accounts, share, neededPercent, boosting } = group;
  if (accounts.length === 0)
    return html`nobody: all holders together do not have more than ${neededPercent}%`;
  const rest = accounts.length - MOST_NAMED;
  return html`<strong>${accounts.length} ${accounts.length === 1 ? "account" : "accounts"}</strong>
    with ${share}% (more than ${neededPercent}%
    decides${boosting && "; fewer if a proposal is boosted and nobody votes against it"})
    <ul class="plain">
      ${accounts.slice(0, MOST_NAMED).map((each) => html`<li>${addresses.plain(each)}</li>`)}${
        rest > 0 && html`<li>and ${rest} more, the next largest holders</li>`
      }
    </ul>`;
}

function alone({ schemes, unclear }: Power, addresses: Addresses): Html {
  const accounts = schemes.filter(({ contract }) => contract.code === "account");
  if (accounts.length === 0 && unclear.length === 0) return html`nobody`;
  return html`<ul class="remarks">
    ${accounts.map(({ contract }) =>
      remark("danger", addresses.plain(contract.address)),
    )}${unclear.map(({ contract }) =>
      remark("caution", html`unknown for ${addresses.named(contract.address)}`),
    )}
  </ul>`;
}

/** Everything that can be done without a vote. */
export function withoutVotePart(remarks: readonly Remark[]): Html {
  return section(
    "without-a-vote",
    "Without a vote",
    remarks.length === 0
      ? html`<p>
          Nothing was found: no account has permissions of its own, token and reputation belong to
          the controller, and nobody may take from the treasury.
        </p>`
      : html`<ul class="remarks">
          ${remarks.map(({ tone, text }) => remark(tone, text))}
        </ul>`,
  );
}

/** Who has the votes: a chart and every holder. */
export function powerPart(inspection: Inspection, addresses: Addresses): Html {
  const { reputation, token, control } = inspection;
  const { holders, totalSupply } = reputation;
  const title = "Voting power";
  if (isNotRead(holders)) return section("power", title, html`<p>Holders ${notRead(holders)}</p>`);
  if (isNotRead(totalSupply))
    return section("power", title, html`<p>Reputation ${notRead(totalSupply)}</p>`);
  const supply = BigInt(totalSupply);
  const tokens = new Map(
    isNotRead(token.holders) ? [] : token.holders.map(({ account, amount }) => [account, amount]),
  );
  const decimals = isNotRead(token.decimals) ? 0 : token.decimals;
  let sum = 0n;
  const rows = holders.map(({ account, amount }, index) => {
    sum += BigInt(amount);
    return [
      html`${index + 1}`,
      addresses.named(account),
      amountText(amount, DECIMALS),
      `${percentOf(BigInt(amount), supply)}%`,
      `${percentOf(sum, supply)}%`,
      isNotRead(token.holders)
        ? "not read"
        : [amountText(tokens.get(account) ?? "0", decimals), isNotRead(token.decimals) && " wei"],
    ];
  });
  const needed = isNotRead(control) ? [] : control.map(({ neededPercent }) => neededPercent);
  return section(
    "power",
    title,
    html`<p>
      Votes count by reputation, ${amountText(totalSupply, DECIMALS)} in total. The DAO’s token does
      not vote.
    </p>`,
    holders.length > 0 &&
      shareChart(
        holders,
        supply,
        [...new Set(needed)].sort((one, other) => one - other),
      ),
    searchable(
      "holders",
      "accounts",
      holders.length,
      table(
        "Accounts with reputation, largest first",
        ["Rank", "Account", "Reputation", "Share", "Cumulative", "DAO’s tokens"],
        rows,
      ),
    ),
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
