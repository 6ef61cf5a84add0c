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
}

/** By class and method. */
export type Signatures = ReadonlyMap<string, Signature>;

/** Of any call, in whichever form a language has them. */
export const OPTIONS: readonly string[] = ['options', 'nonce', 'deadline'];

export const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);

/**
 * Whether two calls take the same in the same order. What TypeScript takes as an object, Python may take by the names of its
 * fields; and what it takes by position, by its name.
 */
export function isAlike(typescript: Signature, python: Signature): boolean {
  const positions = python.arguments.map(({ name }) => name);
  const known = [...positions, ...python.named];
  const expected = typescript.arguments.flatMap(({ name, fields }) =>
    known.includes(name) || fields === null ? [name] : fields,
  );
  const inOrder = expected.filter((name) => positions.includes(name));
  return (
    expected.toSorted().join() === known.toSorted().join() && inOrder.join() === positions.join()
  );
}
