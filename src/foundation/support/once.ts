/** A map, or a weak one. */
interface Answers<Key, Answer> {
  get(key: Key): Promise<Answer> | undefined;
  set(key: Key, answer: Promise<Answer>): unknown;
}

/** Makes a value once for each key. */
export function madeOnce<Key, Made>(
  known: { get(key: Key): Made | undefined; set(key: Key, made: Made): unknown },
  key: Key,
  make: () => Made,
): Made {
  const made = known.get(key) ?? make();
  known.set(key, made);
  return made;
}

/** Asks once for each key, also while the answer is still under way. A failure is an answer, too. */
export async function once<Key, Answer>(
  answers: Answers<Key, Answer>,
  key: Key,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const answer = answers.get(key) ?? ask();
  answers.set(key, answer);
  return await answer;
}

/** The same, but asks again after a failure. */
export async function onceUnlessFailed<Key, Answer>(
  answers: Map<Key, Promise<Answer>>,
  key: Key,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  return await once(answers, key, async () => {
    const answer = ask();
    answer.catch(() => answers.delete(key));
    return await answer;
  });
}
