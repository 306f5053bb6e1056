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
  let made = known.get(key);
  if (made === undefined) {
    made = make();
    known.set(key, made);
  }
  return made;
}

/** A map that begins again once it is full, for what can be made again. */
export class BoundedMap<Key, Made> extends Map<Key, Made> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: Key, made: Made): this {
    if (this.size >= this.#most) this.clear();
    return super.set(key, made);
  }
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
