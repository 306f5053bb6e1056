/** Stands where something could not be read, and says why. Nothing else is ever put in its place. */
export interface NotRead {
  readonly notRead: string;
  /** No node could tell, as code is not known or the contracts do not say it; absent if another attempt may. */
  readonly unknowable?: true;
}

/** Something that was read, or why it was not. */
export type Read<Value> = Value | NotRead;

/** A value of a contract as JSON has it: numbers as decimal text, bytes as hex, addresses checksummed. */
export type JsonValue =
  string | boolean | readonly JsonValue[] | { readonly [name: string]: JsonValue };
