import { RehearsalDeployer } from "../execution/deployers/rehearsal-deployer.js";
import { openEmptyChain } from "../execution/fork/empty-chain.js";
import type { Planned } from "../execution/steps/plan.js";
import { StepLedger } from "../execution/steps/step-ledger.js";
import type { RehearsalTerms } from "./rehearsal-terms.js";
import { runMigration } from "./run-migration.js";

/**
 * Estimates a migration whose chain cannot be forked, by running the same steps on an empty chain. Gas and cost are
 * realistic; addresses differ.
 * @returns undefined if the migration needs something that only its own chain has
 */
export async function estimate(terms: RehearsalTerms): Promise<readonly Planned[] | undefined> {
  const { facts, prepared, ledger, target } = terms;
  const { reusable = {}, sections, change } = prepared;
  // An empty chain has no DAO to change.
  if (change !== undefined) return undefined;
  const chain = await openEmptyChain(target.chain.chainId);
  try {
    const deployer = new RehearsalDeployer(
      chain,
      { ...facts, onWarning: undefined },
      { ledger: new StepLedger(), funding: terms.funding, onEvent: () => {} },
    );
    const whole = [...new Set(["base" as const, ...sections])];
    await runMigration(deployer, { ...prepared, sections: whole, reusable: {} }, {});
    const isLeft = ({ step }: Planned) => {
      const [section, name = ""] = step.split("/");
      const isThere = section === "base" && (!sections.includes("base") || name in reusable);
      return !isThere && !ledger.has(step);
    };
    return deployer.plan.filter(isLeft).map(withoutAddress);
  } catch {
    return undefined;
  } finally {
    await chain.close();
  }
}

function withoutAddress(planned: Planned): Planned {
  if (planned.kind === "clock") return planned;
  const { contractAddress: _, ...rest } = planned;
  return rest;
}
