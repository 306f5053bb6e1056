import type { GlobalConstraintDescription } from "../description.js";
import { attempt, Unknowable } from "../reading/attempt.js";
import type { BlockReader } from "../reading/block-reader.js";
import { jsonByName } from "../reading/contract.js";
import { describeContract, openContract } from "../reading/identify.js";
import type { Organization } from "./find-organization.js";

/** In the order of the contract's enum. */
const PHASES = ["before", "after", "before and after"] as const;

/** Reads the contracts that may refuse what the controller does, ordered by address. */
export async function readGlobalConstraints(
  reader: BlockReader,
  { avatar, controller, isUniversal }: Organization,
): Promise<readonly GlobalConstraintDescription[]> {
  const events = await controller.events(["AddGlobalConstraint"]);
  const own = events.filter(
    ({ values }) => !isUniversal || String(values._avatar) === avatar.address,
  );
  // If one was added twice, the later parameters count.
  const added = new Map(own.map(({ values }) => [String(values._globalConstraint), values]));
  const found = await Promise.all(
    [...added]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(async ([address, values]) => {
        const args = [address, avatar.address];
        if ((await controller.value("isGlobalConstraintRegistered", ...args)) !== true) return [];
        const paramsHash = String(values._params);
        const contract = await describeContract(reader, address);
        const parameters = await attempt(async () => {
          const opened = openContract(reader, contract);
          const outputs = opened?.abi.getFunction("parameters")?.outputs;
          if (!opened || !outputs) throw new Unknowable("its code is not Arc's");
          return jsonByName((await opened.read("parameters", paramsHash)).toArray(), outputs);
        });
        const looks = PHASES[Number(values._when)] ?? "before";
        return [{ contract, looks, paramsHash, parameters }];
      }),
  );
  return found.flat();
}
