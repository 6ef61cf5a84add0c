import { CLAIMS } from '../words';
import { hash, optional, u64, word } from './field';
import { clientId, network, nonceOf, user } from './named-fields';
import { signedForm } from './signed-form';
import type { MessageOf } from './signed-form';

const HASH_BYTES = 32;

/** Challenges a proposed result, with a stake. */
export const challengeForm = signedForm(
  0x0a,
  {
    network,
    case_id: u64('The case, as `GET /v1/cases` gives it'),
    user,
    claim: word(CLAIMS, 'The result that the user claims'),
    claim_market: optional(
      hash('The market that won, for `winner`; else zeros'),
      new Uint8Array(HASH_BYTES),
    ),
    reason_sha256: {
      ...hash('SHA-256 of the UTF-8 bytes of `reason`'),
      sentAs: ['reason'] as const,
    },
    stake_micro_usdc: u64('Exactly the stake of the case, in micro-USDC'),
    nonce: nonceOf('order'),
  },
  { beside: { client_id: clientId } },
);

/** The nonce is of the kind `order`. */
export type ChallengeMessage = MessageOf<typeof challengeForm>;
