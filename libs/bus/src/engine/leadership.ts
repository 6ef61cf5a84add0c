/**
 * Who leads a shard (docs/protocol/leadership.md). That one engine writes is held by the journal (`Fenced`), whatever is
 * said here. `leader` is for liveness alone; a handover also says that the engine before is silent.
 */
import { decode, encode, struct, u53 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import type { Bus } from '../connection/bus';
import { replyOf } from '../connection/inbox';
import { WRITER_BYTES } from '../journal/journal-record';
import { RequestError } from '../rpc/request-mux';
import { subjectsOf } from '../subjects';

const EMPTY = new Uint8Array();

const leaderAnnouncementLayout = struct({ epoch: u53, seq: u53 });
/** The epoch that the leader began, and the last command it applied. */
export type LeaderAnnouncement = ValueOf<typeof leaderAnnouncementLayout>;

/**
 * What a standby learns: the leader's news; `nobody` where no engine listens at all; `silence` where one listens and
 * does not answer, or this process cannot ask.
 */
export type LeaderAnswer = LeaderAnnouncement | 'nobody' | 'silence';

export interface Leadership {
  /**
   * Says to those who stand by that this process is done, and answers no more. `writer` is that of its epoch: from here on
   * this process must say nothing to anybody.
   */
  handOver(writer: Uint8Array): void;
}

/** Answers for the leader of a shard until it hands over; nothing while `news` gives null. */
export function answerAsLeader(
  bus: Bus,
  shard: number,
  news: () => LeaderAnnouncement | null,
): Leadership {
  const { leader, handover } = subjectsOf(shard);
  const subscription = bus.subscribe(leader, (message) => {
    const reply = replyOf(message);
    const answer = reply === undefined ? null : news();
    if (reply !== undefined && answer !== null)
      bus.publish(reply, encode(leaderAnnouncementLayout, answer));
  });
  return {
    handOver(writer) {
      subscription.unsubscribe();
      bus.publish(handover, writer);
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
    return decode(leaderAnnouncementLayout, answer.data);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return error.failure === 'no_responders' ? 'nobody' : 'silence';
  }
}

/**
 * Calls `onHandover` whenever somebody says that the leader is done. To stand in its place at once that is a reason to ask, and
 * no more: whoever may ask JetStream anything can have the server put a message here, while a leader that hands over
 * answers `leader` no more. With a `writer` it says that the engine of that writer's epoch is silent: who writes the
 * journal draws it at random, and only who reads the journal knows it.
 * @returns what ends it
 */
export function hearHandovers(
  bus: Bus,
  shard: number,
  onHandover: (writer: Uint8Array | null) => void,
): () => void {
  const subscription = bus.subscribe(subjectsOf(shard).handover, ({ data }) =>
    onHandover(data.length === WRITER_BYTES ? data : null),
  );
  return () => subscription.unsubscribe();
}
