import { z } from 'zod';
import { ORDER_STATUSES } from '@bellwether/exchange';
import { HttpConnection } from '../http-connection';
import type { HttpReply } from '../http-connection';
import { drive } from '../load';
import type { Load } from '../load';
import { requireAsMeant } from '../placed-order';
import type { PlacedOrder } from '../placed-order';
import type { DeskOrder } from '../trading-desk';

/** Sends each list over a connection of its own, at a pace where one is given. @throws Error at an answer other than 200 */
export async function driveHttp(
  url: string,
  requests: readonly (readonly Buffer[])[],
  perSecond?: number,
): Promise<Load<HttpReply>> {
  const connections = await Promise.all(requests.map(() => HttpConnection.open(url)));
  try {
    const lanes = connections.map(({ exchange }, lane) => ({
      requests: requests[lane] ?? [],
      exchange,
    }));
    const load = await drive(lanes, perSecond);
    requireSuccess(url, load);
    return load;
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** @throws Error at an answer other than 200 */
export function requireSuccess(who: string, { replies }: Load<HttpReply>): void {
  for (const { status, body } of replies.flat()) {
    if (status !== 200) throw new Error(`${who} answered ${status}: ${body.toString()}`);
  }
}

const submitted = z.object({
  seq: z.int(),
  order_id: z.int(),
  status: z.enum(ORDER_STATUSES),
  filled: z.int(),
  fills: z.array(z.unknown()),
});

/** @throws Error where an answer is not the one to its order */
export function readAnswers(
  orders: readonly (readonly DeskOrder[])[],
  { replies }: Load<HttpReply>,
): PlacedOrder[] {
  return orders.flatMap((lane, index) =>
    lane.map((order, place) => {
      const answer = submitted.parse(JSON.parse(String(replies[index]?.[place]?.body)));
      const { seq, order_id: orderId, status, filled, fills } = answer;
      const placed = { seq, orderId, status, filled, fills: fills.length };
      requireAsMeant(order, placed);
      return placed;
    }),
  );
}
