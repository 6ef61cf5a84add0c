import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { CodedError } from '@bellwether/errors';
import { cutSoon } from './cut-soon';
import { errorAnswer } from './error-answer';
import { REQUEST_ID_HEADER, requestIdOfCall } from './request-context';

/** Codes of Node for what is not HTTP. All others are plainly malformed. */
const REASONS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'the headers are larger than 16 KiB',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request took too long to arrive',
};

/** Browsers open connections in advance. On an unused one an answer would be taken for that to its first request. */
const isUnused = (error: { code?: string }, socket: Socket): boolean =>
  error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;

/** Answers a request that Node could not parse in our format, and closes the connection. */
export function refuseBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isUnused(error, socket)) {
    socket.destroy();
    return;
  }
  const reason = REASONS[error.code ?? ''] ?? 'the request is not HTTP';
  const requestId = requestIdOfCall({});
  const { status, body } = errorAnswer(
    new CodedError('VALIDATION_FAILED', { field: 'request', reason }),
    requestId,
  );
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} Bad Request`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    `${REQUEST_ID_HEADER}: ${requestId}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
  cutSoon(socket);
}

/** The longest part of a header that is returned to its sender. */
const MAX_SHOWN_CHARACTERS = 100;

/** `Expect` with anything but `100-continue`: Node's own answer would be a bare 417. */
export function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
  const requestId = requestIdOfCall(request.headers);
  const value = request.headers.expect?.slice(0, MAX_SHOWN_CHARACTERS);
  const details = { field: 'expect', value, expected: 'absent, or 100-continue' };
  const { status, body } = errorAnswer(new CodedError('VALIDATION_FAILED', details), requestId);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    [REQUEST_ID_HEADER]: requestId,
    connection: 'close',
  });
  response.end(JSON.stringify(body));
}
