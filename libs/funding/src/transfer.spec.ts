import { describe, expect, it } from 'vitest';
import { ALONE, advanceTransfer, depositTransferId, isTransferOver, newTransfer } from './transfer';
import type { Transfer, TransferFact, TransferState } from './transfer';
import { NOW_MS, bytesOf, signature } from '../test/deposits-under-test';

const signed = newTransfer(
  {
    transferId: depositTransferId(bytesOf(32, 1), 1),
    direction: 'deposit',
    subjectId: bytesOf(32, 1),
    user: bytesOf(32, 2),
    amountMicroUsdc: 5,
    recipientAccount: bytesOf(32, 3),
    ...ALONE,
    sourceSignature: signature(4),
    sourceBytes: bytesOf(10, 5),
    lastValidBlockHeight: 77,
  },
  NOW_MS,
);
const FACT: Readonly<Record<TransferFact['kind'], TransferFact>> = {
  sent: { kind: 'sent', sequence: 8 },
  attested: { kind: 'attested', vaa: bytesOf(9, 1) },
  completed: { kind: 'completed', txSignature: signature(6) },
  expired: { kind: 'expired', reason: 'failed_on_chain' },
};
const in_ = (state: TransferState): Transfer => ({ ...signed, state });

describe('each state follows the one before it', () => {
  it.each<[TransferState, TransferFact['kind'], string]>([
    ['signed', 'sent', 'sent'],
    ['signed', 'attested', 'contradiction'],
    ['signed', 'completed', 'contradiction'],
    ['signed', 'expired', 'expired'],
    ['sent', 'sent', 'unchanged'],
    ['sent', 'attested', 'attested'],
    ['sent', 'completed', 'contradiction'],
    ['sent', 'expired', 'contradiction'],
    ['attested', 'sent', 'unchanged'],
    ['attested', 'attested', 'unchanged'],
    ['attested', 'completed', 'completed'],
    ['attested', 'expired', 'contradiction'],
    ['completed', 'sent', 'unchanged'],
    ['completed', 'attested', 'unchanged'],
    ['completed', 'completed', 'unchanged'],
    ['completed', 'expired', 'contradiction'],
    ['expired', 'sent', 'contradiction'],
    ['expired', 'attested', 'contradiction'],
    ['expired', 'completed', 'contradiction'],
    ['expired', 'expired', 'unchanged'],
  ])('%s, then %s: %s', (state, kind, expected) => {
    const outcome = advanceTransfer(in_(state), FACT[kind], NOW_MS);
    expect(outcome.kind === 'advanced' ? outcome.next.state : outcome.kind).toBe(expected);
  });
});

it('keeps what it learns on its way', () => {
  const end = (['sent', 'attested', 'completed'] as const).reduce((one, kind) => {
    expect(isTransferOver(one)).toBe(false);
    const outcome = advanceTransfer(one, FACT[kind], NOW_MS);
    return outcome.kind === 'advanced' ? outcome.next : one;
  }, signed);
  expect(end).toMatchObject({ sequence: 8, vaa: bytesOf(9, 1), completionSignature: signature(6) });
  expect(end.history.map(({ state }) => state)).toEqual([
    'signed',
    'sent',
    'attested',
    'completed',
  ]);
  expect(isTransferOver(end)).toBe(true);
});
