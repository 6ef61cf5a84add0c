import pLimit from 'p-limit';

/**
 * Runs all tasks, with limited concurrency, whatever happens to the others.
 * @returns the results in order
 * @throws the first failure, when all are done
 */
export async function allOf<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const limit = pLimit(atOnce);
  const all = items.map((item) => limit(work, item));
  await Promise.allSettled(all);
  return Promise.all(all);
}
