/** Commands of the funding workers: credits, charges, withdrawals and their ends, recoveries, pauses. */
import { withdrawalIdOf } from '@bellwether/canonical-message';
import type { CommandOf } from '../../src/command';
import { RECIPIENT_KINDS } from '../../src/command';
import { availableOf, openWithdrawalsOf } from '../oracle/state';
import { toSafeNumber } from '../oracle/amounts';
import { type Drawing, accountOrNone, anyUser } from './drawing';
import { builderKeyId, signatureOf, userKey } from './keys';
import type { Draft } from './step';

const deposit = (command: Draft['command']): Draft[] => [{ lane: 'deposit', command }];
const withdrawal = (command: Draft['command']): Draft[] => [{ lane: 'withdrawal', command }];

const ADDRESSES = [101, 102].map(userKey);

/** Mostly the next one; sometimes one booked before, or one after a gap. */
const nextSeq = ({ random }: Drawing, last: number): number =>
  random.chance(0.8) ? last + 1 : Math.max(1, last + random.pick([-3, 0, 2, 3]));

export function drawChainCredit(drawing: Drawing): Draft[] {
  const { random, profile } = drawing;
  const user = anyUser(drawing);
  const creditSeq = nextSeq(drawing, accountOrNone(drawing, user)?.lastCreditSeq ?? 0);
  const amount = random.pick(profile.credits);
  const slot = random.between(1, 1_000_000);
  return deposit({
    kind: 'chain_credit',
    user,
    creditSeq,
    amount,
    txSignature: signatureOf(3),
    slot,
  });
}

export function drawChargeGas(drawing: Drawing): Draft[] {
  const { random } = drawing;
  const user = anyUser(drawing);
  const account = accountOrNone(drawing, user);
  const chargeSeq = nextSeq(drawing, account?.lastChargeSeq ?? 0);
  const available = account === undefined ? 0 : toSafeNumber(availableOf(account));
  // Debts that the next withdrawal can pay, and some that it cannot.
  const amount = random.pick([0, 1, 5_000, 5_000, available, available + 1]);
  return deposit({ kind: 'charge_gas', user, chargeSeq, amount, purpose: 'bridge' });
}

/** A key id for a builder's users, none for others; sometimes the other way round. */
function builderOf(drawing: Drawing, user: Uint8Array): Uint8Array | null {
  const isDelegated = (accountOrNone(drawing, user)?.delegatedTo ?? null) !== null;
  return isDelegated !== drawing.random.chance(0.05) ? builderKeyId(1) : null;
}

/** Any fee, or a bound around this one, rarely below it. */
const boundsOf = ({ random }: Drawing, gasFee: number) => ({
  maxGasFee: random.chance(0.05) ? Math.max(0, gasFee - 1) : random.pick([0, gasFee, gasFee + 1]),
  allowProgramAddress: random.chance(0.2),
});

/** Amounts around the user's balance: all of it, one more, a part. */
export function drawWithdraw(drawing: Drawing): Draft[] {
  const { random } = drawing;
  const user = anyUser(drawing);
  const account = accountOrNone(drawing, user);
  const available = account === undefined ? 0 : toSafeNumber(availableOf(account));
  const half = Math.floor(available / 2);
  const afterGas = available - toSafeNumber(account?.gasDebt ?? 0n);
  const amount = Math.max(1, random.pick([1, half, half, afterGas, afterGas + 1, available + 1]));
  const gasFee = random.pick([0, 1, 100, 100, amount - 1, amount]);
  const recipientKind = random.pick(RECIPIENT_KINDS);
  const recipient = recipientKind === 'default' ? null : random.pick(ADDRESSES);
  const nonce = (account?.nonces.withdraw.last ?? 0) + random.between(1, 2);
  const builder = builderOf(drawing, user);
  const terms = { user, amount, recipientKind, recipient, nonce, gasFee, builder };
  const bounds = boundsOf(drawing, gasFee);
  return withdrawal({ kind: 'withdraw', ...terms, ...bounds, signature: signatureOf(1) });
}

/** Ends one that is open, one that has ended, or one that never was. */
export function drawEndWithdrawal(drawing: Drawing): Draft[] {
  const { random, oracle } = drawing;
  const { endedWithdrawals, network } = oracle.state;
  const open = openWithdrawalsOf(oracle.state);
  const known = random.chance(0.75) && open.length > 0 ? open : endedWithdrawals.slice(-20);
  const isUnknown = known.length === 0 || random.chance(0.05);
  const withdrawalId = isUnknown
    ? withdrawalIdOf({ network, user: anyUser(drawing), nonce: 999_999 })
    : random.pick(known).withdrawalId;
  return withdrawal(
    random.chance(0.6)
      ? { kind: 'settle_withdrawal', withdrawalId, gasFee: random.pick([null, null, 0, 1, 1_000]) }
      : { kind: 'refund_withdrawal', withdrawalId, reason: 'blockhash_expired' },
  );
}

export function drawRecover(drawing: Drawing): Draft[] {
  const { random } = drawing;
  const user = anyUser(drawing);
  const last = accountOrNone(drawing, user)?.nonces.recover.last ?? 0;
  const command: CommandOf<'recover'> = {
    kind: 'recover',
    user,
    mint: random.pick(ADDRESSES),
    recipient: random.pick(ADDRESSES),
    nonce: last + random.between(1, 2),
    ...boundsOf(drawing, 100),
    builder: builderOf(drawing, user),
    signature: signatureOf(1),
  };
  return deposit(command);
}

export const drawPause = ({ random }: Drawing): Draft[] => [
  {
    lane: random.pick(['admin', 'deposit'] as const),
    command: { kind: 'set_withdrawals', paused: random.chance(0.4) },
  },
];

/** Most changes make it another body; another fee, signature or key id does not. */
export function changeWithdraw(
  { random }: Drawing,
  command: CommandOf<'withdraw'>,
): CommandOf<'withdraw'> {
  switch (random.pick(['amount', 'recipient', 'bound', 'program', 'fee', 'builder', 'signature'])) {
    case 'amount':
      return { ...command, amount: command.amount + 1 };
    case 'recipient':
      return { ...command, recipientKind: 'recipient_main', recipient: random.pick(ADDRESSES) };
    case 'bound':
      return { ...command, maxGasFee: command.maxGasFee + 1 };
    case 'program':
      return { ...command, allowProgramAddress: !command.allowProgramAddress };
    case 'fee':
      return { ...command, gasFee: command.gasFee + 1 };
    case 'builder':
      return command.builder === null ? command : { ...command, builder: builderKeyId(2) };
    default:
      return { ...command, signature: signatureOf(2) };
  }
}

export const changeRecover = (
  { random }: Drawing,
  command: CommandOf<'recover'>,
): CommandOf<'recover'> => ({ ...command, mint: random.pick(ADDRESSES) });
