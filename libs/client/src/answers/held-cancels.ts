/** What is held for the end of a connection. */
export interface HeldCancels {
  /** Cancels that are sent when the connection ends. */
  readonly held: number;
  readonly max_held: number;
}
