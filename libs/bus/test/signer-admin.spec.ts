import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CodedError } from '@bellwether/errors';
import type { Bus } from '../src/connection/bus';
import type { SignerAdminHandlers } from '../src/signer/signer-admin';
import { SignerAdminClient } from '../src/signer/signer-admin-client';
import { serveSignerAdmin } from '../../nest-bus/test/serve-operations';
import type { ServedOperations } from '../../nest-bus/test/serve-operations';
import { NatsUnderTest, silent } from './nats-under-test';
import { thrownBy } from './thrown-by';

const requestId = 'r-1';
const keyId = 'ab'.repeat(16);

let nats: NatsUnderTest;
let signerBus: Bus;
let client: SignerAdminClient;
let service: ServedOperations | undefined;

beforeAll(async () => {
  nats = await NatsUnderTest.start();
  signerBus = await nats.bus();
  client = new SignerAdminClient(await nats.bus());
});
afterAll(() => nats.stop());
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const notAsked = (): never => {
  throw new Error('not asked in this test');
};
const handlers: SignerAdminHandlers = {
  create_builder: notAsked,
  create_key: notAsked,
  revoke_key: notAsked,
  restore_key: notAsked,
  list_keys: notAsked,
  list_builders: notAsked,
};

const codeOf = async (asked: Promise<unknown>): Promise<[string, unknown]> => {
  const error = await thrownBy(asked);
  return error instanceof CodedError ? [error.code, error.details] : [String(error), undefined];
};

describe('key administration over the bus', () => {
  it('brings the request to the signer and its answer back', async () => {
    const asked: unknown[] = [];
    const issued = { keyId, builderId: 'b', apiKey: 'bw_test_x', secret: 'c2VjcmV0' };
    service = await serveSignerAdmin(
      signerBus,
      {
        ...handlers,
        create_key: async (request, context) => {
          asked.push(request, context);
          return issued;
        },
      },
      silent,
    );
    const request = { builderId: 'b', scopes: ['trade'], ordersPerSecond: 10 };
    expect(await client.ask('create_key', request, { requestId })).toEqual(issued);
    expect(asked).toEqual([request, { requestId }]);
  });

  it('is shared by the signers: each request reaches one', async () => {
    let asked = 0;
    const counting: SignerAdminHandlers = {
      ...handlers,
      list_keys: async () => {
        asked++;
        return { keys: [], next: null };
      },
    };
    service = await serveSignerAdmin(signerBus, counting, silent);
    const second = await serveSignerAdmin(await nats.bus(), counting, silent);
    for (let i = 0; i < 20; i++) await client.ask('list_keys', {}, { requestId });
    expect(asked).toBe(20);
    await second.stop();
  });

  it('passes on what the signer refuses with, and tells nothing of what went wrong inside', async () => {
    service = await serveSignerAdmin(
      signerBus,
      {
        ...handlers,
        restore_key: async () => {
          throw new CodedError('KEY_NOT_FOUND', { key_id: keyId });
        },
        revoke_key: async () => {
          throw new TypeError('the secret is x');
        },
      },
      silent,
    );
    expect(await codeOf(client.ask('restore_key', { keyId }, { requestId }))).toEqual([
      'KEY_NOT_FOUND',
      { key_id: keyId },
    ]);
    expect(await codeOf(client.ask('revoke_key', { keyId }, { requestId }))).toEqual([
      'INTERNAL',
      {},
    ]);
  });

  it.each([
    ['create_builder', { name: '' }, { field: 'name' }],
    ['create_builder', { name: 'n', maxFeeBps: 101 }, { field: 'maxFeeBps', value: 101 }],
    ['create_key', {}, { field: 'builderId' }],
    ['create_key', { builderId: 'b', scopes: [''] }, { field: 'scopes' }],
    ['restore_key', { keyId: 'zz' }, { field: 'keyId', value: 'zz' }],
    ['list_keys', { limit: 501 }, { field: 'limit', value: 501 }],
    ['list_builders', { limit: 501 }, { field: 'limit', value: 501 }],
    ['list_builders', { search: '' }, { field: 'search' }],
  ] as const)('refuses %s %j before the signer sees it', async (operation, request, details) => {
    service = await serveSignerAdmin(signerBus, handlers, silent);
    const [code, got] = await codeOf(client.ask(operation, request as never, { requestId }));
    expect(code).toBe('VALIDATION_FAILED');
    expect(got).toMatchObject(details);
  });

  it('without a signer says so: nothing was done', async () => {
    const [code] = await codeOf(client.ask('create_builder', { name: 'n' }, { requestId }));
    expect(code).toBe('SIGNER_UNAVAILABLE');
  });

  it('without an answer leaves the outcome of a change open, that of a list not', async () => {
    const never = () => new Promise<never>(() => {});
    const mute = await nats.bus();
    await serveSignerAdmin(mute, { ...handlers, create_builder: never, list_keys: never }, silent);
    const asked = [
      codeOf(client.ask('create_builder', { name: 'n' }, { requestId, timeoutMs: 50 })),
      codeOf(client.ask('list_keys', {}, { requestId, timeoutMs: 50 })),
    ];
    expect((await Promise.all(asked)).map(([code]) => code)).toEqual([
      'OUTCOME_UNKNOWN',
      'SIGNER_UNAVAILABLE',
    ]);
    await mute.close();
  });
});
