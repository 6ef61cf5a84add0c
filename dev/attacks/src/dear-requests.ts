/** A request to every route of a document: its example, and the most expensive one that any caller can send. */
import { operationsOf } from '@bellwether/runtime';
import type { OpenApiDocument } from '@bellwether/runtime';
import { readDocument } from '../../../tools/documents/src/committed-document';
import { liveRequest, liveValues } from '../../e2e/src/live-example';
import { signedExample } from '../../e2e/src/signed-example';
import { Wallet } from '../../e2e/src/wallet';
import { postRequest } from '../../bench/src/load/http-connection';
import type { KnownPlaces } from './stranger-requests';

const MOST_BYTES = 16_000;
/** The body that costs most to parse. */
const DEAR_BODIES = {
  brackets: '['.repeat(MOST_BYTES),
  'brackets, closed': `${'['.repeat(MOST_BYTES / 2)}${']'.repeat(MOST_BYTES / 2)}`,
  'unknown fields': `{${Array.from({ length: 1_600 }, (_, at) => `"f${at}":1`).join(',')}}`,
  'an escaped text': JSON.stringify({ user: '\\"'.repeat(MOST_BYTES / 4 - 8) }),
};

export interface DearRequest {
  readonly name: string;
  readonly bytes: Buffer;
}

type App = 'gateway' | 'signer';
const DOCUMENTS = ['/openapi.json', '/docs', '/docs/style.css'];

export async function dearRequests(
  app: App,
  origin: string,
  known: KnownPlaces,
): Promise<DearRequest[]> {
  const document = readDocument(`${app}.openapi`) as OpenApiDocument;
  const wallet = await Wallet.create();
  const live = liveValues({
    ...known,
    user: wallet.publicKey,
    builderId: 'nobody',
    keyId: '0'.repeat(32),
    fields: {},
  });
  const requests = DOCUMENTS.map((path) => plain(origin, path));
  if (app === 'gateway') {
    requests.push(plain(origin, '/asyncapi.json'), plain(origin, '/docs/streams'));
    requests.push(plain(origin, '/no/such/path'), plain(origin, '/'));
  }
  for (const placed of operationsOf(document)) {
    const { method, target, body } = liveRequest(placed, document, live);
    const name = `${method} ${placed.path}`;
    const { operationId } = placed.operation;
    const filled = await signedExample(wallet, operationId, body);
    requests.push({
      name,
      bytes: withBody(origin, method, target, filled && JSON.stringify(filled)),
    });
    for (const { name: parameter, schema } of placed.operation.parameters) {
      const most = (schema as { maximum?: number }).maximum;
      if (most === undefined || !['limit', 'depth'].includes(parameter)) continue;
      const url = new URL(`${origin}${target}`);
      url.searchParams.set(parameter, String(most));
      const longest = `${url.pathname}${url.search}`;
      requests.push({
        name: `${name} ${parameter}=${most}`,
        bytes: withBody(origin, method, longest, undefined),
      });
    }
    if (method === 'GET') continue;
    for (const [what, text] of Object.entries(DEAR_BODIES)) {
      requests.push({ name: `${name}: ${what}`, bytes: withBody(origin, method, target, text) });
    }
  }
  return requests;
}

const plain = (origin: string, path: string): DearRequest => ({
  name: `GET ${path}`,
  bytes: withBody(origin, 'GET', path, undefined),
});

/** Any method: `postRequest` writes the head of a POST. */
function withBody(
  origin: string,
  method: string,
  target: string,
  body: string | undefined,
): Buffer {
  if (body === undefined) {
    const host = new URL(origin).host;
    return Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  }
  const post = postRequest({ url: `${origin}${target}`, body }).toString('latin1');
  return Buffer.from(post.replace(/^POST \S+/, `${method} ${target}`), 'latin1');
}
