import type { Disturbance, Life, LifeProcess } from "./life.js";
import { OUTPUT } from "./life.js";
import { QUIET, slotOf, type Sent } from "./model-chain.js";
import { sign, strangersDao } from "./people.js";
import type { Incident, IncidentKind } from "./plan.js";
import { DEPLOYER, FOUNDER, STRANGER } from "./world.js";

type Act = (life: Life, process: LifeProcess, size: number, disturbance: Disturbance) => void;

const ACCOUNT = DEPLOYER.address.toLowerCase();
const GAS = { forge: 6_000_000n };

/** What each incident does. Its size is from 0 to 7. */
const ACTS: Readonly<Record<IncidentKind, Act>> = {
  "kill before": (_life, _process, _size, disturbance) => void (disturbance.killed = "before"),
  "kill after": (_life, _process, _size, disturbance) => void (disturbance.killed = "after"),
  "power cut": (life) => {
    life.killAll();
    life.disk.cutPower(life.choose);
  },
  "request lost": (life, _process, size, disturbance) => {
    disturbance.lost = "request";
    if (size > 4) life.deafUntil = life.time.now + size * 1_500;
  },
  "answer lost": (_life, _process, _size, disturbance) => void (disturbance.lost = "answer"),
  error: (life, _process, _size, disturbance) => void (disturbance.error = life.node.words.passing),
  "slow answer": (_life, _process, size, disturbance) => void (disturbance.delay = 4 ** size * 10),
  "lagging node": ({ chain, time, choose }, _process, size) => {
    const view = chain.views[choose(chain.views.length)]!;
    view.frozenUntil = time.now + (size + 1) * 6_000;
  },
  "no receipts": ({ node, time }, _process, size) => {
    node.forgetfulUntil = time.now + (size + 1) * 3_000;
  },
  "transactions dropped": ({ chain }, _process, size) => {
    for (const { pool } of chain.views) {
      const own = ownOf(pool.values());
      for (const sent of own.slice(size % (own.length + 1))) pool.delete(slotOf(sent));
    }
  },
  reorganization: ({ chain, time, plan }, _process, size) => {
    // Deeper ones let steps of a demo's accounts change places, so that one calls what is not there yet.
    const most = plan.journey === "demo" ? plan.confirmations - 1 : 3;
    void time.hold(chain.reorganize(Math.min(1 + (size % 3), most), true));
  },
  "transactions lost in a reorganization": ({ chain, time, plan }, _process, size) => {
    // Nobody can promise anything about steps that a chain loses after their confirmations.
    void time.hold(chain.reorganize(Math.min(1 + (size % 3), plan.confirmations - 1), false));
  },
  "fee spike": ({ chain, time }, _process, size) => {
    chain.feeFactor = BigInt(2 + size);
    time.after((size + 1) * 25_000, () => void (chain.feeFactor = 1n));
  },
  "full pool": ({ node, time }, _process, size) => {
    node.fullUntil = time.now + (size + 1) * 10_000;
  },
  "empty blocks": ({ chain, time }, _process, size) => {
    chain.emptyUntil = time.now + (size + 1) * 20_000;
  },
  "stranger's DAO": (life, _process, size) => {
    if (size < 3) life.do(async () => await forgeAsStranger(life));
    else
      life.node.onTaken = (sent) => {
        if (sent.from !== ACCOUNT || sent.to !== life.world.base.DaoCreator.toLowerCase()) return;
        life.node.onTaken = () => {};
        life.do(async () => await forgeAsStranger(life));
      };
  },
  "transfer from the wallet": (life) =>
    life.do(async () => {
      const nonce = Number(
        await life.node.answer(life.chain.views[0]!, "eth_getTransactionCount", [
          ACCOUNT,
          "pending",
        ]),
      );
      pay(life, await sign(DEPLOYER, { nonce, to: FOUNDER.address, price: QUIET * 3n }));
    }),
  "cancelled in the wallet": (life) => life.do(async () => await replace(life, true)),
  "sped up in the wallet": (life) => life.do(async () => await replace(life, false)),
  "no money": ({ chain, time }, _process, size) => {
    const spent = chain.tip.spent.get(ACCOUNT) ?? 0n;
    chain.funds.set(ACCOUNT, spent + BigInt(size) * 10n ** 16n);
    time.after((size + 1) * 45_000, () => chain.funds.delete(ACCOUNT));
  },
  "disk full": ({ disk }) => void (disk.trouble = "ENOSPC"),
  "disk read-only": ({ disk }) => void (disk.trouble = "EROFS"),
  "journal deleted": (life) => {
    if (life.disk.at(`${OUTPUT}.journal`) === undefined || !mayLoseJournal(life)) return;
    life.disk.remove(`${OUTPUT}.journal`);
    life.isJournalTouched = life.wasJournalDeleted = true;
  },
  "old journal": (life, _process, size) => {
    const file = life.disk.at(`${OUTPUT}.journal`);
    if (file === undefined || !mayLoseJournal(life)) return;
    if (life.disk.trouble !== undefined) return;
    const lines = file.bytes.toString().split(/(?<=\n)/);
    const kept = lines.slice(0, 1 + Math.floor(((lines.length - 1) * size) / 8)).join("");
    life.killAll();
    life.disk.remove(`${OUTPUT}.journal`);
    life.disk.append(life.disk.create(`${OUTPUT}.journal`), kept);
    life.isJournalTouched = life.wasJournalDeleted = true;
  },
  "clock set back": ({ time }, _process, size) => void (time.back += 4 ** size * 1_000),
  "another chain": ({ chain, time }, _process, size) => {
    chain.goElsewhere(size % 2 === 0);
    time.after((size + 1) * 8_000, () => void (chain.elsewhere = undefined));
  },
  "second process": (life) => {
    if (life.processes.filter((each) => !each.isDead && each.ending === undefined).length < 2)
      life.start(2);
  },
  interrupted: (_life, process) => process.stop.abort(),
  refused: (life) => void (life.refusesNext = true),
};

/**
 * Not promised: nobody can know without a journal what a node has that does not count it, or what a reorganization took
 * from the chain and a pool may still bring back.
 */
function mayLoseJournal({ node, plan }: Life): boolean {
  const loses = plan.incidents.some(({ kind }) => kind === "transactions lost in a reorganization");
  return node.words.countsNoPending !== true && !loses;
}

export function happen(
  life: Life,
  process: LifeProcess,
  { kind, size }: Incident,
  disturbance: Disturbance,
): void {
  ACTS[kind](life, process, size, disturbance);
}

function ownOf(pool: Iterable<Sent>): Sent[] {
  return [...pool].filter(({ from }) => from === ACCOUNT).sort((a, b) => a.nonce - b.nonce);
}

async function forgeAsStranger(life: Life): Promise<void> {
  const { chain, world } = life;
  const nonce = chain.tip.state.nonceOf(STRANGER.address.toLowerCase());
  const data = strangersDao(world.release);
  const sent = await sign(STRANGER, {
    nonce,
    to: world.base.DaoCreator,
    data,
    gas: GAS.forge,
    price: QUIET * 20n,
  });
  for (const { pool } of chain.views) pool.set(slotOf(sent), sent);
}

/** The wallet replaces the first pending transaction of the account: by nothing, or by the same at a higher price. */
async function replace(life: Life, isCancelled: boolean): Promise<void> {
  const first = ownOf(life.chain.views[0]!.pool.values())[0];
  if (first === undefined) return;
  const { nonce, to, data, gas, maxFee } = first;
  const price = (maxFee * 13n) / 10n;
  const call = isCancelled ? { to: DEPLOYER.address } : { to, data, gas };
  const sent = await sign(DEPLOYER, { nonce, price, ...call });
  if (!isCancelled) life.judge.noteTwin(first.hash, sent.hash);
  pay(life, sent);
}

function pay(life: Life, sent: Sent): void {
  life.wallet.sent.push(sent);
  for (const { pool } of life.chain.views) pool.set(slotOf(sent), sent);
}

/** The user sends something with a nonce whose transaction is gone from the journal and from every node. */
export function fillGap(life: Life, nonce: number): void {
  life.do(async () => {
    pay(life, await sign(DEPLOYER, { nonce, to: FOUNDER.address, price: QUIET * 3n }));
  });
}

/** The user sends again what the wallet sent and no node has any more. */
export function resendFromWallet({ chain, wallet }: Life): void {
  for (const sent of wallet.sent) {
    if (sent.nonce < chain.tip.state.nonceOf(ACCOUNT)) continue;
    for (const { pool } of chain.views) if (!pool.has(slotOf(sent))) pool.set(slotOf(sent), sent);
  }
}
