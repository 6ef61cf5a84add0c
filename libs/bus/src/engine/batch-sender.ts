/**
 * Runs several actions, each of which sends one command to the engine, as one batch: each gets a sender of its own, and
 * their commands leave together, in their order. So an action is the same in a batch and alone.
 */
import { CodedError } from '@bellwether/errors';
import type { Code } from '@bellwether/errors';
import type { Answer, Command, RequestLane } from '@bellwether/exchange';
import type { BatchOperation, EngineClient, EngineRequestOptions } from './engine-client';
import type { OperationOutcome } from './engine-message';
import { detailsRecord } from './refusal-error';

/** The part of the engine's client that an action needs. It sends once, or fails before. */
export type CommandSender = Pick<EngineClient, 'send'>;

/** The codes for a whole batch, of which nothing was carried out: there was no room for it. */
const NO_ROOM: readonly Code[] = ['RATE_LIMITED', 'OVERLOADED'];

/**
 * @param lane on which the batch is sent; a command comes on this lane or on that for cancels
 * @returns the outcome of each action, in their order
 * @throws CodedError RATE_LIMITED, OVERLOADED: none was carried out
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
  const noRoom = sent.length > 0 ? await carryOut(engine, lane, options, sent) : null;
  const made = await settled;
  if (noRoom !== null) throw noRoom;
  return made;
}

async function carryOut(
  engine: Pick<EngineClient, 'sendBatch'>,
  lane: RequestLane,
  options: EngineRequestOptions,
  slots: readonly Slot[],
): Promise<CodedError | null> {
  try {
    const operations = slots.map(({ operation }) => operation!);
    const outcomes = await engine.sendBatch(lane, operations, options);
    for (const [index, slot] of slots.entries()) slot.settle(outcomes[index]!);
    const turnedAway = outcomes.flatMap((one) => (one.kind === 'failed' ? [errorOf(one)] : []));
    return turnedAway.find(({ code }) => NO_ROOM.includes(code)) ?? null;
  } catch (error) {
    for (const slot of slots) slot.fail(error);
    return null;
  }
}

const errorOf = ({ code, details }: Extract<OperationOutcome, { kind: 'failed' }>): CodedError =>
  new CodedError(code, detailsRecord(details));

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
    else this.fail(errorOf(outcome));
  }
}
