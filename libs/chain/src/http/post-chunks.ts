/**
 * POST by Node's own client over persistent connections: it takes half of the processor time of `fetch`, and nodes get
 * several requests a second.
 */
import { Agent, request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { IDLE_CONNECTION_MS } from '../limits';

const KEEP_ALIVE = { keepAlive: true, timeout: IDLE_CONNECTION_MS };
const PLAIN = { request: httpRequest, agent: new Agent(KEEP_ALIVE) };
const TLS = { request: httpsRequest, agent: new TlsAgent(KEEP_ALIVE) };

/**
 * The answer's body in chunks. A redirect is a fault: it would send our provider's key to another host.
 * @throws whatever ends the request: the signal's reason, the connection, a status other than 2xx
 */
export async function* postChunks(
  url: string,
  json: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    const response = await headOf(url, json, signal);
    const { statusCode = 0 } = response;
    if (statusCode < 200 || statusCode > 299) {
      response.destroy();
      throw new Error(`HTTP status ${statusCode}`);
    }
    for await (const chunk of bodyOf(response)) yield chunk as Uint8Array;
  } catch (error) {
    // A request that is aborted while its answer arrives reports a broken connection.
    throw signal.aborted ? signal.reason : error;
  }
}

function headOf(url: string, json: string, signal: AbortSignal): Promise<IncomingMessage> {
  const { request, agent } = new URL(url).protocol === 'https:' ? TLS : PLAIN;
  const headers = {
    // Some providers refuse requests without one.
    'user-agent': 'bellwether',
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
  };
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers, agent, signal })
      .on('response', resolve)
      .on('error', reject)
      // An answer that switches protocols ends with neither.
      .on('close', () => reject(new Error('the connection was closed before an answer')))
      .end(json);
  });
}

function bodyOf(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return response;
  if (encoding === 'gzip') return pipeline(response, createGunzip(), () => undefined);
  response.destroy();
  throw new Error('an answer in an encoding that was not asked for');
}
