/**
 * Who leads a shard: for liveness alone. That one engine writes is held by the journal (`Fenced`), whatever is said here.
 */
import { decode, encode, struct, u53 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import type { Bus } from './bus';
import { replyOf } from './inbox';
import { RequestError } from './request-mux';
import { subjectsOf } from './subjects';

const EMPTY = new Uint8Array();

const leaderNewsLayout = struct({ epoch: u53, seq: u53 });
/** The epoch that the leader began, and the last command it applied. */
export type LeaderNews = ValueOf<typeof leaderNewsLayout>;

/**
 * What a standby learns: the leader's news; `nobody` where no engine listens at all; `silence` where one listens and
 * does not answer, or this process cannot ask.
 */
export type LeaderAnswer = LeaderNews | 'nobody' | 'silence';

export interface Leadership {
  /** Says to those who stand by that this process is done, and answers no more. */
  handOver(): void;
}

/** Answers for the leader of a shard until it hands over. */
export function answerAsLeader(bus: Bus, shard: number, news: () => LeaderNews): Leadership {
  const { leader, handover } = subjectsOf(shard);
  const subscription = bus.subscribe(leader, (message) => {
    const reply = replyOf(message);
    if (reply !== undefined) bus.publish(reply, encode(leaderNewsLayout, news()));
  });
  return {
    handOver() {
      subscription.unsubscribe();
      bus.publish(handover, EMPTY);
    },
  };
}

/** Asks who leads. Never throws for what the world does. */
export async function askForLeader(
  bus: Bus,
  shard: number,
  timeoutMs: number,
): Promise<LeaderAnswer> {
  try {
    const answer = await bus.request(subjectsOf(shard).leader, EMPTY, timeoutMs);
    return decode(leaderNewsLayout, answer.data);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return error.failure === 'no_responders' ? 'nobody' : 'silence';
  }
}

/**
 * Calls `onHandover` whenever somebody says that the leader is done. It is a reason to ask, and no more: whoever may ask
 * JetStream anything can have the server put a message here, while a leader that hands over answers `leader` no more.
 * @returns what ends it
 */
export function hearHandovers(bus: Bus, shard: number, onHandover: () => void): () => void {
  const subscription = bus.subscribe(subjectsOf(shard).handover, onHandover);
  return () => subscription.unsubscribe();
}
