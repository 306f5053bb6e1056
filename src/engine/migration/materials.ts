import type { ArcRelease } from "../../foundation/arc/artifact.js";
import type { ArtifactSet } from "../../foundation/params/artifact-set.js";
import type { DaoParameters } from "../../foundation/params/parameters.js";
import type { BaseResult } from "../../foundation/result/result.js";
import { MigrationError } from "../../foundation/support/errors.js";
import type { Contract, Deployer } from "./deployer.js";

export interface Materials {
  readonly deployer: Deployer;
  /** The first part of each step's ID. */
  readonly step: string;
  readonly artifacts: ArtifactSet;
  /** Has the same release as the artifacts. */
  readonly base: BaseResult;
  readonly parameters: DaoParameters;
}

export function ofBase(
  { artifacts, base }: Pick<Materials, "artifacts" | "base">,
  name: keyof BaseResult,
): Contract {
  return at(artifacts.release, name, base[name]);
}

export function at(release: ArcRelease, name: string, address: string | undefined): Contract {
  if (address === undefined) {
    throw new MigrationError(
      `The base has no ${name}. Deploy the base of Arc ${release.version} again, with dao:migrate-base or \`dao-migrate base\`.`,
    );
  }
  return { artifact: release.artifact(name), address };
}
