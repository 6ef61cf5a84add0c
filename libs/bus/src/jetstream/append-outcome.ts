/** `stored`, or why it is not certain that it was: the tail has to tell. */
export type AppendOutcome =
  | { readonly stored: true }
  | { readonly stored: false; readonly why: string };

/** A PubAck with an error carries `"seq":0` too: only one without an error and with the right sequence counts. */
export function outcomeOf(ack: string, sequence: number): AppendOutcome {
  const { error, seq, duplicate } = Object(JSON.parse(ack)) as {
    error?: { description?: unknown };
    seq?: unknown;
    duplicate?: unknown;
  };
  if (error !== undefined) return { stored: false, why: String(error.description) };
  if (duplicate === true) return { stored: false, why: 'a message of that id is stored' };
  if (seq !== sequence) return { stored: false, why: `stored as ${String(seq)}, not ${sequence}` };
  return { stored: true };
}
