import type { Answer, Reply, ReplyBody } from '../reply';
import type { ExchangeState } from '../state';

/** The answer of the command that is being applied. */
export const fresh = (state: ExchangeState, body: ReplyBody): Answer => ({
  replayed: false,
  reply: { seq: state.lastSeq, timestampMs: state.lastTimestampMs, body },
});

/** The answer of an earlier, equal command. */
export const replayed = (reply: Reply): Answer => ({ replayed: true, reply });
