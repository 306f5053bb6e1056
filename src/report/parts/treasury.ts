import type { DebtDescription, Inspection } from "../../inspect/description.js";
import { amountText, isNotRead, notReadText } from "../../terminal/inspection-words.js";
import { badge, notRead, remark, said, section, table, type Addresses } from "../elements.js";
import { html, type Html, type Part } from "../../document/html.js";
import { hasAllProposals, nothingOwed } from "../powers.js";

const DECIMALS = 18;

/** What the DAO has and what it owes, side by side. */
export function treasuryPart(inspection: Inspection, addresses: Addresses): Html {
  return section(
    "treasury",
    "Treasury and obligations",
    owned(inspection, addresses),
    promised(inspection, addresses),
  );
}

function owned({ treasury }: Inspection, addresses: Addresses): Html {
  if (isNotRead(treasury)) return html`<p>The treasury is ${notRead(treasury)}.</p>`;
  const rows: Part[][] = [
    ["ether", amountText(treasury.ether, DECIMALS), ""],
    ...treasury.tokens.map(({ address, symbol, name, decimals, amount }) => [
      html`${said(symbol, "a token without a symbol")}`,
      isNotRead(decimals) ? `${amount} wei` : amountText(amount, decimals),
      html`${said(name)} ${addresses.named(address)}`,
    ]),
  ];
  return html`${table("What the avatar owns", ["Of", "Amount", "Token"], rows)}
    <p>Anybody can create a token with any name: go by its address.</p>`;
}

function promised(inspection: Inspection, addresses: Addresses): Html {
  const { owes } = inspection;
  if (isNotRead(owes)) return html`<p>What it owes is ${notRead(owes)}.</p>`;
  if (owes.debts.length === 0 && owes.unknown.length === 0) {
    return html`<p>
      ${hasAllProposals(inspection) && "Nothing is owed. "}${nothingOwed(inspection)}
    </p>`;
  }
  const rows = owes.debts.map((debt) => {
    const amount = (wei: string): string => debtAmount(debt, wei, inspection);
    const { has } = debt;
    return [
      debtUnit(debt, inspection, addresses),
      amount(debt.amount),
      amount(debt.due),
      has === undefined ? "minted when redeemed" : isNotRead(has) ? notRead(has) : amount(has),
      noteOf(debt, amount),
      html`<ul class="plain">
        ${debt.proposals.map((id) => html`<li><code class="hex">${id}</code></li>`)}
      </ul>`,
    ];
  });
  return html`${table(
    "Promised by proposals that passed, and not redeemed yet",
    ["Of", "Promised", "Due now", "Treasury has", "Note", "Proposals"],
    rows,
  )}${
    owes.unknown.length > 0 &&
    html`<ul class="remarks">
      ${owes.unknown.map(({ proposal, why }) =>
        remark(
          "caution",
          html`What proposal <code class="hex">${proposal}</code> owes is ${notReadText(why)}.`,
        ),
      )}
    </ul>`
  }`;
}

/** Whether the treasury has enough; nothing about what is minted. */
function noteOf({ has, missing }: DebtDescription, amount: (wei: string) => string): Part {
  if (missing !== undefined) return badge("danger", `${amount(missing)} too little`);
  if (has === undefined) return "";
  return isNotRead(has) ? badge("caution", "not known") : "enough";
}

function debtUnit(
  { of, token }: DebtDescription,
  { token: own }: Inspection,
  addresses: Addresses,
): Part {
  if (token !== undefined) {
    return html`${isNotRead(token.decimals) && "wei of "}${said(token.symbol)}
    ${addresses.plain(token.address)}`;
  }
  if (of !== "own token") return of;
  return html`${isNotRead(own.decimals) && "wei of "}${said(own.symbol, "the DAO’s token")}, the
  DAO’s own`;
}

function debtAmount(
  { of, token }: DebtDescription,
  wei: string,
  { token: own }: Inspection,
): string {
  const decimals = token?.decimals ?? (of === "own token" ? own.decimals : DECIMALS);
  return amountText(wei, isNotRead(decimals) ? 0 : decimals);
}
