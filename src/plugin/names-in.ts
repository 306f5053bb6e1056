/** The names in an option of a task, with commas between; undefined if it is not given. */
export function namesIn(option: string | undefined): readonly string[] | undefined {
  return option?.split(",").map((name) => name.trim());
}
