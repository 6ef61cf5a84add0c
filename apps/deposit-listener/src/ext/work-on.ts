import { InvariantViolation } from '@bellwether/errors';
import { verdictOf } from '@bellwether/runtime';

/**
 * Works on all claimed items in parallel. One that an external fault stops is tried again `later` and delays no other.
 * @returns how many progressed @throws after all of them, the worst error
 */
export async function workOn<T>(
  claimed: readonly T[],
  {
    step,
    later,
  }: {
    /** Whether it progressed. */
    readonly step: (one: T) => Promise<boolean>;
    readonly later: (one: T) => Promise<unknown>;
  },
): Promise<number> {
  const results = await Promise.allSettled(
    claimed.map(async (one) => {
      try {
        return await step(one);
      } catch (error) {
        if (!(error instanceof InvariantViolation)) await later(one);
        throw error;
      }
    }),
  );
  const errors = results.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  );
  if (errors.length > 0) throw worstOf(errors);
  return results.filter((one) => one.status === 'fulfilled' && one.value).length;
}

export const worstOf = (errors: readonly unknown[]): unknown =>
  errors.find((error) => verdictOf(error) === 'stop') ??
  errors.find((error) => verdictOf(error) === 'alarm') ??
  errors[0];
