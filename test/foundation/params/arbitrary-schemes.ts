import fc from "fast-check";

import { addressArbitrary, type Written } from "./arbitrary-values.js";

/** One entry of a scheme's section; fields with a default are optional. */
export function schemeArbitrary(votes: number, standAlone: number) {
  const index = fc.option(fc.nat(votes - 1), { nil: undefined });
  const votingMachine = fc.option(addressArbitrary, { nil: undefined });
  const target =
    standAlone === 0
      ? addressArbitrary
      : fc.oneof(
          addressArbitrary,
          fc.nat(standAlone - 1).map((i) => ({
            raw: { StandAloneContract: i },
            meaning: { standAloneContract: i },
          })),
        );
  return fc.record({ index, other: index, votingMachine, target, asList: fc.boolean() });
}

export type SchemeChoice = GeneratedBy<ReturnType<typeof schemeArbitrary>>;

type GeneratedBy<A> = A extends fc.Arbitrary<infer T> ? T : never;

/** Returns a scheme's raw section and its meaning. */
export function writeScheme(scheme: string, choice: SchemeChoice): Written<object, object> {
  const { index, other, votingMachine, target, asList } = choice;
  const machine = {
    raw: votingMachine && { votingMachine: votingMachine.raw },
    meaning: votingMachine && { votingMachine: votingMachine.meaning },
  };
  const votes = index === undefined ? {} : { voteParams: index };
  const entry =
    scheme === "SchemeRegistrar"
      ? {
          raw: {
            ...(index !== undefined && { voteRegisterParams: index }),
            ...(other !== undefined && { voteRemoveParams: other }),
          },
          meaning: { voteRegisterParams: index ?? 0, voteRemoveParams: other ?? 0 },
        }
      : scheme === "GenericScheme"
        ? {
            raw: { ...votes, targetContract: target.raw },
            meaning: { voteParams: index ?? 0, targetContract: target.meaning },
          }
        : { raw: votes, meaning: { voteParams: index ?? 0 } };
  const raw = { ...entry.raw, ...machine.raw };
  return { raw: asList ? [raw] : raw, meaning: { ...entry.meaning, ...machine.meaning } };
}
