/** Whether two addresses are the same in any spelling. */
export function isSameAddress(a: string, b: string | undefined): boolean {
  return a.toLowerCase() === b?.toLowerCase();
}
