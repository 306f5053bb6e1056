/** What {@link useOpened} closes. */
interface Closable {
  readonly close: () => Promise<unknown>;
}

/** Opens something once for the tests of a suite, and closes it after them. What it returns has it while they run. */
export function useOpened<Opened extends Closable>(open: () => Promise<Opened>): Opened {
  const opened = {} as Opened;
  before(async () => void Object.assign(opened, await open()));
  after(async () => await opened.close());
  return opened;
}

/** The same for each test. */
export function useOpenedEach<Opened extends Closable>(open: () => Promise<Opened>): Opened {
  const opened = {} as Opened;
  beforeEach(async () => void Object.assign(opened, await open()));
  afterEach(async () => await opened.close());
  return opened;
}
