/** A contract or account as a controller keeps it, or is to keep it. */
export interface Registration {
  readonly address: string;
  /** 4 bytes. */
  readonly permissions: string;
  readonly paramsHash: string;
}
