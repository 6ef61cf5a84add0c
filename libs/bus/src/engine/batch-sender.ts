/**
 * Runs several actions, each of which sends one command to the engine, as one batch: each gets a sender of its own, and
 * what they send leaves together, in their order. So an action of a batch is the very action that is carried out alone.
 */
import { CodedError } from '@bellwether/errors';
import type { Answer, Command, RequestLane } from '@bellwether/exchange';
import type { BatchOperation, EngineClient, EngineRequestOptions } from './engine-client';
import type { OperationOutcome } from './engine-message';
import { detailsRecord } from './refusal-error';

/** What an action needs of the engine's client. It sends once, or fails before. */
export type CommandSender = Pick<EngineClient, 'send'>;

/**
 * @param lane on which the batch is sent; a command comes on this lane or on that for cancels
 * @returns for each action what became of it, in their order
 */
export async function inOneBatch<T>(
  engine: Pick<EngineClient, 'sendBatch'>,
  lane: RequestLane,
  options: EngineRequestOptions,
  actions: readonly ((sender: CommandSender) => Promise<T>)[],
): Promise<readonly PromiseSettledResult<T>[]> {
  const slots = actions.map(() => new Slot());
  const results = actions.map((action, index) => action(slots[index]!));
  const settled = Promise.allSettled(results);
  // Each has sent its command, or ended without one.
  await Promise.all(
    slots.map((slot, index) => Promise.race([slot.isSent, Promise.allSettled([results[index]])])),
  );
  const sent = slots.filter((slot) => slot.operation !== undefined);
  if (sent.length > 0) await carryOut(engine, lane, options, sent);
  return settled;
}

async function carryOut(
  engine: Pick<EngineClient, 'sendBatch'>,
  lane: RequestLane,
  options: EngineRequestOptions,
  slots: readonly Slot[],
): Promise<void> {
  try {
    const operations = slots.map(({ operation }) => operation!);
    const outcomes = await engine.sendBatch(lane, operations, options);
    for (const [index, slot] of slots.entries()) slot.settle(outcomes[index]!);
  } catch (error) {
    for (const slot of slots) slot.fail(error);
  }
}

class Slot implements CommandSender {
  operation: BatchOperation | undefined;
  /** Resolves when the action has sent its command. */
  readonly isSent: Promise<void>;
  private sent: () => void = () => undefined;
  private answer: (answer: Answer) => void = () => undefined;
  fail: (error: unknown) => void = () => undefined;

  constructor() {
    this.isSent = new Promise((resolve) => (this.sent = resolve));
  }

  send(lane: RequestLane, command: Command): Promise<Answer> {
    this.operation = { lane, command };
    this.sent();
    return new Promise((resolve, reject) => {
      this.answer = resolve;
      this.fail = reject;
    });
  }

  settle(outcome: OperationOutcome): void {
    if (outcome.kind === 'answer') this.answer(outcome.answer);
    else this.fail(new CodedError(outcome.code, detailsRecord(outcome.details)));
  }
}
