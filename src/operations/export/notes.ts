import { formatEther, formatUnits } from "ethers";

import type { Inspection, Inspected } from "../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../engine/inspect/reading/attempt.js";
import { META_DATA } from "../../engine/migration/register-schemes.js";
import type { Findings } from "./report.js";
import { contractText } from "./words.js";

/** Notes what a DAO has beyond what a file describes: how it came about, and what it owns. */
export function noteTheRest(inspection: Inspection, findings: Findings): void {
  const { earlierControllers: earlier, controller } = inspection;
  if (earlier.length > 0) {
    findings.notes.push({
      what: `The DAO was upgraded to ${contractText(controller)}, from ${earlier.map(({ contract }) => contractText(contract)).join(", then ")}.`,
      why: "A file creates a DAO with one controller, so the file describes the latest one.",
      whatToDo: "To export an earlier state of the DAO, pass --block.",
    });
  }
  reportLater(inspection, findings);
  reportPossessions(inspection, findings);
  reportStakingTokens(inspection, findings);
}

/** Reports schemes that schemes added or removed, usually by a vote. The file has those at the block that it can express, like original ones. */
function reportLater({ schemes }: Inspection, { notes }: Findings): void {
  const contracts = new Map(schemes.map(({ contract }) => [contract.address, contract]));
  for (const scheme of schemes) {
    const last = scheme.history.at(-1);
    const by = last && contracts.get(last.by);
    if (last === undefined || by === undefined) continue;
    if (by.code === "account" || by.name === "DaoCreator" || last.how !== "scheme") continue;
    const what =
      last.event === "registered"
        ? `was registered in block ${last.block}, and a file does not tell it from the original ones`
        : `was unregistered in block ${last.block} and is not in the file`;
    notes.push({
      what: `${contractText(scheme.contract)} ${what}.`,
      why: `${contractText(by)} did it through the controller.`,
      whatToDo: "To export an earlier state of the DAO, pass --block.",
    });
  }
}

/** Reports what a DAO has acquired. None of it is transferred. */
function reportPossessions(inspection: Inspection, { notes }: Findings): void {
  const { treasury, allowances, proposals, metaData } = inspection;
  const { ether = "0", tokens = [] } = ifRead(treasury) ?? {};
  const all = [
    ...(ether === "0" ? [] : [`${formatEther(ether)} ether`]),
    ...tokens.map(({ amount, address, decimals }) =>
      isNotRead(decimals)
        ? `${amount} wei of the token ${address}`
        : `${formatUnits(amount, decimals)} of the token ${address}`,
    ),
    ...counted(allowances, "allowance"),
    ...counted(proposals, "proposal"),
    ...(metaData === undefined || metaData === META_DATA
      ? []
      : ["what it says of itself (MetaData)"]),
  ];
  const unread = { treasury, allowances, proposals };
  for (const [what, read] of Object.entries(unread)) {
    if (!isNotRead(read)) continue;
    notes.push({
      what: `The DAO's ${what} could not be read: ${read.notRead}.`,
      why: "A parameters file describes how a DAO starts, without any of it.",
      whatToDo: "To find out what should move to the new DAO, try again with another node.",
    });
  }
  if (all.length === 0) return;
  notes.push({
    what: `The DAO also has ${all.join(", ")}.`,
    why: "A parameters file describes how a DAO starts, without any of it.",
    whatToDo:
      "Have the DAO vote on what should move to the new one. `dao-migrate inspect` lists it.",
  });
}

function counted(all: Inspected<readonly unknown[]>, what: string): string[] {
  const count = ifRead(all)?.length ?? 0;
  return count === 0 ? [] : [`${count} ${what}${count === 1 ? "" : "s"}`];
}

function reportStakingTokens({ votingMachines }: Inspection, { notes }: Findings): void {
  for (const { contract, stakingToken } of votingMachines) {
    if (stakingToken === undefined || isNotRead(stakingToken)) continue;
    notes.push({
      what: `${contractText(contract)} takes stakes in the token ${stakingToken.address}.`,
      why: "The base, not the file, decides which token is staked.",
      whatToDo: `A DAO on the same base has the same one. For a new base, pass --staking-token ${stakingToken.address}.`,
    });
  }
}
