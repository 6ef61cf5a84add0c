/** Attestations: what the source of a result saw, as its key signs it. */
import { attestationForm } from '@bellwether/canonical-message';
import { MAX_CASE_NOTE_BYTES } from '@bellwether/exchange';
import { z } from 'zod';
import { named } from '../answer/fields';
import { EXAMPLE } from '../examples';
import { marketId, publicKey, signature, unixSeconds } from './fields';
import { schemasOf } from './form-fields';
import { shownText } from './shown-text';

/** As it is signed: by its hash. Everybody reads it, as the note of the case. */
export const statement = shownText({ maxBytes: MAX_CASE_NOTE_BYTES, multiline: true }).meta({
  description: 'What the source saw, in words that everybody reads; its SHA-256 is signed',
  example: '1.4 mm between 00:00 and 23:59 UTC at gauge 4711',
});

const { attests, value, decimals } = schemasOf({
  attests: attestationForm.fields.attests,
  value: attestationForm.fields.value,
  decimals: attestationForm.fields.decimals,
});

/** `POST /v1/attestations` */
export const signedAttestationRequest = named(
  'SignedAttestationRequest',
  z
    .strictObject({
      source: publicKey.meta({
        description: 'The public key of the source, in base58 or hex',
        example: EXAMPLE.source,
      }),
      subject: marketId.meta({
        description:
          'With `value` the market, with `winner` the hash of the event: 32 bytes in hex',
      }),
      attests,
      value: value.meta({ example: 14 }),
      decimals: decimals.meta({ example: 1 }),
      observed_at: unixSeconds.meta({ description: attestationForm.fields.observed_at.about }),
      signed_at: unixSeconds.meta({
        description: attestationForm.fields.signed_at.about,
        example: EXAMPLE.time + 60,
      }),
      statement,
      signature: signature.meta({
        description: 'The source’s Ed25519 signature, in hex, over the canonical message',
      }),
    })
    .transform(({ observed_at: observedAt, signed_at: signedAt, ...said }) => ({
      ...said,
      observedAt,
      signedAt,
    })),
  'What a source saw, signed by its key. Anybody may send it.',
);
