/** `POST /v1/debug/signature` for texts: what the owner of an account signs, as it is or in the envelope. */
import { isRefusedText, mendText, ofNetwork, parseOwnerText } from '@bellwether/canonical-message';
import type { Mistake, NetworkName, OwnerText, SignedText } from '@bellwether/canonical-message';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { messageEvidence, signatureEvidence, signerEvidence } from './debug-evidence';
import { publicKey, unixSeconds } from './fields';

/** Twice what an endpoint takes: line feeds may have become more. */
const MAX_TEXT_CHARACTERS = 1_024;

interface SentText {
  readonly said: OwnerText;
  /** Faults that an endpoint would refuse, though the meaning is clear. */
  readonly mistakes: readonly Mistake[];
}

export const debugText = z.strictObject({
  kind: z.literal('text').meta({
    description:
      'A text of `POST /v1/trading-keys`, `/v1/trading-keys/revoke`, `/v1/withdraw`, `/v1/deposit/recover` or `/v1/cases/{case_id}/challenge`',
  }),
  text: z
    .string({ error: 'the text' })
    .max(MAX_TEXT_CHARACTERS, { error: `at most ${MAX_TEXT_CHARACTERS} characters` })
    .transform((sent, context): SentText => {
      const { text, mistakes } = mendText(sent);
      const read = parseOwnerText(text);
      if (!isRefusedText(read)) return { said: read, mistakes };
      const { line, expected } = read;
      const message = `a text as docs/protocol/signed-messages.md has it, whose line ${line} is ${expected}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({ description: 'The text as it is sent', example: EXAMPLE.allowText }),
  signature: signatureEvidence,
  message: messageEvidence,
  public_key: signerEvidence,
});

export const debugSession = z.strictObject({
  kind: z.literal('session').meta({ description: 'The text of `POST /v1/session`' }),
  public_key: publicKey,
  timestamp: unixSeconds.describe('When it is signed'),
  signature: signatureEvidence,
  message: messageEvidence,
});

type DebugText = z.infer<typeof debugText> | z.infer<typeof debugSession>;

/** The correct text for this network, and the faults of the one that was sent. */
export function signedTextOf(
  body: DebugText,
  network: NetworkName,
): { said: SignedText; mistakes: readonly Mistake[] } {
  if (body.kind === 'session') {
    const { kind, public_key: account, timestamp } = body;
    return { said: { kind, network, account, timestamp }, mistakes: [] };
  }
  const { said, mistakes } = body.text;
  if (said.network === network) return { said, mistakes };
  const explanation = `The text names the network ${said.network}; this one is ${network}.`;
  return {
    said: ofNetwork(said, network),
    mistakes: [...mistakes, { code: 'text_of_other_network', explanation }],
  };
}

/** Who may sign it. */
export const signersOf = (said: SignedText): readonly [Uint8Array, ...Uint8Array[]] =>
  said.kind === 'revoke_trading_key' ? [said.account, said.tradingKey] : [said.account];
