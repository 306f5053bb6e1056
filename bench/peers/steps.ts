import { openArcRelease } from "../../src/foundation/arc/open-release.js";
import type { Artifact } from "../../src/foundation/arc/artifact.js";
import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { DirectDeployer } from "../../src/engine/execution/deployers/direct-deployer.js";
import { migrateBase } from "../../src/engine/migration/base.js";

/** One transaction of a base: a deployment, or a call `on` a deployed contract. */
interface Step {
  readonly id: string;
  readonly contract: string;
  readonly on?: string;
  readonly call?: string;
  /** A contract of an earlier step is `{ ref: id }`, an integer is `{ integer: text }`. */
  readonly args: readonly unknown[];
}

/** The base of the default release as plain data, for tools that do not know Arc. */
export interface Steps {
  readonly artifacts: Record<string, object>;
  readonly steps: readonly Step[];
}

/** Further fields of Hardhat's artifacts, which Ignition requires. */
const AS_COMPILED = { sourceName: "Arc.sol", linkReferences: {}, deployedLinkReferences: {} };

/** Records the steps of a base by deploying one on a chain. */
export async function baseSteps(provider: Eip1193Provider): Promise<Steps> {
  const direct = await DirectDeployer.create({ provider, network: undefined, inProcess: false });
  const artifacts: Record<string, object> = {};
  const steps: Step[] = [];
  const made = new Map<string, string>();
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value === "bigint") return { integer: value.toString() };
    const ref = typeof value === "string" ? made.get(value) : undefined;
    return ref === undefined ? value : { ref };
  };
  const nameOf = (id: string) => id.replaceAll("/", "_");
  const contractOf = ({ contractName, abi, bytecode }: Artifact) => {
    artifacts[contractName] = { ...AS_COMPILED, contractName, abi, bytecode };
    return contractName;
  };
  const deployer = new Proxy(direct, {
    get(target, name) {
      if (name === "deploy") {
        return async (id: string, artifact: Artifact, args: readonly unknown[] = []) => {
          steps.push({ id: nameOf(id), contract: contractOf(artifact), args: args.map(plain) });
          const contract = await target.deploy(id, artifact, args);
          made.set(contract.address, nameOf(id));
          return contract;
        };
      }
      if (name === "send") {
        return async (...[id, contract, selector, args = []]: Parameters<typeof target.send>) => {
          const call = typeof selector === "string" ? selector : (selector.name ?? "");
          const on = made.get(contract.address) ?? "";
          const { contractName } = contract.artifact;
          steps.push({ id: nameOf(id), contract: contractName, on, call, args: args.map(plain) });
          await target.send(id, contract, selector, args);
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  await migrateBase(deployer, await openArcRelease("rc.57"));
  return { artifacts, steps };
}
