/** Bytes that are not a message of ours. A fault of the sender: never retried. */
export class DecodeError extends Error {
  constructor(
    reason: string,
    readonly offset: number,
  ) {
    super(`${reason} (at byte ${offset})`);
    this.name = 'DecodeError';
  }
}
