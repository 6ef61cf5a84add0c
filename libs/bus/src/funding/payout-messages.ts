/** Requests for payouts of revenue, which the withdraw-worker answers. Each is paid once for a reference of its source. */
import {
  MAX_BUILDER_ID_BYTES,
  MAX_PAYOUT_KEYS,
  MAX_PAYOUT_REFERENCE_BYTES,
} from '@bellwether/exchange';
import { PAYOUT_RECIPIENTS, REVENUE_SOURCES, TREASURY_SOURCES } from '@bellwether/funding';
import { z } from 'zod';
import { about, aboutBytes, fields, flag, integer, text, word } from '../rpc/fields';

const KEY_BYTES = 32;
const KEY_ID_BYTES = 16;
const MAX_INTEGER = Number.MAX_SAFE_INTEGER;
const KEYS = `at most ${MAX_PAYOUT_KEYS} key ids`;

const payout = {
  reference: about(text(MAX_PAYOUT_REFERENCE_BYTES), "The sender's name for it", 'may-2027'),
  amountMicroUsdc: about(integer(1, MAX_INTEGER), 'Micro-USDC', 20_000_000),
  maxGasFeeMicroUsdc: about(
    integer(0, MAX_INTEGER),
    'The most that the gas fee may be, in micro-USDC; 0: any',
    1_500_000,
  ),
  recipientKind: about(word(PAYOUT_RECIPIENTS), 'Whose address the recipient is', 'recipient_main'),
  recipient: aboutBytes(KEY_BYTES, 'A wallet or a user that is paid', '6f'),
  allowProgramAddress: about(flag(), 'Whether the recipient may be off the curve', false),
};

export const PAYOUT_REQUESTS = {
  /** From the signer alone. */
  builder_payout: fields({
    builderId: about(text(MAX_BUILDER_ID_BYTES), 'The builder', 'builder_0c0c'),
    keys: about(
      z.array(aboutBytes(KEY_ID_BYTES, 'A key', '0c'), { error: KEYS }).max(MAX_PAYOUT_KEYS, {
        error: KEYS,
      }),
      "The builder's keys, in this order",
    ),
    ...payout,
  }),
  /** From the gateway of operators alone. */
  treasury_payout: fields({
    source: about(word(TREASURY_SOURCES), 'What is paid out', 'protocol_fees'),
    ...payout,
  }),
};

const whole = (description: string, example: number) => about(z.int(), description, example);

export const payoutAnswer = z.object({
  source: about(word(REVENUE_SOURCES), 'What is paid out', 'builder'),
  builderId: about(z.string(), 'The builder; empty for the exchange', 'builder_0c0c'),
  ...payout,
  gasFeeMicroUsdc: whole('Taken of the amount', 3_000),
  withdrawalId: about(
    aboutBytes(KEY_BYTES, 'The withdrawal that pays it', '8b').nullable(),
    'Null: to a balance, at once',
  ),
  acceptedSeq: whole('The command that accepted it', 90_112),
  createdMs: whole('When it was accepted', 1_795_255_200_000),
  isReplay: about(flag(), 'The first answer to a request that was sent again', false),
});
