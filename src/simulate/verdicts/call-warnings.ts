import type { Stage, ToldCall, Warning } from "../simulation.js";
import type { Aftermath } from "./deeds.js";

/** Contracts that every EVM has, without code of their own: `ecrecover` and the like. */
const LAST_PRECOMPILE = 0x1ffn;

/** What the calls of the transactions do that cannot be seen from what is asked for. */
export function callWarnings({ before, stages }: Aftermath): readonly Warning[] {
  const calls = stages.flatMap(({ calls: call }) => allOf(call));
  const ofAvatar = calls.filter(
    ({ from, type }) => from === before.avatar.address && type === "CALL",
  );
  const known = new Set([
    before.token.contract.address,
    before.reputation.contract.address,
    before.controller.address,
  ]);
  return [
    ...stages.flatMap(failures),
    ...undoneVote(stages),
    ...once(
      ofAvatar.filter(
        ({ to, data }) => to.code === "account" && data !== "0x" && !isPrecompile(to.address),
      ),
    ).map(({ to, data }): Warning => ({
      id: "call-to-account",
      status: "warning",
      what: `The DAO calls ${data.slice(0, 10)} of ${to.address}, where there is no contract.`,
      why: "Such a call does nothing and counts as done.",
      check: "The address, and whether it is one of this network.",
      todo: "Propose it again with the right address.",
    })),
    ...once(
      ofAvatar.filter(
        ({ to, data }) => to.code === "unknown" && data !== "0x" && !known.has(to.address),
      ),
    ).map(({ to, data, function: called }): Warning => ({
      id: "call-to-unknown-code",
      status: "warning",
      what: `The DAO calls ${called?.signature ?? `the unknown function ${data.slice(0, 10)}`} of ${to.address}, whose code is not Arc's.`,
      why: "What it does today is in the stages below; whether it does the same tomorrow is up to its code, which may be replaced if it is a proxy.",
      check: `Its verified sources: \`dao-migrate verify ${to.address}\`, or an explorer.`,
      todo: "Have somebody read the code, or give its ABI, so that the calls can be read.",
    })),
    ...once(calls.filter(({ type }) => type === "DELEGATECALL" || type === "CALLCODE")).map(
      ({ from, to }): Warning => ({
        id: "delegatecall",
        status: "warning",
        what: `${from} runs the code of ${to.address} as its own (delegatecall).`,
        why: "That code can change everything that the caller keeps, and the caller may be told tomorrow to run another.",
        check: "Whether the caller is a proxy, and who can change what it runs.",
        todo: "Trust it as far as you trust whoever can.",
      }),
    ),
    ...once(calls.filter(({ type }) => type === "SELFDESTRUCT")).map(({ from, to }): Warning => ({
      id: "selfdestruct",
      status: "warning",
      what: `${from} destroys itself, and its ether goes to ${to.address}.`,
      why: "A contract that is gone answers nothing, and calls to it count as done.",
      check: "Whether anything still uses it.",
      todo: "Vote against it unless that is its purpose.",
    })),
    ...stages
      .filter(({ fits }) => !fits)
      .map(({ stage, gas }): Warning => ({
        id: "too-much-gas",
        status: "warning",
        what: `The transaction (${stage}) takes ${gas} gas.`,
        why: "A block of this chain does not take that much in one transaction (mainnet takes 16,777,216), so that nobody can send it.",
        check: "How many calls or votes it does at once.",
        todo: "Split it into several proposals.",
      })),
  ];
}

function failures({ stage, outcome, reason = "no reason is given" }: Stage): readonly Warning[] {
  if (stage !== "execute" && stage !== "executeScheme" && stage !== "vote") return [];
  if (outcome === "done" || (stage === "vote" && outcome === "refused")) return [];
  if (outcome === "refused") {
    return [
      {
        id: "execution-refused",
        status: "warning",
        what: `The transaction (${stage === "execute" ? "execute of the voting machine" : "execute of the scheme"}) fails: ${reason}.`,
        why: "Nothing of what is asked for happens, and it may be sent again at any time, also when it suits somebody.",
        check: "The reason, and whether it can go away.",
        todo: "Propose what works, and vote against this.",
      },
    ];
  }
  return [
    {
      id: "action-fails-inside",
      status: "warning",
      what: `The voting machine says executed, and a call inside fails: ${reason}.`,
      why: "The scheme swallows the failure. Passing is not doing; anybody may try the call again later, when it suits them.",
      check: "The call that failed, below.",
      todo: "Propose what works, and vote against this.",
    },
  ];
}

/** A vote that decides is undone where what it decides fails, in releases that hand failures on. */
function undoneVote(stages: readonly Stage[]): readonly Warning[] {
  const last = stages.findLast(({ stage }) => stage === "vote");
  if (last?.outcome !== "refused") return [];
  return [
    {
      id: "execution-refused",
      status: "warning",
      what: `The vote that would decide fails: ${last.reason ?? "no reason is given"}.`,
      why: "What the proposal asks for fails, and takes the vote back with it: nobody can pass it while that is so.",
      check: "The reason, and whether it can go away.",
      todo: "Propose what works, and vote against this.",
    },
  ];
}

function allOf(call: ToldCall): readonly ToldCall[] {
  return [call, ...call.calls.flatMap(allOf)];
}

/** One for each caller and receiver. */
function once(calls: readonly ToldCall[]): readonly ToldCall[] {
  return [...new Map(calls.map((call) => [`${call.from} ${call.to.address}`, call])).values()];
}

function isPrecompile(address: string): boolean {
  return BigInt(address) <= LAST_PRECOMPILE;
}
