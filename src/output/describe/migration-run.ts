import { block, facts, group, line, phrase } from "../document/document.js";
import type { Inline, Parts, Row } from "../document/document.js";
import type { ContractResult, ResultSections } from "../../foundation/result/result.js";
import type { MadeCheck } from "../../operations/run/check-made.js";
import type { MigrationRun, RunFigures } from "../../operations/run/figures.js";
import type { LivePreview } from "../../operations/run/live.js";
import { shownPath } from "../../foundation/support/shown-path.js";
import { madeCheckDocument } from "./check.js";
import { previewDocument, stepsDocument } from "./preview.js";

export function dryRunDocument({ preview, chain, outline }: LivePreview): Parts {
  return [stepsDocument(preview, chain), previewDocument(preview, chain, outline)];
}

/**
 * What a migration did: figures first, then the addresses.
 * @param output the result file
 */
export function migrationDocument(
  { result: { network, chainId, inProcess }, made, figures, checks }: MigrationRun,
  output: string,
): Parts {
  const where = inProcess === true && ", in this process";
  return [
    group(
      facts(
        ["network", phrase`${{ untrusted: network }} (chain ID ${chainId}${where})`],
        ["account", { address: figures.account }],
        ["transactions", figures.transactions],
        ["gas", { number: figures.gasUsed }],
        ["time", `${(figures.milliseconds / 1000).toFixed(2)} s`],
        ...explorerRows(made, figures),
      ),
    ),
    addressesDocument(made),
    group(line`Wrote ${{ code: shownPath(output) }}.`),
    checksDocument(checks),
  ];
}

export function checksDocument(checks: readonly MadeCheck[]): Parts {
  return checks.map((check) => group(madeCheckDocument(check)));
}

/** Links to a DAO in a block explorer, or else to the account. */
function explorerRows({ dao, test }: ResultSections, { account, explorer }: RunFigures): Row[] {
  if (explorer === undefined) return [];
  const avatars = [dao?.Avatar, test?.Avatar].filter((avatar) => avatar !== undefined);
  return (avatars.length > 0 ? avatars : [account]).map((address, index) => [
    index === 0 ? "explorer" : "",
    { url: `${explorer}/address/${address}` },
  ]);
}

export function addressesDocument({ base, dao, test }: ResultSections): Parts {
  return [
    base && block(`base, Arc ${base.arcVersion}`, facts(...addressRows(base))),
    dao && block(titleOf("dao", dao), facts(...daoRows(dao))),
    test && block(titleOf("test", test), facts(...daoRows(test))),
  ];
}

type DaoSection = NonNullable<ResultSections["dao"] | ResultSections["test"]>;

function titleOf(section: string, { name, arcVersion }: DaoSection): Inline {
  return [`${section} `, { untrusted: name, quoted: true }, `, Arc ${arcVersion}`];
}

function daoRows(dao: DaoSection): Row[] {
  const standAlone = "StandAloneContracts" in dao ? dao.StandAloneContracts : [];
  return [
    ...addressRows(dao),
    ...dao.Schemes.map((scheme): Row => [
      ["scheme ", labelOf(scheme)],
      [{ address: scheme.address }, `  ${scheme.permissions}`],
    ]),
    ...standAlone.map((contract): Row => [
      ["contract ", labelOf(contract)],
      { address: contract.address },
    ]),
  ];
}

function labelOf({ name, alias }: ContractResult): Inline {
  return { untrusted: alias === undefined || alias === name ? name : `${name} (${alias})` };
}

function addressRows(fields: object): Row[] {
  return Object.entries(fields)
    .filter(([, value]) => /^0x([0-9a-f]{40}|[0-9a-f]{64})$/i.test(String(value)))
    .map(([name, value]) => [name, { code: String(value) }]);
}
