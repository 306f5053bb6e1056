/** Only for the compiler: the generated type has the schema's fields and accepts the same values. */
import type {
  GenesisProtocolParameters,
  MigrationParameters,
} from "../../../src/params/file/migration-parameters.js";
import type { ParametersInput } from "../../../src/params/file/schema.js";

type VoteInput = NonNullable<ParametersInput["VotingMachinesParams"]>[number];

export function fits(
  input: ParametersInput,
  field: keyof MigrationParameters,
  vote: GenesisProtocolParameters,
): void {
  const asWritten: MigrationParameters = input;
  const inSchema: keyof ParametersInput = field;
  const asInput: VoteInput = vote;
  void [asWritten, inSchema, asInput];
}

export const amounts: MigrationParameters = {
  founders: [{ address: "0x", tokens: 10n ** 18n, reputation: "0.1" }],
  // @ts-expect-error An unknown key.
  unregisterOwnr: true,
};
