/** An exchange with a market and funded users, set up through the bus as gateway and signer would. */
import { EngineClient } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import type { Answer, Command, ReplyKind, ReplyOf, RequestLane } from '@bellwether/exchange';
import { testUser } from './incoming';
import type { TestUser } from './incoming';

const requestId = 'test';

export class TradingFloor {
  private constructor(
    readonly client: EngineClient,
    readonly marketId: Uint8Array,
    readonly users: readonly TestUser[],
  ) {}

  static async open(
    bus: Bus,
    options: { shard: number; users: number; expiry?: number },
  ): Promise<TradingFloor> {
    const { shard, users: userCount, expiry = 4_000_000_000 } = options;
    const client = new EngineClient({ shard, bus });
    const created = await sendUntilReceived(client, {
      kind: 'create_event',
      eventId: 'final',
      question: 'Who wins the final?',
      description: '',
      category: { name: 'sport', sub: 'tennis' },
      expiry,
      mutuallyExclusive: false,
      feeBps: null,
      opensAt: null,
      labels: ['home'],
    });
    const [market] = replyOf('event_created', created).markets;
    const users = Array.from({ length: userCount }, (_, number) => testUser(number));
    for (const [number, { user }] of users.entries()) {
      const credit = { kind: 'test_credit', user, amount: 1_000_000_000, reference: `u${number}` };
      await sendUntilReceived(client, { ...credit, kind: 'test_credit' });
    }
    return new TradingFloor(client, market!.marketId, users);
  }

  send(lane: RequestLane, command: Command, timeoutMs?: number): Promise<Answer> {
    const options = timeoutMs === undefined ? { requestId } : { requestId, timeoutMs };
    return this.client.send(lane, command, options);
  }

  /** Repeats the same command until it is answered, as a client does to learn the outcome. */
  sendUntilAnswered(lane: RequestLane, command: Command): Promise<Answer> {
    return sendWhile(
      ({ retryable }) => retryable,
      () => this.send(lane, command, 1_000),
    );
  }
}

/**
 * Repeats while no engine is available. An engine serves as soon as its own server has its subscriptions. The other
 * servers of a cluster get them a moment later, and report no responders until then: nothing was done.
 */
const sendUntilReceived = (client: EngineClient, command: Command): Promise<Answer> =>
  sendWhile(
    ({ code }) => code === 'ENGINE_UNAVAILABLE',
    () => client.send('admin', command, { requestId }),
  );

/** Retries while it fails with an error for which `isTriedAgain` is true. */
async function sendWhile(
  isTriedAgain: (error: CodedError) => boolean,
  send: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof CodedError && isTriedAgain(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** The reply's body. @throws Error if it is of another kind */
export function replyOf<K extends ReplyKind>(kind: K, { reply }: Answer): ReplyOf<K> {
  const { body } = reply;
  if (!isKind(kind, body)) throw new Error(`${JSON.stringify(body)} is no ${kind}`);
  return body;
}

const isKind = <K extends ReplyKind>(kind: K, body: { kind: ReplyKind }): body is ReplyOf<K> =>
  body.kind === kind;
