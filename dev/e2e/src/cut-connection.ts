import { connect } from 'node:net';

/** Sends a whole request, then cuts the connection without waiting for a byte of the answer. */
export function sendAndCut(
  url: string,
  headers: Readonly<Record<string, string>>,
  text: string,
): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  const lines = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
    });
    socket.once('error', reject);
    socket.once('close', () => resolve());
  });
}
