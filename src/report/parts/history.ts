import { formatEther } from "ethers";

import type { Inspection, Read } from "../../inspect/description.js";
import { amountText, isNotRead, notReadText } from "../../terminal/inspection-words.js";
import { badge, searchable, section, table, time, type Addresses } from "../elements.js";
import { titleOf } from "../facts.js";
import { html, type Html } from "../../document/html.js";
import type { MakingDescription } from "../making/making.js";
import { timeLine } from "../picture/time-line.js";

const DECIMALS = 18;

/** Who got and lost which permissions, and when. */
export function permissionsPart(inspection: Inspection, addresses: Addresses): Html {
  const events = inspection.schemes
    .flatMap(({ contract, history }) => history.map((each) => ({ contract, ...each })))
    .toSorted((one, other) => one.block - other.block);
  const rows = events.map(
    ({ contract, event, by, how, block, time: when, transaction, controller }) => [
      time(when),
      badge(event === "registered" ? "note" : "caution", event),
      html`${titleOf(contract)} ${addresses.plain(contract.address)}`,
      how === "controller"
        ? "the creation of the controller"
        : how === "itself"
          ? "itself"
          : addresses.named(by),
      html`block ${block},
      ${addresses.transaction(transaction)}${controller !== undefined && html`, with the earlier controller ${addresses.plain(controller)}`}`,
    ],
  );
  const silent = inspection.schemes.filter(({ history }) => history.length === 0);
  return section(
    "permissions",
    "Permissions over time",
    timeLine(inspection),
    searchable(
      "changes",
      "changes",
      rows.length,
      table(
        "Who was registered and unregistered, oldest first",
        ["When", "What", "Account", "By", "Transaction"],
        rows,
      ),
    ),
    silent.length > 0 &&
      html`<p>Registered without an event, as older controllers do for their creator:</p>
        <ul class="plain">
          ${silent.map(({ contract }) => html`<li>${addresses.named(contract.address)}</li>`)}
        </ul>`,
  );
}

/** The transactions that created the DAO, and their cost. */
export function makingPart(making: Read<MakingDescription>, addresses: Addresses): Html {
  const title = "How it was created";
  if (isNotRead(making))
    return section(
      "making",
      title,
      html`<p>The transactions that created it are ${notReadText(making)}.</p>`,
    );
  const { transactions, maker, missing } = making;
  if (transactions.length === 0)
    return section("making", title, html`<p>${missing ?? "No transaction was found."}</p>`);
  const gas = transactions.reduce((sum, each) => sum + BigInt(each.gas), 0n);
  const cost = transactions.reduce((sum, each) => sum + BigInt(each.cost), 0n);
  const rows = transactions.map((each) => [
    time(each.time),
    html`${addresses.within(each.what)}${each.failed && html` ${badge("caution", "failed")}`}`,
    BigInt(each.gas).toLocaleString("en-US"),
    `${formatEther(each.cost)}`,
    html`block ${each.block}, ${addresses.transaction(each.hash)}`,
  ]);
  return section(
    "making",
    title,
    html`<p>
        ${transactions.length} ${transactions.length === 1 ? "transaction" : "transactions"} of
        ${addresses.plain(maker)}: ${gas.toLocaleString("en-US")} gas,
        ${amountText(String(cost), DECIMALS)} ether in total.
      </p>
      ${missing !== undefined && html`<p>${missing}</p>`}`,
    searchable(
      "transactions",
      "transactions",
      rows.length,
      table(
        "Transactions that created the DAO",
        ["When", "What", "Gas", "Cost in ether", "Transaction"],
        rows,
      ),
    ),
  );
}
