/** Delta debugging: ever smaller chunks are left out as long as what is left still fails. */

/** Answers the smallest failing list found within `attempts` tries; `fails(steps)` must hold. */
export function shrink<T>(
  steps: readonly T[],
  fails: (steps: readonly T[]) => boolean,
  attempts: number,
): readonly T[] {
  let smallest = steps;
  let chunk = Math.ceil(steps.length / 2);
  let left = attempts;
  while (chunk >= 1 && left > 0) {
    let removedAny = false;
    for (let start = 0; start < smallest.length && left > 0; left--) {
      const candidate = [...smallest.slice(0, start), ...smallest.slice(start + chunk)];
      if (candidate.length > 0 && fails(candidate)) {
        smallest = candidate;
        removedAny = true;
      } else {
        start += chunk;
      }
    }
    if (!removedAny || chunk > smallest.length) chunk = chunk === 1 ? 0 : Math.ceil(chunk / 2);
  }
  return smallest;
}
