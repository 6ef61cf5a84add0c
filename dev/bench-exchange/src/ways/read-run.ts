import { HttpConnection, getRequest } from '../http-connection';
import { drive } from '../load';
import type { Load } from '../load';

const TEXT_SHOWN = 200;

/** Reads the same again and again, over as many connections as lanes; keeps no answer. @throws Error at any but a 200 */
export async function driveReads(url: string, lanes: number, each: number): Promise<Load<number>> {
  const connections = await Promise.all(
    Array.from({ length: lanes }, () => HttpConnection.open(url)),
  );
  const request = getRequest(url);
  try {
    return await drive(
      connections.map((connection) => ({
        requests: Array.from({ length: each }, () => request),
        exchange: async (bytes: Buffer) => {
          const { status, body } = await connection.exchange(bytes);
          if (status === 200) return body.length;
          throw new Error(`${url} answered ${status}: ${body.toString('utf8', 0, TEXT_SHOWN)}`);
        },
      })),
    );
  } finally {
    for (const connection of connections) connection.close();
  }
}
