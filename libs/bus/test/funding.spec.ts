import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CodedError, Fault } from '@bellwether/errors';
import { encodeFundingMessage, fundingMessageSubject } from '@bellwether/funding';
import type { FundingMessage } from '@bellwether/funding';
import { jetstreamManager } from '@nats-io/jetstream';
import type { Bus } from '../src/connection/bus';
import { FundingClient } from '../src/funding/funding-client';
import type { FundingHandlers } from '../src/funding/funding-client';
import { consumeFunding } from '../src/funding/funding-consumer';
import type { FundingMessageHandler } from '../src/funding/funding-consumer';
import { publishOutbox } from '../src/funding/funding-publisher';
import type { OutboxEntry, OutboxSource } from '../src/funding/funding-publisher';
import type { FundingAddress } from '../src/funding/funding-service';
import { fundingStream } from '../src/funding/funding-stream';
import { FUNDING_OPERATIONS, FUNDING_STREAM } from '../src/subjects';
import { FUNDING } from '../src/funding/funding-contract';
import { serveFunding } from '../../nest-bus/test/serve-operations';
import type { ServedOperations } from '../../nest-bus/test/serve-operations';
import { NatsUnderTest, silent } from './nats-under-test';

let nats: NatsUnderTest;
let bus: Bus;

beforeAll(async () => {
  nats = await NatsUnderTest.start();
});
afterAll(() => nats.stop());
beforeEach(async () => {
  bus = await nats.bus();
});
afterEach(() => bus.close());

const bytes = (count: number, fill: number): Uint8Array => new Uint8Array(count).fill(fill);
const user = bytes(32, 1);
const requestId = 'r1';

describe('requests', () => {
  const address: FundingAddress = {
    user,
    depositAddress: bytes(32, 2),
    depositUsdcAccount: bytes(32, 3),
    usdcMintExt: bytes(32, 4),
    proxyWallet: bytes(32, 5),
    proxyUsdcAccount: bytes(32, 6),
    usdcMintMain: bytes(32, 7),
    initialized: true,
    tier: 0,
    maxPerTxMicroUsdc: 10_000_000_000,
    dailyCapRemainingMicroUsdc: 1,
    dailyCapResetsAtMs: 2,
    minimums: { usdcMicroUsdc: 1_000_000, otherMicroUsdc: 1_000_000 },
    estimatedGas: {
      extUsdc: { microUsdc: 0, items: [] },
      extOther: { microUsdc: 0, items: [] },
      mainUsdc: { microUsdc: 0, items: [] },
    },
  };
  let services: ServedOperations[] = [];
  const client = () => new FundingClient(bus);
  const serve = async (handlers: FundingHandlers) => {
    services.push(await serveFunding(await nats.bus(), handlers, silent));
  };
  afterEach(async () => {
    await Promise.all(services.map((service) => service.stop()));
    services = [];
  });
  const failureOf = async (asked: Promise<unknown>): Promise<[string, object]> => {
    const error = await asked.then(
      () => new Error('it was answered'),
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof CodedError)) throw error;
    return [error.code, error.details];
  };

  const selfSigned = {
    user,
    amountMicroUsdc: 5,
    recipientKind: 'default',
    recipient: null,
    nonce: 1,
    signature: bytes(64, 9),
  } as const;

  it('have a reader each', () => {
    expect(Object.keys(FUNDING.requests)).toEqual([...FUNDING_OPERATIONS]);
  });

  it('reach the app that serves them, bytes as bytes, and come back so', async () => {
    const seen: unknown[] = [];
    const withdraw = { ...selfSigned, builder: bytes(16, 8) };
    await serve({
      address: async (request, context) => {
        seen.push([request, context]);
        return address;
      },
    });
    await serve({
      builder_withdraw: async (request) => {
        seen.push(request);
        const { user: whose, amountMicroUsdc, recipientKind, nonce } = request;
        const gasItems = [{ kind: 'transaction_fees', microUsdc: 1 }] as const;
        const times = { createdMs: 3, isReplay: false };
        const fees = { gasFeeMicroUsdc: 1, gasItems, netAmountMicroUsdc: 4, ...times };
        const where = { chain: 'ext', recipient: bytes(32, 2), recipientKind } as const;
        const withdrawalId = bytes(32, 11);
        return { withdrawalId, user: whose, amountMicroUsdc, nonce, ...fees, ...where };
      },
    });
    expect(await client().ask('address', { user }, { requestId })).toEqual(address);
    const answer = await client().ask('builder_withdraw', withdraw, { requestId });
    expect(answer).toMatchObject({ withdrawalId: bytes(32, 11), netAmountMicroUsdc: 4 });
    expect(seen).toEqual([[{ user }, { requestId }], withdraw]);
  });

  it.each([
    ['address', { user: bytes(31, 1) }, 'user'],
    ['tier', { user, tier: 3 }, 'tier'],
    ['recover', { user, mint: user, recipient: user, reference: 'case 7' }, 'nonce'],
    ['operator_recover', { user, mint: user, recipient: user, reference: '' }, 'reference'],
    ['builder_withdraw', selfSigned, 'builder'],
    [
      'builder_recover',
      { user, mint: user, recipient: user, nonce: 1, signature: bytes(64, 9) },
      'builder',
    ],
    ['faucet', { chain: 'main', address: user, token: 'btc', amount: 1 }, 'token'],
    ['bridge_executor', { enabled: 1 }, 'enabled'],
    ['daily_cap', { microUsdc: -1 }, 'microUsdc'],
    ['step_over', { chain: 'ext', slot: 0 }, 'slot'],
    ['step_over', { chain: 'other', slot: 1 }, 'chain'],
    ['release', {}, 'depositId'],
    ['reject', { depositId: bytes(31, 1) }, 'depositId'],
  ] as const)(
    '%s %j is refused before the app sees it, naming the field',
    async (operation, request, field) => {
      const never = async () => {
        throw new Error('the app saw it');
      };
      await serve({ [operation]: never });
      const [code, details] = await failureOf(
        client().ask(operation, request as never, { requestId }),
      );
      expect([code, details]).toEqual(['VALIDATION_FAILED', expect.objectContaining({ field })]);
    },
  );

  it('name a builder only where the signer alone may ask', async () => {
    await serve({
      withdraw: async () => {
        throw new Error('the app saw it');
      },
    });
    const named = { ...selfSigned, builder: bytes(16, 8) };
    const refused = await failureOf(client().ask('withdraw', named, { requestId }));
    expect(refused).toEqual(['UNKNOWN_FIELD', { field: 'builder' }]);
  });

  it('say what silence means', async () => {
    const [nobody] = await failureOf(client().ask('tier', { user, tier: 1 }, { requestId }));
    expect(nobody).toBe('FUNDING_UNAVAILABLE');
    const mute = await nats.bus();
    const never = () => new Promise<never>(() => {});
    await serveFunding(mute, { tier: never, address: never }, silent);
    const patience = { requestId, timeoutMs: 50 };
    const [changed] = await failureOf(client().ask('tier', { user, tier: 1 }, patience));
    const [read] = await failureOf(client().ask('address', { user }, patience));
    expect([changed, read]).toEqual(['OUTCOME_UNKNOWN', 'FUNDING_UNAVAILABLE']);
    await mute.close();
  });
});

describe('the stream', () => {
  const message = (n: number): FundingMessage => ({
    kind: 'transfer_sent',
    transferId: `t${n}`,
    direction: 'deposit',
    subjectId: bytes(32, n),
    user,
    sourceSignature: bytes(64, n),
    sequence: n,
  });

  /** An outbox in memory, which gives a message out until it is noted as published. */
  class MemoryOutbox implements OutboxSource {
    readonly waiting = new Map<number, OutboxEntry>();
    /** So many times it dies before it notes what was published. */
    deaths = 0;

    add(n: number): void {
      const one = message(n);
      const payload = encodeFundingMessage(one);
      const subject = fundingMessageSubject(one);
      this.waiting.set(n, { outboxId: n, messageId: `m${n}`, subject, payload });
    }
    claim = async ({ limit }: { limit: number }) => [...this.waiting.values()].slice(0, limit);
    published = async (outboxIds: readonly number[]) => {
      if (this.deaths-- > 0) throw new Error('the database is away');
      for (const id of outboxIds) this.waiting.delete(id);
    };
    unpublished = async () => {};
  }

  const options = (signal: AbortSignal, consumer = 'reader') => ({
    consumer,
    subjects: ['funding.transfer.*'],
    signal,
  });

  it('carries every message at least once, through crashes of the server, and the inbox makes it once', async () => {
    const stop = new AbortController();
    const outbox = new MemoryOutbox();
    outbox.deaths = 3;
    const publishing = publishOutbox(
      outbox,
      { replicas: 1, signal: stop.signal, intervalMs: 5 },
      { bus, log: silent },
    );
    const inbox = new Set<string>();
    let crashed = false;
    const handler: FundingMessageHandler = async ({ messageId, message: one, delivery }) => {
      if (one.kind !== 'transfer_sent') throw new Error(one.kind);
      expect(messageId).toBe(`m${one.sequence}`);
      if (one.sequence % 10 === 3 && delivery === 1) throw new Fault('retry', 'not now');
      inbox.add(messageId);
      if (inbox.size === 60) stop.abort();
    };
    const reading = consumeFunding(options(stop.signal), { bus, log: silent }, handler);
    for (let n = 1; n <= 60; n++) {
      outbox.add(n);
      if (n === 30) {
        await nats.crash();
        crashed = true;
      }
    }
    await reading;
    await publishing;
    expect(crashed).toBe(true);
    expect(inbox.size).toBe(60);
  });

  it('sets poison aside and goes on; a reader that comes again begins where it was', async () => {
    const handled: number[] = [];
    const read = async (until: number) => {
      const stop = new AbortController();
      await consumeFunding(
        options(stop.signal, 'other'),
        { bus, log: silent },
        async (delivered) => {
          const { message: one } = delivered;
          const sequence = one.kind === 'transfer_sent' ? one.sequence : 0;
          if (sequence === 101) throw new Fault('poison', 'never');
          handled.push(sequence);
          if (sequence === until) stop.abort();
        },
      );
    };
    const outbox = new MemoryOutbox();
    const stop = new AbortController();
    const publishing = publishOutbox(
      outbox,
      { replicas: 1, signal: stop.signal, intervalMs: 5 },
      { bus, log: silent },
    );
    for (const n of [100, 101, 102]) outbox.add(n);
    const { streams } = await jetstreamManager(bus.connection);
    while (outbox.waiting.size > 0) await streams.info(FUNDING_STREAM).catch(() => undefined);
    await bus.request('funding.transfer.sent', new Uint8Array([1]), 2_000);
    await read(102);
    const before = handled.length;
    outbox.add(103);
    await read(103);
    stop.abort();
    await publishing;
    expect(handled.slice(-3)).toEqual([100, 102, 103]);
    // The one that was handled and not acknowledged when the reader stopped may come again, none else.
    expect(handled.length - before).toBeLessThanOrEqual(2);
  });

  it('is not published into where fewer servers keep it than should', async () => {
    const { signal } = new AbortController();
    const at = { bus, log: silent };
    await fundingStream({}, at).ensure();
    const publishing = publishOutbox(new MemoryOutbox(), { replicas: 3, signal }, at);
    await expect(publishing).rejects.toThrow(/FUNDING: num_replicas is 1, not 3/);
  });
});
