import { LAST_UTC_SECOND } from '../owner-text/utc-time';
import { ATTESTED_KINDS } from '../words';
import { byteUpTo, hash, i64, key, u64, word } from './field';
import { network } from './named-fields';
import { signedForm } from './signed-form';
import type { MessageOf } from './signed-form';

/** 2^53-1 has 16 digits: with more decimals it would not reach 1. */
export const MAX_ATTESTED_DECIMALS = 15;

/** What the source of a result saw. It has no nonce: whatever is sent again, one subject has one result. */
export const attestationForm = signedForm(0x0b, {
  network,
  source: key('The public key of the source, as `GET /v1/sources` gives it'),
  subject: hash(
    'The market, or the hash of the event where outcomes exclude each other: section 8a',
  ),
  attests: word(ATTESTED_KINDS, 'What `value` is: a number, or the place of the market that won'),
  value: i64(
    'The number, times 10 to the power of `decimals`; of `winner` the place of the market in its event, from 0',
  ),
  decimals: byteUpTo(MAX_ATTESTED_DECIMALS, 'As in the rule of the event; of `winner` 0'),
  observed_at: u64(
    'When it was so, in Unix seconds; of `value` exactly `at` of the rule',
    LAST_UTC_SECOND,
  ),
  signed_at: u64('When it was signed, in Unix seconds', LAST_UTC_SECOND),
  statement_sha256: {
    ...hash('SHA-256 of the UTF-8 bytes of `statement`'),
    sentAs: ['statement'] as const,
  },
});

/** Times in Unix seconds. */
export type AttestationMessage = MessageOf<typeof attestationForm>;
