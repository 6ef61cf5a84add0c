/** The promised answers: every answer a test reads passes here, through the schemas that the documents are made of. */
import { creditedAnswer, failureAnswer, wrapped, wrappedFailureAnswer } from '@bellwether/api';
import type { FailureAnswer, SubmittedAnswer } from '@bellwether/api';
import { z } from 'zod';
import type { HttpAnswer } from './http';

export {
  balanceAnswer as balance,
  bookAnswer as book,
  builderTradesAnswer as builderTrades,
  cancelledAllAnswer as cancelledAll,
  cancelledAnswer as cancelled,
  candlesAnswer as candles,
  eventsAnswer as events,
  keypairAnswer as keypair,
  marketsAnswer as markets,
  nonceOutcomeAnswer as nonceOutcome,
  noncesAnswer as nonces,
  orderAnswer as order,
  ordersAnswer as orders,
  positionAnswer as position,
  signedAnswer as signed,
  solvencyAnswer as solvency,
  statusAnswer as status,
  submittedAnswer as submitted,
  tradesAnswer as trades,
} from '@bellwether/api';

export const credited = wrapped(creditedAnswer);
export const failure = z.union([failureAnswer, wrappedFailureAnswer]);

export type Submitted = SubmittedAnswer;
export type Failure = FailureAnswer['error'];

/** The body of a success, in the promised shape. @throws Error that shows the answer when it is anything else */
export function expectOk<T extends z.ZodType>(
  shape: T,
  answer: HttpAnswer,
  status: 200 | 202 = 200,
): z.input<T> {
  if (answer.status !== status) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return promised(shape, answer.body);
}

/** The value as it was sent. @throws ZodError when it is anything else than its schema promises */
export function promised<T extends z.ZodType>(shape: T, sent: unknown): z.input<T> {
  shape.parse(sent);
  return sent as z.input<T>;
}

/** The error of a refusal, in the one shape all errors have. @throws Error when it is a success or another shape */
export function expectError(answer: HttpAnswer): Failure & { readonly status: number } {
  if (answer.status < 400) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return { status: answer.status, ...failure.parse(answer.body).error };
}
