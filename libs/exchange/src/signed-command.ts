/**
 * Commands that were signed in another way than by their user over the canonical message: by a trading key of the user,
 * or by the user as a text. In memory this is one more field of the command; in bytes it stands before the command, so
 * that every other command has the bytes it had.
 *
 *     18   signer (32 bytes) · a command that trades
 *     19   form of the text (1 byte) · a withdrawal or a recovery
 */
import { TEXT_FORMS } from '@bellwether/canonical-message';
import type { TextForm } from '@bellwether/canonical-message';
import { oneOf } from '@bellwether/codec';
import type { Layout } from '@bellwether/codec';
import { publicKey } from './command-words';

const BY_TRADING_KEY = 18;
const AS_TEXT = 19;

/** The commands that a trading key may sign. */
export const TRADING_KEY_KINDS = [
  'order',
  'full_order',
  'amend',
  'cancel',
  'cancel_all',
  'cancel_after',
  'redeem',
] as const;
/** The commands that an owner may sign as a text or as a canonical message. */
export const TEXT_KINDS = ['withdraw', 'recover'] as const;

/** `signer`: the trading key whose signature it is; absent: the user's own. */
export interface BySigner {
  readonly signer?: Uint8Array | undefined;
}
/** `textForm`: the user signed it as a text; absent: as the canonical message. */
export interface InTextForm {
  readonly textForm?: TextForm | undefined;
}

/** A command with the way in which it was signed. */
export type Signed<C extends { readonly kind: string }> = C extends {
  kind: (typeof TRADING_KEY_KINDS)[number];
}
  ? C & BySigner
  : C extends { kind: (typeof TEXT_KINDS)[number] }
    ? C & InTextForm
    : C;

const forms = oneOf(TEXT_FORMS);
const tradesByKey: ReadonlySet<string> = new Set(TRADING_KEY_KINDS);
const hasText: ReadonlySet<string> = new Set(TEXT_KINDS);

export const signedLayout = <C extends { readonly kind: string }>(
  plain: Layout<C>,
): Layout<Signed<C>> => ({
  write(writer, command) {
    const { signer, textForm } = command as BySigner & InTextForm;
    if (signer !== undefined) {
      writer.u8(BY_TRADING_KEY);
      publicKey.write(writer, signer);
    } else if (textForm !== undefined) {
      writer.u8(AS_TEXT);
      forms.write(writer, textForm);
    }
    plain.write(writer, command as unknown as C);
  },
  read(reader) {
    const tag = reader.peek();
    if (tag !== BY_TRADING_KEY && tag !== AS_TEXT) return plain.read(reader) as Signed<C>;
    reader.u8();
    const how =
      tag === BY_TRADING_KEY
        ? { signer: publicKey.read(reader) }
        : { textForm: forms.read(reader) };
    const command = plain.read(reader);
    const isKindOfIt = (tag === BY_TRADING_KEY ? tradesByKey : hasText).has(command.kind);
    if (!isKindOfIt) reader.fail(`tag ${tag} before a command of the kind ${command.kind}`);
    return { ...command, ...how } as unknown as Signed<C>;
  },
});
