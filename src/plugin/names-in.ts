/** The names in a task's option, separated by commas; undefined if it was not given. */
export function namesIn(option: string | undefined): readonly string[] | undefined {
  return option?.split(",").map((name) => name.trim());
}
