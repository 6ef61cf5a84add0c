/** What became of one operation of a batch. */
export interface OperationResult {
  /** What its own endpoint would have answered with: 200, or the status of its error. */
  readonly status: number;
  /** It is the answer of an earlier, equal operation. */
  readonly replayed: boolean;
  /** The body of that answer, or `{error}`. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface BatchResults {
  /** In the order of the operations. */
  readonly results: readonly OperationResult[];
}
