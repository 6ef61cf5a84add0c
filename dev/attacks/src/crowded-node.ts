/** A proxy of a chain's node whose blocks an attacker has filled. It changes nothing else. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { addressAt, hostileTransaction } from '../../../libs/chain/test/hostile-node';

/** Each has 63 calls with 10 KiB of data: the most that one transaction may hold. */
const TRANSACTIONS = 48;
const LIST = '"transactions":[';

export interface CrowdedNode {
  readonly url: string;
  /** From now on a block that contains this text has 48 more transactions. Null: no block has. */
  crowd(text: string | null): void;
  /** The sizes, in bytes, of the crowded blocks that were returned. */
  readonly shown: readonly number[];
  close(): Promise<void>;
}

export async function startCrowdedNode(upstream: string): Promise<CrowdedNode> {
  const crowd = Buffer.from(hostileTransactions());
  const shown: number[] = [];
  let crowded: string | null = null;
  const server = createServer((incoming, response) => {
    void buffer(incoming).then(async (body) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(upstream, { method: 'POST', headers, body });
      const text = await answer.text();
      const at = text.indexOf(LIST) + LIST.length;
      response.writeHead(answer.status, headers);
      if (crowded === null || at < LIST.length || !text.includes(crowded)) {
        response.end(text);
        return;
      }
      response.write(text.slice(0, at));
      response.write(crowd);
      response.end(text.slice(at));
      shown.push(text.length + crowd.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    crowd: (text) => (crowded = text),
    shown,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Each is followed by a comma, as a real one comes after it. */
function hostileTransactions(): string {
  const accounts = [addressAt(1), addressAt(2)];
  return Array.from({ length: TRANSACTIONS }, (_, at) => {
    const signature = `${at}`
      .padStart(87, '0')
      .replace(/\d/g, (digit) => 'ABCDEFGHJK'[Number(digit)]!);
    return `${JSON.stringify(hostileTransaction(signature, { accounts }))},`;
  }).join('');
}
