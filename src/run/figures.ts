/** What a migration took. */
export interface RunFigures {
  readonly account: string;
  readonly transactions: number;
  readonly gasUsed: bigint;
  readonly milliseconds: number;
}
