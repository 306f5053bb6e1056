import { createECDH } from "node:crypto";

import type { EdrNetworkUserConfig } from "hardhat/types/config";

import { BoundedMap, madeOnce } from "../../support/once.js";
import { PROTOCOL_GAS_LIMIT } from "../gas-limit.js";
import type { Edr, EdrAccount } from "./edr.js";

/** Options of Hardhat's simulated network. */
export type SimulatedNetwork = Partial<Omit<EdrNetworkUserConfig, "type" | "chainType">>;

/** A chain to fork, all of whose blocks have the rules of one hardfork. */
export interface ForkedChain {
  readonly url: string;
  readonly blockNumber: number;
  /** Where EDR keeps what it reads. */
  readonly cacheDir: string;
}

interface Account {
  readonly privateKey: string;
  readonly balance: string | bigint;
  /** That of the key, if it is known. */
  readonly address?: string;
}

export interface EdrConfig {
  readonly defaultTransactionGasLimit: bigint;
  readonly mining: { readonly blockGasLimit?: bigint };
}

/** Hardhat's defaults. */
const CHAIN_ID = 31337;
const COINBASE = "0xc014ba5ec014ba5ec014ba5ec014ba5ec014ba5e";
const BLOCK_GAS_LIMIT = 60_000_000n;

type Accept = (value: unknown) => boolean;

const isFlag: Accept = (value) => typeof value === "boolean";
const isNumber: Accept = (value) =>
  typeof value === "bigint" ? value >= 0n : Number.isSafeInteger(value) && Number(value) >= 0;
const isLimit: Accept = (value) => value === false || (isNumber(value) && Number(value) > 0);
const isHex: Accept = (value) => typeof value === "string" && /^0x([0-9a-f]{2})*$/i.test(value);
const isPrice: Accept = (value) => value === "auto" || isNumber(value);

/** Options that are understood here. A chain with any other option or value is opened, or refused, by Hardhat. */
const ACCEPTED: Readonly<Record<string, Accept>> = {
  accounts: (value) =>
    Array.isArray(value) &&
    (value as Record<string, unknown>[]).every(({ privateKey, balance }) => {
      return isHex(privateKey) && String(privateKey).length === 66 && isNumber(balance);
    }),
  allowBlocksWithSameTimestamp: isFlag,
  allowUnlimitedContractSize: isFlag,
  blockGasLimit: isLimit,
  chainId: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  coinbase: (value) => isHex(value) && String(value).length === 42,
  from: (value) => isHex(value) && String(value).length === 42,
  gas: isPrice,
  gasMultiplier: (value) => typeof value === "number" && value > 0,
  gasPrice: isPrice,
  hardfork: (value) => typeof value === "string",
  initialBaseFeePerGas: isNumber,
  initialDate: (value) => !Number.isNaN(new Date(value as Date).getTime()),
  loggingEnabled: isFlag,
  minGasPrice: isNumber,
  mining: (value) => Object.keys(value as object).every((name) => name === "mempool"),
  networkId: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  throwOnCallFailures: isFlag,
  throwOnTransactionFailures: isFlag,
  transactionGasCap: isLimit,
};

/** Whether a chain with these options can be opened without Hardhat's runtime. */
export function isUnderstood(network: SimulatedNetwork): boolean {
  return Object.entries(network).every(([name, value]) => {
    return value === undefined || (Object.hasOwn(ACCEPTED, name) && ACCEPTED[name]!(value));
  });
}

/** EDR's configuration of a chain, as Hardhat would make it; undefined for a hardfork that is left to Hardhat. */
export function configOf(
  { native }: Edr,
  network: SimulatedNetwork,
  fork?: ForkedChain,
): EdrConfig | undefined {
  const hardfork = hardforkOf(native, network.hardfork ?? "osaka");
  if (hardfork === undefined) return undefined;
  const { blockGasLimit, chainId = CHAIN_ID, initialDate = new Date(), mining } = network;
  const { transactionGasCap, initialBaseFeePerGas: baseFee } = network;
  const spec = native.l1HardforkFromString(hardfork);
  const genesisBlockGasLimit = blockGasLimit ? BigInt(blockGasLimit) : BLOCK_GAS_LIMIT;
  const isCapped = spec >= native.l1HardforkFromString(hardforkOf(native, "osaka")!);
  const cap = typeof transactionGasCap === "number" ? BigInt(transactionGasCap) : transactionGasCap;
  const usualGas = isCapped ? PROTOCOL_GAS_LIMIT : genesisBlockGasLimit;
  const accounts = (network.accounts ?? []) as readonly Account[];
  const own = new Map<string, EdrAccount>();
  for (const { privateKey, balance, address: known } of accounts) {
    const address = known
      ? Buffer.from(known.slice(2), "hex")
      : madeOnce(addresses, privateKey, () => addressOf(privateKey, native));
    own.set(hex(address), { address, balance: BigInt(balance), code: new Uint8Array() });
  }
  const genesis = fork === undefined ? native.l1GenesisState(spec) : [];
  for (const account of genesis) {
    const { balance, code } = own.get(hex(account.address)) ?? {};
    own.set(hex(account.address), {
      ...account,
      balance: balance ?? account.balance,
      code: code ?? account.code,
    });
  }
  const condition = { blockNumber: 0n };
  return {
    ...{
      allowBlocksWithSameTimestamp: network.allowBlocksWithSameTimestamp ?? false,
      allowUnlimitedContractSize: network.allowUnlimitedContractSize ?? false,
      bailOnCallFailure: network.throwOnCallFailures ?? true,
      bailOnTransactionFailure: network.throwOnTransactionFailures ?? true,
      chainId: BigInt(chainId),
      coinbase: Buffer.from((network.coinbase ?? COINBASE).slice(2), "hex"),
      gasEstimationMode: native.GasEstimationMode.NoInternalOutOfGas,
      genesisState: [...own.values()],
      hardfork,
      initialBaseFeePerGas: baseFee === undefined ? undefined : BigInt(baseFee),
      minGasPrice: BigInt(network.minGasPrice ?? 0),
      network: fork
        ? {
            ...{ url: fork.url, cacheDir: fork.cacheDir, blockNumber: BigInt(fork.blockNumber) },
            chainOverrides: [
              {
                ...{ chainId: BigInt(chainId), name: "forked" },
                hardforkActivationOverrides: [{ condition, hardfork }],
              },
            ],
          }
        : {
            genesisBlockGasLimit,
            genesisBlockTime: BigInt(Math.floor(new Date(initialDate).getTime() / 1000)),
          },
      networkId: BigInt(network.networkId ?? chainId),
      observability: {},
      ownedAccounts: accounts.map(({ privateKey }) => privateKey),
      precompileOverrides: [],
      transactionGasCap: cap,
    },
    defaultTransactionGasLimit: cap === false ? genesisBlockGasLimit : (cap ?? usualGas),
    mining: {
      ...{
        autoMine: true,
        memPool: {
          order: native.MineOrdering[mining?.mempool?.order === "fifo" ? "Fifo" : "Priority"],
        },
      },
      blockGasLimit: blockGasLimit === false ? undefined : genesisBlockGasLimit,
    },
  };
}

/** EDR's name of a hardfork; undefined for an experimental one, of which Hardhat warns, and a few very old ones. */
function hardforkOf(native: Edr["native"], name: string): string | undefined {
  const exported = native as unknown as Readonly<Record<string, unknown>>;
  // Before 0.21, EDR had names of its own, which it exported: `MUIR_GLACIER` for Hardhat's muirGlacier.
  const own = exported["OSAKA"] ? exported[name.replaceAll(/[A-Z]/g, "_$&").toUpperCase()] : name;
  try {
    return native.l1HardforkFromString(own as string) <= native.l1HardforkLatest()
      ? (own as string)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Chains are opened with the same accounts again and again, and the addresses of ten take 18 ms. */
const addresses = new BoundedMap<string, Uint8Array>(256);

function addressOf(privateKey: string, native: Edr["native"]): Uint8Array {
  const curve = createECDH("secp256k1");
  curve.setPrivateKey(privateKey.slice(2), "hex");
  return native.keccak256(curve.getPublicKey().subarray(1)).subarray(-20);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
