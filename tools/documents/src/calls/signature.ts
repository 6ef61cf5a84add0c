/** How a call is written in an SDK, so that the two can be compared. Names are in snake case. */

export interface Argument {
  readonly name: string;
  /** Of one that is an object; null: it is a value. */
  readonly fields: readonly string[] | null;
}

export interface Signature {
  readonly arguments: readonly Argument[];
  /** Python: those that are given by name alone. */
  readonly named: readonly string[];
  /** TypeScript: the first sentence of what is said of it. */
  readonly about?: string;
}

/** By class and method. */
export type Signatures = ReadonlyMap<string, Signature>;

/** What any call may take, in whichever form a language has it. */
const OPTIONS: readonly string[] = ['options', 'nonce', 'deadline'];

/**
 * Whether two calls take the same in the same order. What TypeScript takes as an object, Python may take by the names of its
 * fields; and what it takes by position, by its name.
 */
export function isAlike(typescript: Signature, python: Signature): boolean {
  const all = [...python.arguments.map(({ name }) => name), ...python.named];
  const expected = typescript.arguments
    .filter(({ name }) => name !== 'options')
    .flatMap(({ name, fields }) => (all.includes(name) || fields === null ? [name] : fields));
  const isOption = (name: string) => OPTIONS.includes(name) && !expected.includes(name);
  const known = all.filter((name) => !isOption(name));
  const positions = known.filter((name) => !python.named.includes(name));
  const inOrder = expected.filter((name) => positions.includes(name));
  return (
    expected.toSorted().join() === known.toSorted().join() && inOrder.join() === positions.join()
  );
}
