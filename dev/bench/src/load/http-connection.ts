/**
 * A keep-alive HTTP/1.1 connection that sends requests made in advance and stores the answers' bytes for later. The
 * load generator shares the machine with what it measures. This costs it a few microseconds a request. A general client
 * parses headers and builds each request when it is due, which costs as much as a server.
 */
import { connect } from 'node:net';
import { OneAtATime } from './one-at-a-time';

export type { HttpReply } from './one-at-a-time';

interface PostOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The bytes of a POST with a JSON body. */
export function postRequest({ url, headers = {}, body }: PostOptions): Buffer {
  const { host, pathname } = new URL(url);
  const lines = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** The bytes of a GET. */
export function getRequest(url: string): Buffer {
  const { host, pathname, search } = new URL(url);
  return Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
}

const END_OF_HEAD = '\r\n\r\n';
const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) /;
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)\r\n/i;

export class HttpConnection extends OneAtATime {
  /** @param from an address of this machine to send from; without it, any */
  static open(url: string, from?: string): Promise<HttpConnection> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const here = from === undefined ? {} : { localAddress: from };
      const socket = connect({ host: hostname, port: Number(port), ...here });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new HttpConnection(socket));
      });
    });
  }

  protected override take(): void {
    const headLength = this.received.indexOf(END_OF_HEAD);
    if (headLength === -1) return;
    const bodyStart = headLength + END_OF_HEAD.length;
    const head = this.received.toString('latin1', 0, bodyStart);
    const status = STATUS_LINE.exec(head)?.[1];
    const length = CONTENT_LENGTH.exec(head)?.[1];
    if (status === undefined || length === undefined) {
      this.fail(new Error(`an answer without status or length: ${head}`));
      return;
    }
    const end = bodyStart + Number(length);
    if (this.received.length < end) return;
    const body = this.received.subarray(bodyStart, end);
    this.received = this.received.subarray(end);
    this.answer({ status: Number(status), head, body });
  }
}
