/** The bytes are not a valid message. The sender is at fault, so it is never retried. */
export class DecodeError extends Error {
  constructor(
    reason: string,
    readonly offset: number,
  ) {
    super(`${reason} (at byte ${offset})`);
    this.name = 'DecodeError';
  }
}
