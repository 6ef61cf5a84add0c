/** Who is paid by a withdrawal: at most one wallet, on either chain. */
import type { RecipientKind } from '@bellwether/funding';
import type { z } from 'zod';
import { chainAddress } from './fields';

export interface Recipient {
  readonly recipientKind: RecipientKind;
  /** `null` for the kind `default`: the user's own deposit address. */
  readonly recipient: Uint8Array | null;
}

export const recipients = {
  recipient_ext: chainAddress
    .describe(
      'The wallet that is paid, on the chain to deposit from; without any, the deposit address',
    )
    .optional(),
  recipient_main: chainAddress
    .meta({ description: 'In its place a wallet on the main chain', example: undefined })
    .optional(),
};
type Recipients = z.infer<z.ZodObject<typeof recipients>>;

export const atMostOne = {
  path: ['recipient_main'],
  error: 'absent where `recipient_ext` is given: a withdrawal has one recipient',
};
export const hasAtMostOne = (body: Recipients): boolean =>
  body.recipient_ext === undefined || body.recipient_main === undefined;

export function recipientOf(body: Recipients): Recipient {
  const { recipient_ext: ext, recipient_main: main } = body;
  if (ext !== undefined) return { recipientKind: 'recipient_ext', recipient: ext };
  if (main !== undefined) return { recipientKind: 'recipient_main', recipient: main };
  return { recipientKind: 'default', recipient: null };
}
