import { setTimeout as sleep } from 'node:timers/promises';
import { driveOver } from '../load/drive';
import type { Load } from '../load/drive';
import { HttpConnection, getRequest } from '../load/http-connection';
import type { PlacedOrder } from '../load/placed-order';
import { bareRead } from '../peer/peers';
import { requireSuccess } from './order-ways';
import { READS } from './way';
import type { ReadName, Way } from './way';

/**
 * Orders in a burst, and the pause between two: several hundred a second, which leave capacity for what is measured.
 */
const FLOWING_PAIRS = 32;
const PAUSE_MS = 40;

/** Repeats the same read over a connection for each lane. It does not store answers. */
export function driveReads(url: string, lanes: number, each: number): Promise<Load<number>> {
  const requests = Array.from({ length: each }, () => getRequest(url));
  const open = async () => {
    const connection = await HttpConnection.open(url);
    const exchange = async (request: Buffer) =>
      requireSuccess(await connection.exchange(request)).length;
    return { exchange, close: () => connection.close() };
  };
  return driveOver(
    open,
    Array.from({ length: lanes }, () => requests),
  );
}

/** Each read beside a bare route that answers with as many bytes, alone and while these orders arrive. */
export async function readWays(
  urls: Readonly<Record<ReadName, string>>,
  bareUrl: string,
  orders: Way,
): Promise<Way[]> {
  const ways: Way[] = [];
  for (const name of READS) {
    const answer = await fetch(urls[name]);
    const body = await answer.text();
    if (answer.status !== 200) throw new Error(`${urls[name]} answered ${answer.status}: ${body}`);
    const bare = `${bareUrl}${bareRead(Buffer.byteLength(body))}`;
    const read = (way: Way['name'], url: string, flow?: Way): Way => ({
      name: way,
      lanes: [64],
      run: (lanes, each) => beside(flow, () => driveReads(url, lanes, each)),
    });
    ways.push(
      read(`bare ${name}`, bare),
      read(`GET ${name}`, urls[name]),
      read(`bare ${name}, orders flowing`, bare, orders),
      read(`GET ${name}, orders flowing`, urls[name], orders),
    );
  }
  return ways;
}

/** @returns the result of `work`, and the orders that were answered meanwhile */
async function beside(flow: Way | undefined, work: () => Promise<Load<number>>) {
  const placed: PlacedOrder[] = [];
  let isOver = flow === undefined;
  const flows = async (): Promise<void> => {
    while (!isOver) {
      const turn = await flow!.run(FLOWING_PAIRS, 1);
      placed.push(...turn.placed);
      await sleep(PAUSE_MS);
    }
  };
  const flowing = flows();
  try {
    return { load: await work(), placed };
  } finally {
    isOver = true;
    await flowing;
  }
}
