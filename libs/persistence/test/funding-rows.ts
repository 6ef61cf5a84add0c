/** Deposits, withdrawals and transfers for tests, distinguished by one number. */
import { sha256 } from '@noble/hashes/sha2.js';
import { ALONE } from '@bellwether/funding';
import type { NewDeposit, NewTransfer, NewWithdrawal } from '@bellwether/funding';
import type { Database } from '../src/database';
import type { NewChainCredit } from '../src/funding/chain-credit-rows';
import { ScanCursors } from '../src/funding/scan-cursors';
import type { NewArrival, ScanFindings } from '../src/funding/scan-cursors';

export const NOW_MS = Date.UTC(2026, 4, 1, 12);
export const key = (name: string): Uint8Array => sha256(new TextEncoder().encode(name));
export const signature = (name: string): Uint8Array =>
  new Uint8Array([...key(`${name}/1`), ...key(`${name}/2`)]);

export const usdcDeposit = (name: string, amount: number, user = 'user'): NewDeposit => ({
  user: key(user),
  source: 'ext_usdc',
  txSignature: signature(name),
  accountIndex: 3,
  slot: 10,
  mint: key('usdc'),
  sourceToken: 'USDC',
  sourceAmount: BigInt(amount),
});

export const USDC = key('main usdc');

/** A bridge payment into the user's proxy wallet, at slot 3. */
export const bridged = (
  name: string,
  { amountMicroUsdc, sequence }: { readonly amountMicroUsdc: number; readonly sequence: number },
): NewArrival => ({
  txSignature: signature(name),
  accountIndex: 1,
  user: key('user'),
  kind: 'bridged',
  amountMicroUsdc,
  slot: 3,
  txIndex: 0,
  transferSequence: sequence,
  ...ALONE,
  depositId: null,
  mint: USDC,
});

/** A credit of the vault to the user, at slot 9. */
export const creditOf = ({
  amountMicroUsdc,
  creditSeq = 1,
}: {
  readonly amountMicroUsdc: number;
  readonly creditSeq?: number;
}): NewChainCredit => ({
  user: key('user'),
  creditSeq,
  amountMicroUsdc,
  txSignature: signature(`credit${creditSeq}`),
  slot: 9,
  txIndex: 0,
  creditsBefore: 0,
  side: null,
});

export const withdrawal = (name: string, nonce: number): NewWithdrawal => ({
  withdrawalId: key(name),
  user: key('user'),
  amountMicroUsdc: 5_000_000,
  gasFeeMicroUsdc: 1_000,
  chain: 'ext',
  recipientKind: 'recipient_ext',
  recipient: key('recipient'),
  allowProgramAddress: true,
  nonce,
  builder: null,
  acceptedSeq: nonce,
  paymentSeq: nonce,
});

export const transfer = (name: string): NewTransfer => ({
  transferId: `deposit:${name}:1`,
  direction: 'deposit',
  subjectId: key(name),
  user: key('user'),
  amountMicroUsdc: 7_000_000,
  recipientAccount: key('proxy'),
  ...ALONE,
  sourceSignature: signature(name),
  sourceBytes: new Uint8Array([1, 2, 3]),
  lastValidBlockHeight: 99,
});

/** Writes findings as the next block of that chain. */
export class Scanned {
  private readonly slots = { ext: 0, main: 0 };

  constructor(private readonly database: Database) {}

  async block(chain: 'ext' | 'main', findings: ScanFindings): Promise<boolean> {
    const last = this.slots[chain];
    const slot = ++this.slots[chain];
    return new ScanCursors(this.database).advance(chain, {
      after: last === 0 ? null : last,
      to: { slot, blockHash: key(`${chain}/${slot}`) },
      findings,
      nowMs: NOW_MS,
    });
  }
}
