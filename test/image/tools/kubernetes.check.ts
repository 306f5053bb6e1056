import { expect } from "chai";
import { Job } from "kubernetes-models/batch/v1";
import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";

import { imageTag } from "../../../scripts/image/names.mjs";
import { rejection } from "../../rejection.js";

const ROOT = join(import.meta.dirname, "../../..");
const MANIFEST = join(ROOT, "examples/kubernetes/test-suite.yaml");

type JobData = NonNullable<ConstructorParameters<typeof Job>[0]>;

describe("examples/kubernetes/test-suite.yaml", function () {
  this.timeout(60_000);

  let manifest: JobData;

  before(async () => {
    manifest = parse(await readFile(MANIFEST, "utf8")) as JobData;
  });

  it("is a Job as Kubernetes defines it", () => {
    new Job(manifest).validate();
    expect(() =>
      new Job({ ...manifest, spec: {} as NonNullable<JobData["spec"]> }).validate(),
    ).to.throw();
  });

  it("has no key that Kubernetes does not know", async () => {
    await compile(manifest);
    const misspelled = structuredClone(manifest) as { spec: { template: { spec: object } } };
    Object.assign(misspelled.spec.template.spec, { initContainer: [] });
    const error = await rejection(compile(misspelled));
    expect((error as Error & { stdout?: string }).stdout).to.contain("initContainer");
  });

  it("has the chain as a sidecar with the image's own health check, and one part for each index", () => {
    const { spec } = manifest;
    const [chain] = spec!.template.spec!.initContainers!;
    expect(chain!.restartPolicy).to.equal("Always");
    expect(chain!.image).to.equal(`hardhat-dao-migration:${imageTag().version}`);
    expect(chain!.startupProbe!.exec!.command).to.deep.equal([
      "node",
      "/app/dist/src/interfaces/cli/health.js",
    ]);
    const parts = spec!.template.spec!.containers[0]!.env!.find(
      ({ name }) => name === "TEST_PARTS",
    );
    expect(parts!.value).to.equal(String(spec!.completions));
  });
});

/** Type-checks a job: unlike the validators, TypeScript rejects unknown keys in a literal. */
async function compile(job: unknown): Promise<void> {
  const file = join(import.meta.dirname, `.manifest-${process.pid}.ts`);
  await writeFile(
    file,
    `import type { IJob } from "kubernetes-models/batch/v1";\nexport const job: IJob = ${JSON.stringify(job)};\n`,
  );
  try {
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const options = [
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--module",
      "node16",
      "--target",
      "es2023",
    ];
    await promisify(execFile)(process.execPath, [tsc, ...options, file]);
  } finally {
    await rm(file);
  }
}
