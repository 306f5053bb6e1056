import { block, count, joined, line, paragraph, phrase } from "../document/document.js";
import type { Block, Inline } from "../document/document.js";
import type { ControlDescription, Inspection } from "../inspect/description.js";
import { isNotRead } from "../inspect/reading/attempt.js";

/** Who can pass a proposal of each scheme. Schemes with the same answer share a line. */
export function controlBlock({ control, schemes }: Inspection): Block | undefined {
  const title = "Who controls this DAO: the fewest who can pass a proposal";
  if (isNotRead(control)) return block(title, paragraph(control));
  if (control.length === 0) return undefined;
  const byAnswer = new Map<string, { readonly names: Set<string>; readonly answer: Inline }>();
  for (const each of control) {
    const { scheme, permissions } = each;
    const name = schemes.find(({ contract }) => contract.address === scheme)?.contract.name;
    const answer = fewestWords(each, 10);
    const known = byAnswer.get(JSON.stringify(answer)) ?? { names: new Set(), answer };
    known.names.add(`${name ?? scheme} (${permissions})`);
    byAnswer.set(JSON.stringify(answer), known);
  }
  return block(
    title,
    [...byAnswer.values()].map(({ names, answer }) => line([...names].join(", "), line(answer))),
  );
}

type Fewest = Pick<ControlDescription, "accounts" | "share" | "neededPercent"> & {
  readonly boosting?: boolean;
};

/**
 * The fewest accounts that can pass a proposal, however all others vote.
 * @param most accounts to name
 */
export function fewestWords(control: Fewest, most = 0): Inline {
  const { accounts, share, neededPercent, boosting = false } = control;
  if (accounts.length === 0) {
    return `nobody: all accounts together have no more than ${neededPercent}% of the reputation`;
  }
  const named = accounts.slice(0, most).map((address) => ({ address, named: true }));
  const who = named.length > 0 && [": ", joined(named), accounts.length > most && ", …"];
  const fewer = boosting && "; fewer if a proposal is boosted and nobody votes against it";
  return phrase`${count(accounts.length, "account")} with ${{ share }} of the reputation (more than ${neededPercent}% decides)${who}${fewer}`;
}
