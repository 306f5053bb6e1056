import { PERMISSIONS } from "../migration/prepare-schemes.js";
import type { Founder } from "../params/parameters.js";
import type { PreparedMigration } from "./prepare.js";

/** What a migration is of, known before anything is sent. */
export interface MigrationOutline {
  readonly arcVersion: string;
  /** The result file. */
  readonly output: string;
  /** Absent where no DAO is made. */
  readonly dao?: DaoOutline;
}

export interface DaoOutline {
  readonly name: string;
  readonly tokenName: string;
  readonly tokenSymbol: string;
  /** Amounts in wei. */
  readonly founders: readonly Founder[];
  /** Everything that is registered with the controller. */
  readonly schemes: readonly { readonly name: string; readonly permissions: string }[];
  /** Whether the deploying account keeps all permissions at the end. */
  readonly accountKeepsPermissions: boolean;
}

/** What is about to be made, for a preview. */
export function outlineOf({ release, dao }: PreparedMigration, output: string): MigrationOutline {
  if (dao === undefined) return { arcVersion: release.version, output };
  const { parameters } = dao;
  const builtIn = Object.entries(parameters.schemes).flatMap(([name, entries]) =>
    entries.map(() => ({ name, permissions: PERMISSIONS[name as keyof typeof PERMISSIONS] })),
  );
  const custom = parameters.customSchemes.map(({ name, alias, permissions }) => ({
    name: alias ?? name,
    permissions,
  }));
  return {
    arcVersion: release.version,
    output,
    dao: {
      name: parameters.orgName,
      tokenName: parameters.tokenName,
      tokenSymbol: parameters.tokenSymbol,
      founders: parameters.founders,
      schemes: [...builtIn, ...custom],
      accountKeepsPermissions: !parameters.useDaoCreator && !parameters.unregisterOwner,
    },
  };
}
