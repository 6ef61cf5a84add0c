/** What a promise rejects with; undefined where it resolves. Attached at once, so nothing goes unhandled. */
export const thrownBy = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
