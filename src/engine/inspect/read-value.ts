/** Takes the place of a value that could not be read, and says why. */
export interface NotRead {
  readonly notRead: string;
  /**
   * Set if no node can provide it, because the code is unknown or the contracts do not reveal it; absent if a retry may
   * help.
   */
  readonly unknowable?: true;
}

/** A value that was read, or why it was not. */
export type Inspected<Value> = Value | NotRead;

/** A contract's value in JSON: numbers as decimal text, bytes as hex, addresses checksummed. */
export type JsonValue =
  string | boolean | readonly JsonValue[] | { readonly [name: string]: JsonValue };
