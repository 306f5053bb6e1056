/** A call as `callTracer` returns it, with its logs. Quantities are hex with 0x. */
export interface RawCall {
  /** CALL, STATICCALL, DELEGATECALL, CALLCODE, CREATE, CREATE2 or SELFDESTRUCT. */
  readonly type: string;
  readonly from: string;
  readonly to?: string;
  readonly value?: string;
  readonly gasUsed: string;
  readonly input: string;
  readonly output?: string;
  /** Absent if the call succeeded. */
  readonly error?: string;
  readonly revertReason?: string;
  readonly calls?: readonly RawCall[];
  readonly logs?: readonly RawLog[];
}

export interface RawLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  /** Position among the events and calls of the same call. */
  readonly position?: string;
}
