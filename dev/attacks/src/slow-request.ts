import { connect } from 'node:net';
import { once } from 'node:events';

/** A few bytes at an interval: far too slow for the request's length, and never silent for long. */
const DRIP_MS = 250;

/** What is sent at once, and what is then repeated while the server accepts it. */
export interface SlowRequest {
  readonly url: string;
  readonly from: string;
  readonly beginning: string;
  readonly drop: string;
}

/** @returns when the server has closed the connection: the status that it sent before, null for none */
export async function drip({ url, from, beginning, drop }: SlowRequest): Promise<number | null> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  socket.on('error', () => undefined); // The server has closed it: what is still sent fails.
  socket.write(beginning);
  const dripping = setInterval(() => socket.write(drop), DRIP_MS);
  await once(socket, 'close');
  clearInterval(dripping);
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1];
  return status === undefined ? null : Number(status);
}
