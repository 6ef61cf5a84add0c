/** Requests that the owner of an account signed as a text: trading keys. */
import { isRefusedText, parseOwnerText } from '@bellwether/canonical-message';
import type { OwnerTextKind, OwnerTextOf } from '@bellwether/canonical-message';
import { z } from 'zod';
import { named } from '../answer/fields';
import { EXAMPLE } from '../examples';
import { publicKey, signature } from './fields';

/** Longer than every text, shorter than what a device shows. */
const MAX_TEXT_CHARACTERS = 512;

/** Exactly the text of one kind, to the byte; parsed. */
export const ownerText = <K extends OwnerTextKind>(kind: K, example: string | undefined) =>
  z
    .string({ error: 'the signed text' })
    .transform((text, context): OwnerTextOf<K> => {
      const read = parseOwnerText(text);
      if (!isRefusedText(read) && isOf(read, kind)) return read;
      const { line, expected } = isRefusedText(read)
        ? read
        : { line: 1, expected: `the head of the text of the kind \`${kind}\`` };
      const message = `a text as docs/protocol/signed-messages.md has it, whose line ${line} is ${expected}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({
      description:
        'The text that was signed, exact to the byte: lines end with LF, the last without one',
      maxLength: MAX_TEXT_CHARACTERS,
      example,
    });

const isOf = <K extends OwnerTextKind>(
  read: OwnerTextOf<OwnerTextKind>,
  kind: K,
): read is OwnerTextOf<K> => read.kind === kind;

const textSignature = signature.meta({
  description:
    'The Ed25519 signature, in hex, over the text as it is, or over it inside the off-chain message envelope of Solana',
});

/** `POST /v1/trading-keys` of the gateway. */
export const allowTradingKeyRequest = named(
  'AllowTradingKeyRequest',
  z.strictObject({
    text: ownerText('allow_trading_key', EXAMPLE.allowText),
    signature: textSignature,
  }),
  'A key that may trade for the account and nothing else, by the text of its owner.',
);

/** `POST /v1/trading-keys/revoke` of the gateway. */
export const revokeTradingKeyRequest = named(
  'RevokeTradingKeyRequest',
  z.strictObject({
    text: ownerText('revoke_trading_key', EXAMPLE.revokeText),
    signature: textSignature,
  }),
  'The end of a trading key, by a text that its owner or the key itself signed.',
);

/** In place of the fields of a withdrawal or a recovery. */
export const insteadOfFields = <K extends OwnerTextKind>(kind: K) =>
  ownerText(kind, undefined)
    .describe(
      'In place of all fields but `signature` and `client_id`: the text that the owner signed',
    )
    .optional();

/** Either the text alone, or all of the named fields. */
export function isEitherForm<N extends string>(
  body: { readonly text?: unknown; readonly signature: unknown },
  names: readonly N[],
  context: { addIssue(issue: { code: 'custom'; path: [string]; message: string }): void },
): boolean {
  const given = Object.entries(body).flatMap(([name, value]) =>
    value === undefined || name === 'signature' || name === 'client_id' ? [] : [name],
  );
  const wrong =
    body.text === undefined
      ? names.filter((name) => !given.includes(name))
      : given.filter((name) => name !== 'text');
  const message =
    body.text === undefined
      ? 'given: without a `text` the request has all of its fields'
      : 'absent: the `text` says it';
  for (const name of wrong) context.addIssue({ code: 'custom', path: [name], message });
  return wrong.length === 0;
}

/** The trading key that signed a request in place of the user that the request names. */
export const signer = publicKey
  .meta({
    description: 'The trading key that signed it; without it the user itself did',
    example: undefined,
  })
  .optional();

/** As a field of a command. */
export const bySigner = (body: { readonly signer?: Uint8Array | undefined }) =>
  body.signer === undefined ? {} : { signer: body.signer };

export type AllowTradingKeyRequest = z.infer<typeof allowTradingKeyRequest>;
export type RevokeTradingKeyRequest = z.infer<typeof revokeTradingKeyRequest>;
