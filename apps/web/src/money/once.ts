/**
 * A value that is made at its first use. An `Intl` formatter takes milliseconds to make, the first one many more, and a
 * page needs few of them, none before its first paint.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
