/**
 * Which engine leads a shard (docs/protocol/leadership.md). The journal ensures that only one engine writes (`Fenced`),
 * whatever these messages say. `leader` serves liveness only; a handover that names the epoch's writer also proves that
 * the previous engine is silent.
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
 * The answer to a standby: the leader's announcement; `nobody` if no engine is subscribed; `silence` if one is and does
 * not answer, or this process cannot ask.
 */
export type LeaderAnswer = LeaderAnnouncement | 'nobody' | 'silence';

export interface Leadership {
  /**
   * Notifies standby engines that this process is done, and stops answering. `writer` is that of its epoch. After this
   * call the process must not answer anyone.
   */
  handOver(writer: Uint8Array): void;
  /** Stops answering, and says nothing: this process did not come to lead. */
  withdraw(): void;
}

/** Answers for the leader of a shard until it hands over; sends nothing while `announcement` returns null. */
export function answerAsLeader(
  bus: Bus,
  shard: number,
  announcement: () => LeaderAnnouncement | null,
): Leadership {
  const { leader, handover } = subjectsOf(shard);
  const subscription = bus.subscribe(leader, (message) => {
    const reply = replyOf(message);
    const answer = reply === undefined ? null : announcement();
    if (reply !== undefined && answer !== null)
      bus.publish(reply, encode(leaderAnnouncementLayout, answer));
  });
  return {
    handOver(writer) {
      subscription.unsubscribe();
      bus.publish(handover, writer);
    },
    withdraw: () => subscription.unsubscribe(),
  };
}

/** Asks for the leader. Never throws because of the network or the other side. */
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
 * Calls `onHandover` when someone announces that the leader is done. The announcement is only a reason to poll the
 * leader at once: anyone with access to the JetStream API can make the server publish here, but a leader that hands
 * over stops answering `leader`. With a `writer` it proves that the engine of that writer's epoch is silent: the
 * journal's writer draws this value at random, and only readers of the journal know it.
 * @returns a function that ends the subscription
 */
export function subscribeHandovers(
  bus: Bus,
  shard: number,
  onHandover: (writer: Uint8Array | null) => void,
): () => void {
  const subscription = bus.subscribe(subjectsOf(shard).handover, ({ data }) =>
    onHandover(data.length === WRITER_BYTES ? data : null),
  );
  return () => subscription.unsubscribe();
}
