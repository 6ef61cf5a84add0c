/**
 * What is made when it is first asked for, and kept. An `Intl` formatter takes milliseconds to make, a first one many
 * more, and a page needs few of them, none before it is first painted.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
