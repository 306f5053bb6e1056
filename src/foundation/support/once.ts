/** A map, or a weak one. */
interface Known<Key, Made> {
  get(key: Key): Made | undefined;
  set(key: Key, made: Made): unknown;
  delete(key: Key): unknown;
}

/**
 * Makes a value once for each key. The promise of an answer is one, too, which is then asked for once, also while it is
 * under way; a failure is an answer.
 */
export function madeOnce<Key, Made>(known: Known<Key, Made>, key: Key, make: () => Made): Made {
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

/** Asks once for each key, and again after a failure. */
export async function onceUnlessFailed<Key, Answer>(
  answers: Known<Key, Promise<Answer>>,
  key: Key,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  return await madeOnce(answers, key, async () => {
    const answer = ask();
    answer.catch(() => answers.delete(key));
    return await answer;
  });
}
