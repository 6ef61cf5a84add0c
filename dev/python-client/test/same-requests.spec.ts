/**
 * Both SDKs send the same for the same call, down to the signature, and raise the same for the same answer. A call says
 * what it must and no more, so their defaults are compared.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import {
  AdminClient,
  BuilderClient,
  ClientError,
  KeyPair,
  PublicClient,
  Trader,
  TradingKeys,
} from '@bellwether/client';
import { CODES } from '@bellwether/errors';
import { operationsOf } from '@bellwether/runtime';
import type { AsyncApiDocument, OpenApiDocument } from '@bellwether/runtime';
import { expect, it } from 'vitest';
import { BY_HAND } from '../../../tools/documents/src/calls/by-hand';
import { callsOf } from '../../../tools/documents/src/calls/call';
import { readDocument } from '../../../tools/documents/src/committed-document';
import { PYTHON, describeInPython, optionsOf } from '../src/python';
import { WRITTEN, inPython, made } from '../src/sdk-calls';
import type { Client, SdkCall } from '../src/sdk-calls';

const GATEWAY = readDocument('gateway.openapi') as OpenApiDocument;
const documents = {
  gateway: GATEWAY,
  signer: readDocument('signer.openapi') as OpenApiDocument,
  streams: readDocument('streams.asyncapi') as AsyncApiDocument,
};
const seed = '07'.repeat(32);
const key = KeyPair.fromSeed(seed);
const SECRET = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

interface Refusal {
  readonly status?: number;
  readonly error?: object;
  readonly page?: string;
  readonly cut?: true;
  readonly unreachable?: true;
}
interface Outcome {
  readonly sent: readonly {
    readonly method: string;
    readonly path: string;
    readonly body: unknown;
  }[];
  readonly raised: { readonly classes: readonly string[]; readonly code: string } | null;
}

const refusal = (code: string, status: number, retryable = false): Refusal => ({
  status,
  error: { code, message: 'No.', details: {}, retryable, request_id: 'r' },
});
const NO = refusal('NOT_FOUND', 404);

/** What calls read before they send: the examples of the documents. */
const ANSWERS = Object.fromEntries(
  [
    ['get', '/v1/nonce/{public_key}', `/v1/nonce/${key.publicKey}`],
    ['get', '/v1/nonce/{public_key}', '/v1/nonce/6prrDry7bXSR3jdUVAsPgZSNPdK89phurjKR7CixyPM3'],
    ['get', '/v1/gas/price', '/v1/gas/price'],
    ['post', '/v1/withdraw/quote', '/v1/withdraw/quote'],
    ['post', '/v1/preview', '/v1/preview'],
    ['get', '/v1/time', '/v1/time'],
  ].map(([method, path, asked]) => {
    const found = operationsOf(GATEWAY).find((one) => one.method === method && one.path === path);
    const { content } = found?.operation.responses['200'] ?? {};
    return [asked, content?.['application/json']?.['example']];
  }),
);
/** Calls that are about one of them. */
const ABOUT: Readonly<Record<string, string>> = {
  quoteWithdrawal: '/v1/withdraw/quote',
  previewOrder: '/v1/preview',
  gasPrice: '/v1/gas/price',
  time: '/v1/time',
};
const answersOf = ({ name }: SdkCall) => {
  const { [ABOUT[name] ?? '']: _, ...others } = ANSWERS;
  return others;
};

function clients(fetch: typeof globalThis.fetch): Readonly<Record<Client, object>> {
  const common = { fetch, retry: { maxAttempts: 1 } };
  const gatewayUrl = 'http://gateway.test';
  const signerUrl = 'http://signer.test';
  return {
    PublicClient: new PublicClient({ url: gatewayUrl, ...common }),
    Trader: new Trader({ gatewayUrl, key, network: 'test', ...common }),
    TradingKeys: new TradingKeys({ gatewayUrl, network: 'test', ...common }),
    BuilderClient: new BuilderClient({
      gatewayUrl,
      signerUrl,
      apiKey: 'k',
      secret: SECRET,
      ...common,
    }),
    AdminClient: new AdminClient({ gatewayUrl, adminKey: 'k', ...common }),
  };
}

async function inTypeScript(call: SdkCall, refused: Refusal): Promise<Outcome> {
  const sent: Outcome['sent'][number][] = [];
  const answers: Readonly<Record<string, unknown>> = answersOf(call);
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const path = pathname + search;
    if (path in answers) return Response.json(answers[path]);
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    sent.push({ method: init?.method ?? 'GET', path, body });
    if (refused.cut) throw new TypeError('cut');
    if (refused.unreachable) {
      throw new TypeError('refused', { cause: { code: 'ECONNREFUSED' } });
    }
    const { status = 200, page = JSON.stringify({ error: refused.error }) } = refused;
    return new Response(page, { status });
  };
  const client = clients(fetch)[call.client];
  const given = call.arguments.map((one) => (one === 'KEY' ? key : one));
  const method = Reflect.get(client, call.name) as (...all: unknown[]) => Promise<unknown>;
  try {
    await method.call(client, ...given, ...(call.terms === null ? [] : [call.terms]));
    return { sent, raised: null };
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return {
      sent,
      raised: { classes: classesOf(error), code: String(Reflect.get(error, 'code')) },
    };
  }
}

function classesOf(error: Error): readonly string[] {
  const names: string[] = [];
  let one: unknown = error.constructor;
  while (typeof one === 'function' && one !== Error) {
    names.push(one.name);
    one = Object.getPrototypeOf(one);
  }
  return names;
}

async function inPythonAll(calls: readonly (readonly [SdkCall, Refusal])[]) {
  const child = spawn(PYTHON, ['-m', 'tests.send_calls'], {
    ...optionsOf(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said = calls.map(([call, refused]) => ({
    ...inPython(call),
    answers: answersOf(call),
    refusal: refused,
  }));
  child.stdin.end(JSON.stringify({ seed, calls: said }));
  return JSON.parse(await text(child.stdout)) as readonly Outcome[];
}

/** Each has its own: 32 characters of hex. */
const withoutSender = (outcome: Outcome): unknown =>
  JSON.parse(
    JSON.stringify(outcome.sent).replaceAll(/"client_id":"[0-9a-f]{32}"/g, '"client_id":0'),
  );

const CALLS = [...WRITTEN, ...made(callsOf(documents))];
const nameOf = ({ client, name }: SdkCall) => `${client}.${name}`;

/** Python has a `ConnectionError` of its own. */
const IN_PYTHON: Readonly<Record<string, string>> = { ConnectionError: 'ConnectionFailedError' };

const order: SdkCall = WRITTEN[0]!;
const read: SdkCall = { client: 'PublicClient', name: 'status', arguments: [], terms: null };
const wrong = { ...order, terms: { ...order.terms, price: 45.5 } };
const ANSWERED: readonly (readonly [SdkCall, Refusal])[] = [
  ...Object.entries(CODES).map(
    ([code, { status, retryable }]) => [order, refusal(code, status, retryable)] as const,
  ),
  ...[order, read].flatMap((one) => [
    [one, { cut: true }] as const,
    [one, { unreachable: true }] as const,
    [one, { status: 200, page: '<html>' }] as const,
    [one, { status: 502, page: '<html>' }] as const,
    [one, { status: 403, page: '<html>' }] as const,
  ]),
  [wrong, NO],
];

describeInPython('both SDKs', () => {
  it('are compared in every call that is written by hand', () => {
    const compared = new Set(WRITTEN.map(nameOf));
    const written = BY_HAND.flatMap(({ calls }) => Object.values(calls)).filter(
      (one) => one !== null,
    );
    expect(written.filter((one) => !compared.has(one))).toEqual([]);
    expect(CALLS.length).toBeGreaterThan(90);
  });

  it('send the same for the same call: its defaults, its bytes, its signature', async () => {
    const python = await inPythonAll(CALLS.map((call) => [call, NO]));
    for (const [index, call] of CALLS.entries()) {
      const one = await inTypeScript(call, NO);
      const title = nameOf(call);
      expect([title, withoutSender(one)]).toEqual([title, withoutSender(python[index]!)]);
      expect([title, one.sent.length > 0]).toEqual([title, true]);
    }
  });

  it('raise the same class with the same code for the same answer', async () => {
    const python = await inPythonAll(ANSWERED);
    for (const [index, [call, refused]] of ANSWERED.entries()) {
      const { raised } = await inTypeScript(call, refused);
      const other = python[index]!.raised;
      const title = `${nameOf(call)}: ${JSON.stringify(refused)}`;
      const [own = ''] = raised?.classes ?? [];
      expect([title, other?.classes]).toEqual([
        title,
        expect.arrayContaining([IN_PYTHON[own] ?? own]),
      ]);
      // Errors of a client itself have a code in Python alone.
      const isRefusal = own === 'BellwetherError';
      expect([title, isRefusal ? other?.code : '']).toEqual([title, isRefusal ? raised?.code : '']);
    }
  });
});
