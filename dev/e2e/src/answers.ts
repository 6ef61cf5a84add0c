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
): z.infer<T> {
  if (answer.status !== status) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return shape.parse(answer.body);
}

/** The error of a refusal, in the one shape all errors have. @throws Error when it is a success or another shape */
export function expectError(answer: HttpAnswer): Failure & { readonly status: number } {
  if (answer.status < 400) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return { status: answer.status, ...failure.parse(answer.body).error };
}
