import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import type { HandledProposal } from "../../../src/operations/change/carry/propose-or-wait.js";
import { CHANGING_DAO } from "../../operations/change/change-dao.js";

/** Holds nothing in the DAO. */
export const NEWCOMER = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";
/** The parameters of the DAO with a founder whom it has yet to pay. */
export const PAID: MigrationParameters = {
  ...CHANGING_DAO,
  founders: [...CHANGING_DAO.founders, { address: NEWCOMER, tokens: 5, reputation: 7 }],
};

interface Written {
  readonly transactions: readonly {
    readonly to: string;
    readonly value: string;
    readonly data: string;
  }[];
}

export const written = async (folder: string, name: string): Promise<Written> =>
  JSON.parse(await readFile(join(folder, name), "utf8")) as Written;
export const handledOf = ({ stdout }: { readonly stdout: string }): readonly HandledProposal[] =>
  (JSON.parse(stdout) as { readonly handled: readonly HandledProposal[] }).handled;
