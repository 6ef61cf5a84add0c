/** Reads one account, and can change nothing. */
export interface Session {
  readonly public_key: string;
  /** Sent as `Authorization: Bearer …`, and on a stream by `op: "session"`. */
  readonly token: string;
  /** Unix seconds. */
  readonly expires_at: number;
}
