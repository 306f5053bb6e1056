import type {
  ControlDescription,
  RedeemableDescription,
  SchemeDescription,
} from "../../src/engine/inspect/description.js";
import { textOf, type Facts, type Found } from "./facts.js";
import type { Node } from "./raw-chain.js";
import { controlKey, controlValue, owedIn, redeemableOf, tellScheme, type Owes } from "./told.js";

/** As much of the JSON of a simulation as reading by force can confirm. */
export interface SimulationJson {
  readonly avatar: string;
  readonly powers: {
    readonly verdict: string;
    readonly changes: readonly { readonly kind: string; readonly who: readonly string[] }[];
    readonly shares: readonly { readonly account: string }[];
  };
  readonly passed: {
    readonly stages: readonly Transaction[];
    readonly balances: readonly {
      readonly account: string;
      readonly kind: string;
      readonly token?: string;
      readonly before: unknown;
      readonly after: unknown;
    }[];
    readonly promises: { readonly owes?: Owes };
    readonly changes:
      | { readonly notRead: string }
      | {
          readonly differences: readonly DifferenceJson[];
          readonly notCompared: readonly { readonly path: string }[];
        };
  };
}

/** What a simulation or a plan sent; absent fields are as the chain has them. */
export interface Transaction {
  readonly time?: number;
  readonly from: string;
  readonly to?: string;
  readonly value?: string;
  readonly data: string;
}

interface DifferenceJson {
  readonly kind: string;
  readonly of?: string;
  readonly account?: string;
  readonly spender?: string;
  readonly token?: unknown;
  readonly scheme?: { readonly address: string };
  readonly permissions?: { readonly bytes: string };
  readonly wasRegistered?: boolean;
  readonly parameters?: SchemeDescription["parameters"];
  readonly proposal?: { readonly id: string };
  readonly vote?: string;
  readonly path?: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

interface Held {
  readonly contract: object;
}

/** Facts before and after; undefined if there is none. */
export type Changes = ReadonlyMap<string, readonly [before?: string, after?: string]>;

const NOTHING: readonly (string | undefined)[] = [undefined, "0", "0x00000000"];

/** What is different, without what follows from other blocks. */
export function changesBetween(before: Found, after: Found): Changes {
  const changes = new Map<string, readonly [string?, string?]>();
  for (const key of new Set([...before.facts.keys(), ...after.facts.keys()])) {
    if (/^(block|owed .*|.*paramsHash)$/.test(key)) continue;
    const [was, is] = [before.facts.get(key), after.facts.get(key)];
    if (was !== is) changes.set(key, [was, is]);
  }
  return changes;
}

/** Whether a simulation says that it does not know what accounts can redeem for a proposal. */
export function isNotCompared({ passed }: SimulationJson, key: string): boolean {
  const { notCompared = [] } = passed.changes as {
    readonly notCompared?: readonly { path: string }[];
  };
  const [, id] = /^proposal (\S+) redeemable /.exec(key) ?? [];
  return id !== undefined && notCompared.some(({ path }) => path === `proposals[${id}].redeemable`);
}

/** What a simulation says is different, under the same keys. */
export function toldChanges({ passed }: SimulationJson): Changes {
  const changes = new Map<string, readonly [string?, string?]>();
  if ("notRead" in passed.changes) throw new Error(passed.changes.notRead);
  for (const each of passed.changes.differences) {
    const key = keyOf(each);
    if (key === undefined) continue;
    const { permissions } = each;
    // What another registration changes is told, too.
    if (each.kind === "schemeRegistered" && each.wasRegistered) continue;
    if (each.kind === "schemeRegistered") changes.set(key, [undefined, permissions!.bytes]);
    else if (each.kind === "schemeUnregistered") changes.set(key, [permissions!.bytes, undefined]);
    else changes.set(key, [valueOf(each.before), valueOf(each.after)]);
  }
  return changes;
}

/** What a simulation says of who holds more or less of the DAO's token and reputation. */
export function toldBalances({ passed }: SimulationJson, { facts }: Found): Changes {
  const changes = new Map<string, readonly [string?, string?]>();
  for (const { account, token, before, after } of passed.balances) {
    const what = ["token", "reputation"].find((each) => facts.get(each) === textOf(token));
    if (what !== undefined)
      changes.set(`${what} holder ${textOf(account)}`, [valueOf(before), valueOf(after)]);
  }
  return changes;
}

/** Only who holds more or less. */
export function holdingsIn(changes: Changes): Changes {
  return new Map([...changes].filter(([key]) => / holder /.test(key)));
}

function keyOf({
  kind,
  of,
  account,
  spender,
  token,
  scheme,
  vote = "",
  proposal,
  ...rest
}: DifferenceJson): string | undefined {
  const at = (value: unknown): string => textOf((value as { address?: string }).address ?? value);
  switch (kind) {
    case "controller":
      return kind;
    case "supply":
      return `${of} totalSupply`;
    case "owner":
      return `${of} owner`;
    case "holding":
      return `${of} holder ${at(account)}`;
    case "treasury":
      return `treasury ${token === undefined ? "ether" : at(token)}`;
    case "allowance":
      return `allowance ${at(token)} ${at(spender)}`;
    case "permissions":
    case "schemeRegistered":
    case "schemeUnregistered":
      return `scheme ${at(scheme)} permissions`;
    case "globalConstraint":
      return `constraint ${at(((rest.after ?? rest.before) as Held).contract)}`;
    case "control":
      return controlKey({ scheme: at(scheme), vote });
    case "redeemable":
      return `proposal ${proposal!.id} redeemable ${at(account)}`;
    default:
      return undefined;
  }
}

/** A value as a fact: a contract is its address, permissions are their bytes, a constraint its parameters. */
function valueOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null)
    return value === undefined ? undefined : textOf(value);
  if ("neededPercent" in value) return controlValue(value as ControlDescription);
  if ("daoBounty" in value) return textOf(redeemableOf(value as RedeemableDescription));
  const { address, bytes, paramsHash } = value as Readonly<Record<string, unknown>>;
  return textOf(paramsHash ?? bytes ?? address);
}

/** Every difference between two sets of changes, a line each. */
export function disagreements(told: Changes, found: Changes): readonly string[] {
  const plain = (value?: string): string => (NOTHING.includes(value) ? "nothing" : value!);
  const words = ([before, after]: readonly (string | undefined)[] = []): string =>
    `${plain(before)} → ${plain(after)}`;
  return [...new Set([...told.keys(), ...found.keys()])].flatMap((key) => {
    const [said, is] = [words(told.get(key)), words(found.get(key))];
    return said === is ? [] : [`${key}: told ${said}, is ${is}`];
  });
}

/** What a simulation says of what the DAO owes, where that changes; otherwise it is as before. */
export function wrongOwed(
  { passed }: SimulationJson,
  before: Found,
  after: Found,
): readonly string[] {
  const owedOf = ({ facts }: Found): ReadonlyMap<string, string> =>
    new Map([...facts].filter(([key]) => key.startsWith("owed ")));
  const { owes } = passed.promises;
  if (owes !== undefined && owes.unknown.length > 0) return [];
  const [told, is] = [owes === undefined ? owedOf(before) : owedIn(owes), owedOf(after)];
  return [...new Set([...told.keys(), ...is.keys()])]
    .filter((key) => told.get(key) !== is.get(key))
    .map((key) => `${key}: told ${told.get(key) ?? "nothing"}, is ${is.get(key) ?? "nothing"}`);
}

/** Parameters of schemes, and of their votes, that change without a word, or are told otherwise. */
export function wrongParameters(
  { passed }: SimulationJson,
  before: Found,
  after: Found,
): readonly string[] {
  const { differences } = passed.changes as { readonly differences: readonly DifferenceJson[] };
  const registered = [...after.facts.keys()].flatMap(
    (key) => /^scheme (\S+) permissions$/.exec(key)?.[1] ?? [],
  );
  return registered.flatMap((scheme) => {
    const about = differences.filter(
      ({ scheme: of, path = "" }) =>
        textOf(of?.address) === scheme || path.toLowerCase().includes(scheme),
    );
    const told = new Map<string, string>();
    const tell: Parameters<typeof tellScheme>[0] = (key, value, use) => {
      if (value === undefined || (typeof value === "object" && "notRead" in value!)) return;
      if (use === undefined) told.set(key, textOf(value));
      else use(value);
    };
    for (const { kind, parameters, permissions } of about)
      if (kind === "schemeRegistered" && parameters !== undefined)
        tellScheme(tell, {
          ...{ contract: { address: scheme }, permissions: permissions! },
          ...{ paramsHash: "", parameters },
        });
    told.delete(`scheme ${scheme} paramsHash`);
    const [was, is] = [before, after].map((found) => parametersIn(found, scheme));
    const wrong = [...told].flatMap(([key, value]) => {
      const real = is!.get(key) ?? after.further.get(key) ?? after.facts.get(key);
      return real === value ? [] : `${key}: told ${value}, is ${real ?? "nothing"}`;
    });
    const changed = [...is!].filter(([key, value]) => was!.has(key) && was!.get(key) !== value);
    return changed.length > 0 && about.length === 0
      ? [...wrong, ...changed.map(([key, value]) => `${key}: not told, is ${value}`)]
      : wrong;
  });
}

/** What a scheme is set up with. */
function parametersIn({ further }: Found, scheme: string): Facts {
  const start = `scheme ${scheme} value `;
  return new Map([...further].filter(([key]) => key.startsWith(start)));
}

const BITS = [1n, 2n, 4n, 8n, 16n];

/** Who decides alone about something, and did not before, or whom it takes more of, without a word about it. */
export function wrongControl(
  { powers }: { readonly powers: Pick<SimulationJson["powers"], "verdict" | "changes"> },
  before: Found,
  after: Found,
): readonly string[] {
  if (powers.verdict === "unknown") return [];
  const of = (kind: string): readonly string[] =>
    powers.changes.flatMap((each) => (each.kind === kind ? each.who.map(textOf) : []));
  const loses = powers.changes.some(({ kind }) => kind !== "gains");
  return BITS.flatMap((bit) => {
    const [was, is] = [before.deciders.get(bit)!, after.deciders.get(bit)!];
    const gained = is.alone.filter(
      (each) => !was.alone.includes(each) && !of("gains").includes(each),
    );
    const untold = gained.map(
      (each) => `not told that ${each} alone can now do what ${bit} permits`,
    );
    if (is.fewest > was.fewest && !loses)
      untold.push(`not told that ${bit} takes ${is.fewest} accounts instead of ${was.fewest}`);
    if (is.fewest < was.fewest && powers.verdict === "unchanged")
      untold.push(
        `told that nobody gains, but ${bit} takes ${is.fewest} accounts instead of ${was.fewest}`,
      );
    return untold;
  });
}

/** Accounts whose part of all reputation differs, in percent with two decimals. */
export function movedShares(before: Found, after: Found): readonly string[] {
  const start = "reputation holder ";
  const share = ({ facts }: Found, account: string): bigint => {
    const supply = BigInt(facts.get("reputation totalSupply") ?? 0);
    return supply === 0n
      ? 0n
      : (BigInt(facts.get(start + account) ?? 0) * 10_000n + supply / 2n) / supply;
  };
  const accounts = [...before.facts.keys(), ...after.facts.keys()]
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length));
  return [...new Set(accounts)].filter((each) => share(before, each) !== share(after, each)).sort();
}

/** Sends what a simulation sent, at the same times, from the same accounts. */
export async function carryOut(node: Node, stages: readonly Transaction[]): Promise<void> {
  const ask = async (method: string, ...params: unknown[]) =>
    await node.request({ method, params });
  for (const { time = 0, from, to, value = "0", data } of stages) {
    const latest = (await ask("eth_getBlockByNumber", "latest", false)) as { timestamp: string };
    if (time > Number(latest.timestamp)) await ask("evm_setNextBlockTimestamp", time);
    const balance = await ask("eth_getBalance", from, "latest");
    await ask("hardhat_impersonateAccount", from);
    await ask("hardhat_setBalance", from, "0x56bc75e2d63100000");
    const quantity = `0x${BigInt(value).toString(16)}`;
    await ask("eth_sendTransaction", { from, to, data, value: quantity }).catch(() => {});
    await ask("hardhat_setBalance", from, balance);
    await ask("hardhat_stopImpersonatingAccount", from);
  }
}
