import { ask, nodeAccounts } from "../foundation/chain/provider.js";
import { RpcError } from "../foundation/chain/rpc-error.js";
import type { RpcBlock } from "../foundation/chain/rpc-types.js";
import { UsageError } from "../foundation/support/errors.js";
import { typed } from "../foundation/support/secrets.js";
import { guarded } from "./guarded.js";
import { withRequest, type ServedProvider, type TestChainOptions } from "./options.js";
import { FORMATS } from "../foundation/support/formats.js";

/** Makes a migrated chain ready for its users: their mining mode, log, accounts and gas price, and the guard. */
export async function servedProvider(
  provider: ServedProvider,
  options: TestChainOptions,
): Promise<ServedProvider> {
  if (options.loggingEnabled === true) {
    await ask(provider, "hardhat_setLoggingEnabled", true);
  }
  return await withUnlocked(guarded(withGasPrice(provider, options)), options);
}

export async function startMining(
  provider: Pick<ServedProvider, "request">,
  { mining }: TestChainOptions,
): Promise<void> {
  const interval = mining?.interval ?? 0;
  // As in Hardhat: an interval alone turns automine off.
  const auto = mining?.auto ?? mining?.interval === undefined;
  if (!auto) await ask(provider, "evm_setAutomine", false);
  if (interval !== 0) await ask(provider, "evm_setIntervalMining", interval);
}

/** Makes a chain suggest the gas price from its options, as long as the next block accepts it. */
function withGasPrice(provider: ServedProvider, { gasPrice }: TestChainOptions): ServedProvider {
  if (gasPrice === undefined || gasPrice === "auto") return provider;
  const own = BigInt(gasPrice);
  return withRequest(provider, async (request) => {
    if (request.method !== "eth_gasPrice") return await provider.request(request);
    const pending = await ask<RpcBlock>(provider, "eth_getBlockByNumber", "pending", false);
    if (own < BigInt(pending.baseFeePerGas ?? 0)) return await provider.request(request);
    return `0x${own.toString(16)}`;
  });
}

/** Methods that sign for an account, and where to find it in the parameters. */
const SIGNING: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
  eth_sendTransaction: ([call]) => (call as { from?: unknown } | undefined)?.from,
  eth_signTransaction: ([call]) => (call as { from?: unknown } | undefined)?.from,
  eth_sign: ([account]) => account,
  eth_signTypedData_v4: ([account]) => account,
  personal_sign: ([, account]) => account,
  personal_unlockAccount: ([account]) => account,
};
/** The code that ganache uses. */
const LOCKED = -32000;

/**
 * Makes a chain sign for certain accounts: its own, unless it is secure, and those of `unlock`.
 * @throws UsageError if an entry of `unlock` is neither an address nor an index of the accounts
 */
async function withUnlocked(
  provider: ServedProvider,
  { secure = false, unlock = [] }: TestChainOptions,
): Promise<ServedProvider> {
  if (!secure && unlock.length === 0) return provider;
  const accounts = await nodeAccounts(provider);
  const unlocked = unlock.map((text) => addressOf(text, accounts));
  for (const address of unlocked.filter((own) => !accounts.includes(own))) {
    await ask(provider, "hardhat_impersonateAccount", address);
  }
  if (!secure) return provider;
  return withRequest(provider, async (request) => {
    const { method, params = [] } = request;
    const account = Object.hasOwn(SIGNING, method)
      ? (SIGNING[method]?.(params as readonly unknown[]) ?? accounts[0])
      : undefined;
    const isAddress = addressLike(account);
    if (account === undefined || (isAddress && unlocked.includes(account.toLowerCase()))) {
      return await provider.request(request);
    }
    const named = isAddress ? `account ${account}` : "account";
    const message = `the ${named} is locked; unlock it with --unlock, or sign with its key`;
    throw new RpcError(method, { code: LOCKED, message });
  });
}

function addressLike(value: unknown): value is string {
  return typeof value === "string" && FORMATS.Address.test(value);
}

function addressOf(text: string, accounts: readonly string[]): string {
  if (addressLike(text)) return text.toLowerCase();
  const account = /^\d{1,6}$/.test(text) ? accounts[Number(text)] : undefined;
  if (account !== undefined) return account;
  throw new UsageError(
    `The account to unlock is ${typed(text)}. It must be an address, or an index into the ${accounts.length} accounts, ` +
      "from 0.",
  );
}
