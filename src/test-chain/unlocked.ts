import { nodeAccounts } from "../chain/node-accounts.js";
import { RpcError } from "../chain/rpc-error.js";
import { UsageError } from "../support/errors.js";
import { typed } from "../support/secrets.js";
import type { ServedProvider, TestChainOptions } from "./options.js";

/** Methods that sign for an account, and where to find it in the parameters. */
const SIGNING: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
  eth_sendTransaction: ([call]) => (call as { from?: unknown } | undefined)?.from,
  eth_signTransaction: ([call]) => (call as { from?: unknown } | undefined)?.from,
  eth_sign: ([account]) => account,
  eth_signTypedData_v4: ([account]) => account,
  personal_sign: ([, account]) => account,
};
/** The code that ganache uses. */
const LOCKED = -32000;

/**
 * Makes a chain sign for certain accounts: its own, unless it is secure, and those of `unlock`.
 * @throws UsageError if an entry of `unlock` is neither an address nor an index of the accounts
 */
export async function withUnlocked<Provider extends ServedProvider>(
  provider: Provider,
  { secure = false, unlock = [] }: Pick<TestChainOptions, "secure" | "unlock">,
): Promise<ServedProvider> {
  if (!secure && unlock.length === 0) return provider;
  const accounts = await nodeAccounts(provider);
  const unlocked = unlock.map((text) => addressOf(text, accounts));
  for (const address of unlocked.filter((own) => !accounts.includes(own))) {
    await provider.request({ method: "hardhat_impersonateAccount", params: [address] });
  }
  if (!secure) return provider;
  return {
    request: async (request) => {
      const account = Object.hasOwn(SIGNING, request.method)
        ? (SIGNING[request.method]?.((request.params ?? []) as readonly unknown[]) ?? accounts[0])
        : undefined;
      const known = addressLike(account) && unlocked.includes(account.toLowerCase());
      if (account !== undefined && !known) {
        const named = addressLike(account) ? `account ${account}` : "account";
        const message = `the ${named} is locked; unlock it with --unlock, or sign with its key`;
        throw new RpcError(request.method, { code: LOCKED, message });
      }
      return await provider.request(request);
    },
    on: provider.on.bind(provider),
    off: provider.off.bind(provider),
    removeListener: provider.removeListener.bind(provider),
  };
}

function addressLike(value: unknown): value is string {
  return typeof value === "string" && /^0x[0-9a-f]{40}$/i.test(value);
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
