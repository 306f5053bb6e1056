import { permitsAll } from "../../arc/permissions.js";
import type { Inspection } from "../../inspect/description.js";
import type { Warning } from "../../simulate/simulation.js";

/**
 * Warns of accounts that hold all permissions in between, but neither before nor at the end.
 * @param inspections the DAO at the start and after each proposal
 */
export function betweenWarnings(inspections: readonly Inspection[]): readonly Warning[] {
  const holders = inspections.map(
    ({ schemes }) =>
      new Set(
        schemes
          .filter(({ registered, permissions }) => registered && permitsAll(permissions.bytes))
          .map(({ contract }) => contract.address),
      ),
  );
  const [first, last] = [holders[0], holders.at(-1)];
  const warned = new Set<string>();
  return holders.flatMap((each, index) =>
    [...each].flatMap((address): readonly Warning[] => {
      if (first?.has(address) === true || last?.has(address) === true) return [];
      if (warned.has(address)) return [];
      warned.add(address);
      return [
        {
          id: "all-permissions-in-between",
          status: "warning",
          what: `${address} holds all permissions after proposal ${index}, and loses them later.`,
          why: "If the later proposals fail, or nobody makes them, it keeps them.",
          check: "Whose contract or account it is, and whether another order is possible.",
          todo: "Do not leave the change half done.",
        },
      ];
    }),
  );
}
