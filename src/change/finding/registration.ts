/** A contract or account with its registration in a controller, current or future. */
export interface Registration {
  readonly address: string;
  /** 4 bytes. */
  readonly permissions: string;
  readonly paramsHash: string;
}
