import {
  FULL_TERMS,
  amendForm,
  attestationForm,
  buildOwnerText,
  bytesOfText,
  cancelAfterForm,
  challengeForm,
  encodeOrder,
  encodeRecover,
  encodeWithdraw,
  encoderOn,
  fullOrderForm,
  redeemForm,
} from '@bellwether/canonical-message';
import { sha256 } from '@noble/hashes/sha2.js';
import type { TextForm } from '@bellwether/canonical-message';
import { assert } from '@bellwether/errors';
import type { CommandOf, FullTerms, Network, OrderCommand } from './command';

/**
 * The canonical messages of the commands that name the network: the bytes that the user signed, and the body that a
 * repeat is compared with.
 */

type Withdraw = Pick<
  CommandOf<'withdraw'>,
  'user' | 'amount' | 'maxGasFee' | 'recipientKind' | 'recipient' | 'allowProgramAddress' | 'nonce'
>;
type Recover = Pick<
  CommandOf<'recover'>,
  'user' | 'mint' | 'maxGasFee' | 'recipient' | 'allowProgramAddress' | 'nonce'
>;

const encodeAmend = encoderOn(amendForm);
const encodeRedeem = encoderOn(redeemForm);
const encodeCancelAfter = encoderOn(cancelAfterForm);
const encodeChallenge = encoderOn(challengeForm);
const encodeAttestation = encoderOn(attestationForm);
const NO_MARKET = new Uint8Array(32);
const utf8 = new TextEncoder();
const encodeFullOrder = encoderOn(fullOrderForm, FULL_TERMS);

/** What its user signs of a command. */
type Signed<K extends CommandOf<'redeem' | 'amend' | 'cancel_after'>['kind']> = Omit<
  CommandOf<K>,
  'kind' | 'builder' | 'signature' | 'signer'
>;

/** The message that the user of a withdrawal signed. */
export const withdrawBytes = (command: Withdraw, network: Network): Uint8Array => {
  const { user: mainAddress, amount, maxGasFee, allowProgramAddress, nonce } = command;
  const bounds = { maxGasFee, allowProgramAddress };
  const recipient = recipientOf(command);
  return encodeWithdraw({ network, mainAddress, amount, recipient, ...bounds, nonce });
};

/** The message that the user of a recovery signed. */
export const recoverBytes = (
  { user: mainAddress, mint, maxGasFee, recipient, allowProgramAddress, nonce }: Recover,
  network: Network,
): Uint8Array =>
  encodeRecover({ network, mainAddress, mint, maxGasFee, recipient, allowProgramAddress, nonce });

/** The message that the user signed to redeem pairs of contracts. */
export const redeemBytes = (redeem: Signed<'redeem'>, network: Network): Uint8Array =>
  encodeRedeem(redeem, network);

/** The message that the user of an order signed, in the order's form. */
export const orderBytes = (order: OrderForm, network: Network): Uint8Array =>
  isFullForm(order) ? fullOrderBytes(order, network) : encodeOrder(order);

/** An order as its user signs it: in the full form if it has `terms`. */
export type OrderForm = Omit<OrderCommand, 'kind' | 'builder' | 'signature' | 'signer'>;
type FullOrderForm = OrderForm & { readonly terms: FullTerms };

export const isFullForm = (order: OrderForm): order is FullOrderForm => order.terms !== undefined;

/** The message that the user signed to change a resting order. */
export const amendBytes = (amend: Signed<'amend'>, network: Network): Uint8Array =>
  encodeAmend(amend, network);

/** The message that the user signed to set the dead man's switch. */
export const cancelAfterBytes = (command: Signed<'cancel_after'>, network: Network): Uint8Array =>
  encodeCancelAfter(command, network);

type Challenge = Omit<CommandOf<'challenge'>, 'kind' | 'builder' | 'signature'>;

/** What is signed of the reason of a challenge, and of the statement of a source. */
export const reasonSha256Of = (reason: string): Uint8Array => sha256(utf8.encode(reason));

/** The message that the user signed to challenge a case. */
export const challengeBytes = (
  { claimMarket, reason, stake, ...said }: Challenge,
  network: Network,
): Uint8Array =>
  encodeChallenge(
    {
      ...said,
      claimMarket: claimMarket ?? NO_MARKET,
      reasonSha256: reasonSha256Of(reason),
      stakeMicroUsdc: stake,
    },
    network,
  );

/** The message that a source signed. */
export const attestationBytes = (
  { statement, ...said }: Omit<CommandOf<'attest'>, 'kind' | 'signature'>,
  network: Network,
): Uint8Array =>
  encodeAttestation({ ...said, statementSha256: reasonSha256Of(statement) }, network);

/** The signed text of a challenge. */
export function challengeTextBytes(
  { user: account, caseId, claim, claimMarket, reason, stake, nonce }: Challenge,
  form: TextForm,
  network: Network,
): Uint8Array {
  const reasonSha256 = reasonSha256Of(reason);
  const said = { caseId, claim, claimMarket, reasonSha256, stake, nonce };
  const text = buildOwnerText({ ...said, kind: 'challenge', network, account });
  return bytesOfText(text, form, account);
}

/** The text by which the owner, or the key itself, allows or ends a trading key. */
export function tradingKeyBytes(
  command: CommandOf<'allow_trading_key' | 'revoke_trading_key'>,
  network: Network,
): Uint8Array {
  const { user: account, tradingKey, nonce, form } = command;
  const what = { network, account, tradingKey, nonce };
  if (command.kind === 'allow_trading_key') {
    const { kind, until, atMost, priceBand, redeem } = command;
    const text = buildOwnerText({ kind, ...what, until, atMost, priceBand, redeem });
    return bytesOfText(text, form, account);
  }
  const text = buildOwnerText({ kind: command.kind, ...what });
  return bytesOfText(text, form, signerOfRevocation(command));
}

export const signerOfRevocation = ({
  signedBy,
  user,
  tradingKey,
}: CommandOf<'revoke_trading_key'>): Uint8Array => (signedBy === 'owner' ? user : tradingKey);

/** The signed text of a withdrawal. */
export function withdrawTextBytes(
  { user: account, recipientKind, ...said }: Withdraw,
  form: TextForm,
  network: Network,
): Uint8Array {
  const chain = recipientKind === 'recipient_main' ? 'main' : 'ext';
  const text = buildOwnerText({ ...said, kind: 'withdraw', network, account, chain });
  return bytesOfText(text, form, account);
}

/** The signed text of a recovery. */
export function recoverTextBytes(
  { user: account, ...said }: Recover,
  form: TextForm,
  network: Network,
): Uint8Array {
  const text = buildOwnerText({ ...said, kind: 'recover', network, account });
  return bytesOfText(text, form, account);
}

/** The message that the user of an order in its full form signed. */
export const fullOrderBytes = (order: FullOrderForm, network: Network): Uint8Array =>
  encodeFullOrder(order, network, order.terms);

function recipientOf({ recipientKind: kind, recipient: address }: Withdraw) {
  assert((kind === 'default') === (address === null), 'a withdrawal to nowhere passed its checks');
  return kind === 'default' || address === null
    ? ({ kind: 'default' } as const)
    : ({ kind, address } as const);
}
