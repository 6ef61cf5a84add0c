import { describe, expect, it } from 'vitest';
import type { WithdrawalView } from '@bellwether/exchange';
import { termNotAccepted } from './accepted-terms';

const bytes = (byte: number) => new Uint8Array(32).fill(byte);

const VIEW: WithdrawalView = {
  withdrawalId: bytes(1),
  user: bytes(2),
  amount: 5_000_000,
  gasFee: 1_650,
  netAmount: 4_998_350,
  chain: 'main',
  recipientKind: 'recipient_main',
  recipient: bytes(3),
  allowProgramAddress: false,
  nonce: 7,
  paymentSeq: 4,
  lowestOpenSeq: 1,
  status: 'open',
  seq: 90,
  createdMs: 1,
  endedSeq: null,
  endedMs: null,
};
const RECORD = {
  user: bytes(2),
  amountMicroUsdc: 5_000_000,
  gasFeeMicroUsdc: 1_650,
  chain: 'main',
  recipientKind: 'recipient_main',
  recipient: bytes(3),
  allowProgramAddress: false,
  nonce: 7,
  acceptedSeq: 90,
  paymentSeq: 4,
} as const;

describe('what the engine accepted', () => {
  it('is what a record says that was made from it', () => {
    expect(termNotAccepted(RECORD, VIEW, null)).toBeNull();
  });

  it.each([
    { user: bytes(9) },
    { amountMicroUsdc: 5_000_001 },
    { gasFeeMicroUsdc: 0 },
    { chain: 'ext' },
    { recipientKind: 'default' },
    { recipient: bytes(9) },
    { allowProgramAddress: true },
    { nonce: 8 },
    { acceptedSeq: 91 },
    { paymentSeq: 5 },
  ] as const)('is not a record with another %j', (change) => {
    expect(termNotAccepted({ ...RECORD, ...change }, VIEW, null)).toBe(Object.keys(change)[0]);
  });

  it('goes to the deposit address where it names nobody', () => {
    const unnamed = { ...VIEW, recipient: null };
    expect(termNotAccepted(RECORD, unnamed, bytes(3))).toBeNull();
    expect(termNotAccepted(RECORD, unnamed, bytes(4))).toBe('recipient');
    expect(termNotAccepted(RECORD, unnamed, null)).toBe('recipient');
  });
});
