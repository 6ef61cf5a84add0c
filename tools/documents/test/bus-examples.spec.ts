/** Every example request in the bus's AsyncAPI is sent, unchanged, to the servers that the apps run. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  FUNDING_OPERATIONS,
  FundingClient,
  SIGNER_KEY_OPERATIONS,
  SignerAdminClient,
  connectBus,
  fundingSubject,
  serveEngine,
  signerKeysSubject,
  subjectsOf,
} from '@bellwether/bus';
import type { Bus, FundingHandlers, SignerAdminHandlers } from '@bellwether/bus';
import { startNatsServer } from '@bellwether/local-services';
import type { NatsServer } from '@bellwether/local-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFunding, serveSignerAdmin } from '../../../libs/nest-bus/test/serve-operations';
import { BUS_MESSAGES } from '../src/bus-messages';
import {
  QUERIES,
  SERVICE_MESSAGES,
  fundingMessage,
  queryMessage,
  signerMessage,
} from '../src/service-messages';

const SHARD = 0;
const ASKED = { requestId: '' };
const TIMEOUT_MS = 60_000;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let folder: string;
let nats: NatsServer;
let server: Bus;
let client: Bus;
/** What reached a handler, as decoded by the server. */
let heard: unknown;

const hear = (request: unknown): Promise<never> => {
  heard = request;
  return Promise.resolve({} as never);
};
const hearing = (operations: readonly string[]) =>
  Object.fromEntries(operations.map((operation) => [operation, hear]));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-examples-'));
  nats = await startNatsServer({ dataDir: folder });
  const options = { name: 'examples', servers: [nats.url], log: silent };
  [server, client] = [await connectBus(options), await connectBus(options)];
  await serveFunding(server, hearing(FUNDING_OPERATIONS) as FundingHandlers, silent);
  const keys = hearing(SIGNER_KEY_OPERATIONS) as unknown as SignerAdminHandlers;
  await serveSignerAdmin(server, keys, silent);
  await serveEngine(server, SHARD, {
    onCommand: (incoming) => incoming.fail('INTERNAL'),
    onQuery: (incoming) => {
      heard = incoming.query.params;
      incoming.answer({ seq: 1, timestampMs: 1, view: null });
    },
  });
});
afterAll(async () => {
  await Promise.all([client.close(), server.close()]);
  await nats.stop();
  await rm(folder, { recursive: true, force: true });
});

const exampleOf = (name: string, which = 0): object =>
  Object(BUS_MESSAGES[name]?.examples[which]?.payload);
/** A bus on which everybody answers so. */
const answering = (payload: object) => {
  const data = new TextEncoder().encode(JSON.stringify(payload));
  return { request: () => Promise.resolve({ data }) } as never;
};
const send = async (subject: string, payload: object): Promise<object> => {
  heard = undefined;
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  const { data } = await client.request(subject, bytes, TIMEOUT_MS);
  return Object(JSON.parse(new TextDecoder().decode(data)));
};
/** The bytes as they were in the message. */
const asJson = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, one: unknown) =>
      one instanceof Uint8Array ? Buffer.from(one).toString('hex') : one,
    ),
  );

describe('the examples', () => {
  it('are of every operation and question', () => {
    const operations = FUNDING_OPERATIONS.length + SIGNER_KEY_OPERATIONS.length;
    expect(Object.keys(SERVICE_MESSAGES)).toHaveLength(2 * operations + QUERIES.length);
  });

  it.each(FUNDING_OPERATIONS)('of funding.%s are accepted', async (operation) => {
    const example = exampleOf(fundingMessage(operation, 'request'));
    expect(await send(fundingSubject(operation), example)).toEqual({ answer: {} });
    const { request } = Object(example);
    // `tier` is a word in the request and a number once decoded; everything else arrives as written.
    const { tier, ...written } = request;
    const { tier: read, ...arrived } = Object(asJson(heard));
    expect(arrived).toEqual(written);
    expect(read === undefined).toBe(tier === undefined);
  });

  it.each(SIGNER_KEY_OPERATIONS)('of the signer: %s are accepted', async (operation) => {
    const example = exampleOf(signerMessage(operation, 'request'));
    expect(await send(signerKeysSubject(operation), example)).toEqual({ answer: {} });
    expect(asJson(heard)).toEqual(Object(example).request);
  });

  it.each(QUERIES)('of the question %s are accepted', async (what) => {
    const example = exampleOf(queryMessage(what));
    const answer = await send(subjectsOf(SHARD).query(what), example);
    expect(answer).toEqual({ seq: 1, timestampMs: 1, view: null });
    expect(asJson(heard)).toEqual(Object(example).params);
  });

  it('with another field, or without the envelope, are refused', async () => {
    const example = Object(exampleOf(fundingMessage('address', 'request')));
    const more = { ...example, request: { ...example.request, more: 1 } };
    expect(await send(fundingSubject('address'), more)).toMatchObject({
      failed: { code: 'UNKNOWN_FIELD' },
    });
    expect(await send(fundingSubject('gas_price'), { requestId: 'f3b1c2d4' })).toMatchObject({
      failed: { code: 'VALIDATION_FAILED' },
    });
  });

  it.each(FUNDING_OPERATIONS)('of an answer of funding.%s are what a client reads', async (one) => {
    const example = exampleOf(fundingMessage(one, 'answer'));
    const read = await new FundingClient(answering(example)).ask(one, {} as never, ASKED);
    expect({ answer: asJson(read) }).toEqual(example);
  });

  it.each(SIGNER_KEY_OPERATIONS)('of an answer of the signer: %s too', async (one) => {
    const example = exampleOf(signerMessage(one, 'answer'));
    const read = await new SignerAdminClient(answering(example)).ask(one, {} as never, ASKED);
    expect({ answer: asJson(read) }).toEqual(example);
  });

  it('of an answer with a field less are none', async () => {
    const { answer } = Object(exampleOf(fundingMessage('proxy', 'answer')));
    const { initialized: _, ...less } = answer;
    const asking = new FundingClient(answering({ answer: less })).ask('proxy', {} as never, ASKED);
    await expect(asking).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  });

  it('of a refusal are what a client understands', async () => {
    const refusal = exampleOf(fundingMessage('gas_price', 'answer'), 1);
    const other = new FundingClient(answering(refusal));
    await expect(other.ask('gas_price', {}, { requestId: '' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field: 'user' },
    });
  });
});
