import { caution, facts, line, type Line, phrase } from "../document/document.js";
import type { SimulationWarning } from "../simulate/simulation.js";

/** A warning with its reason and advice. */
export function warningLine({ id, status, what, why, check, todo }: SimulationWarning): Line {
  const text = phrase`${{ strong: { sentence: id } }}: ${{ sentence: what }}`;
  const below = facts(
    ["why", { sentence: why }],
    ["check", { sentence: check }],
    ["do", { sentence: todo }],
  );
  return status === "inconclusive" ? line(["? not checked: ", text], below) : caution(text, below);
}
