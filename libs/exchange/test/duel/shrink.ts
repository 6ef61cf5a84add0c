/** Delta debugging: ever smaller chunks are removed while the rest still fails. */

/** Returns the smallest failing list found until `mayTry` returns false. `fails(steps)` must be true. */
export function shrink<T>(
  steps: readonly T[],
  fails: (steps: readonly T[]) => boolean,
  mayTry: () => boolean,
): readonly T[] {
  let smallest = steps;
  for (let chunk = Math.ceil(steps.length / 2); chunk >= 1 && mayTry();) {
    const without = leaveOut(smallest, chunk, fails, mayTry);
    const isDone = without.length === smallest.length;
    smallest = without;
    if (isDone) chunk = chunk === 1 ? 0 : Math.ceil(chunk / 2);
    else chunk = Math.min(chunk, smallest.length);
  }
  return smallest;
}

/** One pass over the list that removes each chunk that is not needed. */
function leaveOut<T>(
  steps: readonly T[],
  chunk: number,
  fails: (steps: readonly T[]) => boolean,
  mayTry: () => boolean,
): readonly T[] {
  let smallest = steps;
  let start = 0;
  while (start < smallest.length && mayTry()) {
    const candidate = [...smallest.slice(0, start), ...smallest.slice(start + chunk)];
    if (candidate.length > 0 && fails(candidate)) smallest = candidate;
    else start += chunk;
  }
  return smallest;
}
