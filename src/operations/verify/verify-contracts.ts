import { toQuantity } from "ethers";

import { compareCode, type Comparison } from "../../foundation/arc/compilation/compare.js";
import type { ArcRelease, Artifact } from "../../foundation/arc/artifact.js";
import { identifyCode, newestOf } from "../../foundation/arc/known-code.js";
import { openArcRelease } from "../../foundation/arc/open-release.js";
import type { OpenOptions } from "../../foundation/arc/source/open-options.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import { proxyAt, stateAt } from "../../foundation/chain/proxy.js";
import { readCode } from "../../foundation/chain/read-code.js";
import { ArcSources, type CompiledSource } from "./arc-sources.js";
import { ownBuilds } from "./own-build.js";
import type { SourceVerdict, Target, Verification } from "./verification.js";

export interface VerifyContractsOptions extends OpenOptions {
  readonly provider: Eip1193Provider;
  /** Default: the latest. */
  readonly block?: number;
  /** The project whose build info and installed Arc are used. */
  readonly projectRoot: string;
  /** Called before something takes long. */
  readonly onNote?: (message: string) => void;
}

interface Deployed {
  readonly target: Target;
  readonly code: string;
  /** Undefined if the release does not have the contract. */
  readonly artifact: Artifact | undefined;
}

/**
 * Verifies contracts: compares their code on the chain with the published code, and the published code with what its
 * sources compile to now.
 * @throws ArcError if a release, sources or a compiler cannot be obtained
 */
export async function verifyContracts(
  targets: readonly Target[],
  options: VerifyContractsOptions,
): Promise<readonly Verification[]> {
  const { onNote = () => {} } = options;
  const releases = new Map<string, ArcRelease>();
  const deployed: Deployed[] = [];
  const codes = await Promise.all(targets.map(({ address }) => codeAt(address, options)));
  for (const [index, target] of targets.entries()) {
    const { arcVersion, name } = target;
    const code = codes[index]!;
    const release =
      arcVersion && (releases.get(arcVersion) ?? (await openArcRelease(arcVersion, options)));
    if (release) releases.set(release.version, release);
    const artifact = release && release.has(name) ? release.artifact(name) : undefined;
    deployed.push({ target, code, artifact });
  }
  const sources = new ArcSources(options, onNote);
  const ofArc = deployed.filter(({ artifact, code }) => artifact !== undefined && code !== "0x");
  const compile = async (contracts: readonly Deployed[], rank: number): Promise<void> =>
    await sources.compile(
      contracts.map(({ target }) => target),
      rank,
    );
  await compile(ofArc, 0);
  // If the first package does not compile to this code, the next one may.
  const others = ofArc.filter(
    ({ code, artifact }) => compareCode(code, artifact!.deployedBytecode).outcome !== "exact",
  );
  await compile(others, 1);
  const verified: Verification[] = [];
  for (const each of deployed) verified.push(await verify(each, sources, options));
  return verified;
}

async function verify(
  deployed: Deployed,
  sources: ArcSources,
  options: VerifyContractsOptions,
): Promise<Verification> {
  const { target, code, artifact } = deployed;
  const about = described(target, artifact);
  if (code === "0x") {
    return {
      ...about,
      code: "no code",
      sources: "none",
      verified: false,
      note: "There is no contract at this address. Check the address and the network.",
    };
  }
  const compare = async (deployedCode: string): Promise<Verification> => ({
    ...about,
    ...(artifact === undefined
      ? await verifyOwn(target, deployedCode, options)
      : verifyArc(target, deployedCode, artifact, sources.of(target))),
  });
  const own = await compare(code);
  if (own.code === "exact" || own.code === "equal") return own;
  const proxy = await proxyAt(target.address, code, stateAt(options.provider, tagOf(options)));
  if (proxy === undefined) return withHint(own, code, target);

  const behind = await compare(await codeAt(proxy.implementation, options));
  const { beacon } = proxy;
  const who =
    beacon === undefined ? "The proxy's admin" : `Anyone whom its beacon ${beacon} allows`;
  const change = proxy.canChange
    ? `${who} can replace the implementation, so it does not count as verified.`
    : "Its target cannot be changed.";
  return {
    ...behind,
    code: "proxy",
    proxy,
    verified: behind.verified && !proxy.canChange,
    note:
      `${proxy.kind}: its calls go to ${proxy.implementation}, whose code is ` +
      `${behind.code === "different" ? `not ${target.name}` : behind.code}. ${change}`,
  };
}

function withHint(verification: Verification, code: string, { name }: Target): Verification {
  const known = identifyCode(code);
  if (known?.contract !== name) return verification;
  const other = newestOf(known);
  return {
    ...verification,
    note: `This is the code of ${name} in Arc ${other}. If that is expected, pass --arc-version ${other}.`,
  };
}

type Compared = Omit<Verification, keyof Target>;

function verifyArc(
  target: Target,
  code: string,
  artifact: Artifact,
  sources: readonly CompiledSource[],
): Compared {
  const found = compareCode(code, artifact.deployedBytecode);
  // If Arc contains a copy of a contract, DaoCreator deploys the copy.
  const [copy, likeCopy] = bestOf(sources, (source) => compareCode(code, source.deployedBytecode));
  if (copy !== undefined && likeCopy !== undefined && isCloser(likeCopy, found)) {
    return {
      code: likeCopy.outcome,
      sources: likeCopy.outcome,
      verified: true,
      source: copy,
      note: `This is the copy of ${target.name} that ${copy.from} includes.`,
    };
  }
  if (isSame(found)) {
    const [best, comparison] = bestOf(sources, (source) => compareBoth(source, artifact));
    const verdict: SourceVerdict = comparison?.outcome ?? "none";
    const isProven = verdict === "exact" || verdict === "equal";
    return {
      code: found.outcome,
      sources: verdict,
      verified: isProven,
      source: best,
      note: isProven
        ? undefined
        : "No published sources compile to this code; docs/verify.md lists such contracts.",
    };
  }
  const [nearest] = sources;
  return {
    code: "different",
    differsAt: found.outcome === "different" ? found.at : 0,
    sources: nearest === undefined ? "none" : compareBoth(nearest, artifact).outcome,
    verified: false,
  };
}

async function verifyOwn(
  target: Target,
  code: string,
  { projectRoot }: VerifyContractsOptions,
): Promise<Compared> {
  const builds = await ownBuilds(target.name, projectRoot);
  const [best, comparison] = bestOf(builds, (build) =>
    compareCode(code, build.deployedBytecode, build.immutable),
  );
  if (best === undefined || comparison === undefined) {
    return {
      code: "unknown",
      sources: "none",
      verified: false,
      note:
        `${target.arcVersion === undefined ? "No" : `Neither Arc ${target.arcVersion} nor the project's`} build info ` +
        `has ${target.name} (artifacts/build-info). Compile the project with the settings used for the deployment.`,
    };
  }
  return {
    code: comparison.outcome,
    differsAt: comparison.outcome === "different" ? comparison.at : undefined,
    sources: "build info",
    verified: isSame(comparison),
    source: best,
  };
}

function described({ name, place, address, arcVersion }: Target, artifact: Artifact | undefined) {
  if (artifact === undefined) return { name, place, address };
  const constructor = artifact.abi.find(({ type }) => type === "constructor");
  const takesArguments = (constructor?.inputs ?? []).length > 0;
  return { name, place, address, arcVersion, takesArguments };
}

function compareBoth(source: CompiledSource, artifact: Artifact): Comparison {
  const creation = compareCode(source.bytecode, artifact.bytecode);
  const runtime = compareCode(source.deployedBytecode, artifact.deployedBytecode);
  return creation.outcome === "exact" || runtime.outcome === "different" ? runtime : creation;
}

/** The first of the candidates that match best. */
function bestOf<T>(
  candidates: readonly T[],
  compare: (candidate: T) => Comparison,
): readonly [T, Comparison] | readonly [undefined, undefined] {
  for (const outcome of CLOSEST) {
    for (const candidate of candidates) {
      const comparison = compare(candidate);
      if (comparison.outcome === outcome) return [candidate, comparison];
    }
  }
  return [undefined, undefined];
}

const CLOSEST = ["exact", "equal", "different"];

function isCloser(one: Comparison, other: Comparison): boolean {
  return CLOSEST.indexOf(one.outcome) < CLOSEST.indexOf(other.outcome);
}

function isSame({ outcome }: Comparison): boolean {
  return outcome !== "different";
}

async function codeAt(address: string, options: VerifyContractsOptions): Promise<string> {
  return await readCode(options.provider, address, tagOf(options));
}

function tagOf({ block }: VerifyContractsOptions): string {
  return block === undefined ? "latest" : toQuantity(block);
}
