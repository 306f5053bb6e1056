import type { MigrationPreview } from "../../src/engine/execution/sending/preview.js";
import { isPassing } from "../../src/foundation/chain/node-words.js";
import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { RetryableError, withRetries } from "../../src/foundation/chain/retry.js";
import { ConnectionError, RpcError } from "../../src/foundation/chain/rpc-error.js";
import type { LiveInputs } from "../../src/operations/run/live-inputs.js";
import { OUTPUT, type Life, type LifeProcess } from "./life.js";
import { JOURNEYS } from "./journeys.js";
import { DEPLOYER } from "./world.js";

const RETRIES = { attempts: 5, backoff: 250 };

/**
 * The command that a user runs, with what the user answers.
 * @param number how often it was started before, and this time
 */
export function inputsOf(life: Life, process: LifeProcess, number: number): LiveInputs {
  const { plan, judge, isCalm } = life;
  const attended = plan.isAttended || life.isAttended || isCalm;
  const answer = async (preview: MigrationPreview | undefined) => {
    const isRefused = life.refusesNext;
    life.refusesNext = false;
    process.isRefused ||= isRefused;
    if (preview !== undefined && !isRefused) judge.show(preview);
    if (isRefused) life.tell("the user says no");
    return await Promise.resolve(!isRefused);
  };
  return {
    provider: providerOf(life, process),
    ...JOURNEYS[plan.journey].inputs(life.world),
    projectRoot: globalThis.process.cwd(),
    signer: DEPLOYER,
    trustBase: true,
    output: OUTPUT,
    check: false,
    confirmations: plan.confirmations,
    polling: plan.polling,
    raiseAfter: 30_000,
    repeatAfter: 10_000,
    maxGasPrice:
      plan.maxGasPrice === 0 || (isCalm && number > 1)
        ? undefined
        : BigInt(plan.maxGasPrice) * 10n ** 9n,
    signal: process.stop.signal,
    onEvent: (event) => life.onEvent(process, event),
    confirm: answer,
    confirmSent: attended ? async () => await answer(undefined) : undefined,
    confirmDivergence: attended ? async (_reason, preview) => await answer(preview) : undefined,
    confirmHigherFee:
      plan.agreesToHigherFees || isCalm
        ? async ({ wanted }) => {
            const isAgreed = await answer(undefined);
            if (isAgreed) judge.agree(wanted);
            return isAgreed;
          }
        : undefined,
  };
}

function providerOf(life: Life, process: LifeProcess): Eip1193Provider {
  const own = life.choose(life.chain.views.length);
  const isBalanced = life.choose(2) === 0;
  return {
    ...(life.plan.keepsOrder && { keepsOrder: true }),
    request: async ({ method, params = [] }) => {
      const attempt = async () => {
        const { views } = life.chain;
        const view = views[isBalanced ? life.choose(views.length) : own]!;
        return await life.operate(process, method, async () => {
          const { elsewhere } = life.chain;
          // Which chain it is on, it knows by the first block.
          if (elsewhere === undefined && (process.strays !== undefined || params[0] === "0x0"))
            process.strays = 0;
          if (method === "eth_sendRawTransaction") life.judge.see(process, String(params[0]));
          else if (elsewhere !== undefined && process.strays !== undefined) process.strays++;
          return await life.node.answer(elsewhere ?? view, method, params);
        });
      };
      return await retrying(attempt);
    },
  };
}

/** As the engine's own client retries. */
async function retrying<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const retryable = async () => {
    try {
      return await attempt();
    } catch (error) {
      const isPassed =
        error instanceof ConnectionError || (error instanceof RpcError && isPassing(error));
      throw isPassed ? new RetryableError("again", { cause: error }) : error;
    }
  };
  return await withRetries(retryable, RETRIES, (_count, { cause }) => cause as Error);
}
