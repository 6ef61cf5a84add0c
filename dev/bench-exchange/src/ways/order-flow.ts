import { setTimeout as sleep } from 'node:timers/promises';
import type { PlacedOrder } from '../placed-order';
import type { EngineOrders } from './engine-orders';

/** Orders a turn, and the pause between two turns: several hundred a second. */
const DESKS = 32;
const PAUSE_MS = 40;

/** Orders that go on while something else is measured, at a rate that leaves room for it. */
export class OrderFlow {
  constructor(private readonly orders: EngineOrders) {}

  /** @returns what `work` comes to, and the orders that were answered meanwhile */
  async during<T>(work: () => Promise<T>): Promise<{ result: T; placed: readonly PlacedOrder[] }> {
    const placed: PlacedOrder[] = [];
    let isOver = false;
    const flow = async (): Promise<void> => {
      while (!isOver) {
        const turn = await this.orders.run(DESKS, 1);
        placed.push(...turn.placed);
        await sleep(PAUSE_MS);
      }
    };
    const flowing = flow();
    try {
      return { result: await work(), placed };
    } finally {
      isOver = true;
      await flowing;
    }
  }
}
