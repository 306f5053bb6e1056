import { verbatim } from "../document/html.js";

/**
 * The page's only script. It searches long lists, and opens everything for printing. It reads what the page shows and
 * writes only counts and classes, so it can never run text from a chain.
 */
export const SCRIPT = verbatim`
document.documentElement.classList.add("js");
document.addEventListener("DOMContentLoaded", () => {
  for (const list of document.querySelectorAll("[data-searchable]")) {
    const most = Number(list.dataset.searchable);
    const input = list.querySelector("input");
    const status = list.querySelector("[role=status]");
    const more = list.querySelector("button");
    const what = status.dataset.what;
    const rows = [...list.querySelectorAll("[data-row]")];
    let shown = rows.slice(0, most);
    let matching = rows;
    let texts;
    const show = (count) => {
      const next = matching.slice(0, count);
      for (const row of shown) row.classList.add("later");
      for (const row of next) row.classList.remove("later");
      shown = next;
      const some = matching.length === rows.length ? rows.length + " " + what : matching.length + " of " + rows.length + " " + what;
      status.textContent = next.length < matching.length ? some + ", the first " + next.length + " shown" : some;
      more.hidden = next.length === matching.length;
    };
    input.addEventListener("input", () => {
      texts ??= rows.map((row) => row.textContent.toLowerCase());
      const words = input.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
      matching = words.length === 0 ? rows : rows.filter((row, index) => words.every((word) => texts[index].includes(word)));
      show(most);
    });
    more.addEventListener("click", () => {
      const first = matching[shown.length];
      show(shown.length + 10 * most);
      first.setAttribute("tabindex", "-1");
      first.focus();
    });
    show(most);
  }
  const opened = [];
  addEventListener("beforeprint", () => {
    for (const each of document.querySelectorAll(".proposal:not([open],.later)")) {
      each.open = true;
      opened.push(each);
    }
  });
  addEventListener("afterprint", () => {
    for (const each of opened.splice(0)) each.open = false;
  });
});
`;
