/** Messages and their subjects, explanations, and the page that documents both. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DecodeError, decode } from '@bellwether/codec';
import { DEPOSIT_REASONS } from '../src/deposit';
import type { Deposit } from '../src/deposit';
import { STEPS_OF_FACT } from '../src/deposit-fact';
import { explainDeposit, explainWithdrawal } from '../src/explanation';
import {
  depositUpdates,
  encodeFundingMessage,
  fundingMessageLayout,
  fundingMessageSubject,
  transferUpdates,
  withdrawalUpdates,
} from '../src/message';
import type { FundingMessage } from '../src/message';
import { ALONE, TRANSFER_STATES, newTransfer } from '../src/transfer';
import { WITHDRAWAL_FAILURES, WITHDRAWAL_STATUSES, newWithdrawal } from '../src/withdrawal';
import { FACT, NOW_MS, after, bytesOf, found, signature } from './deposits-under-test';

const page = readFileSync(new URL('../../../docs/protocol/funding.md', import.meta.url), 'utf8');

const transfer = newTransfer(
  {
    transferId: 'deposit:aa:1',
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
const complete = {
  ...transfer,
  sequence: 8,
  vaa: bytesOf(1_048, 7),
  completionSignature: signature(5),
  expiry: 'blockhash_expired',
} as const;
const withdrawal = newWithdrawal(
  {
    withdrawalId: bytesOf(32, 1),
    user: bytesOf(32, 2),
    amountMicroUsdc: 10,
    gasFeeMicroUsdc: 1,
    chain: 'ext',
    recipientKind: 'default',
    recipient: bytesOf(32, 3),
    allowProgramAddress: false,
    nonce: 1,
    builder: null,
    acceptedSeq: 1,
    paymentSeq: 1,
  },
  NOW_MS,
);
const whose = {
  transferId: transfer.transferId,
  direction: 'deposit',
  subjectId: bytesOf(32, 1),
  user: bytesOf(32, 2),
} as const;
const handedOver: FundingMessage[] = [
  {
    kind: 'transfer_signed',
    ...whose,
    amountMicroUsdc: 5,
    recipientAccount: bytesOf(32, 3),
    ...ALONE,
    sourceSignature: signature(4),
    sourceBytes: bytesOf(1_232, 5),
    lastValidBlockHeight: 77,
  },
  {
    kind: 'transfer_burned',
    ...whose,
    amountMicroUsdc: 5,
    recipientAccount: bytesOf(32, 3),
    ...ALONE,
    sourceSignature: signature(4),
  },
];

describe('messages', () => {
  const updates = [
    ...TRANSFER_STATES.map((state) => transferUpdates({ ...complete, state })),
    depositUpdates(null, found()),
    withdrawalUpdates(null, withdrawal),
  ].flatMap((one) => one?.message ?? []);

  it.each(
    [...handedOver, ...updates].map(
      (message) => [fundingMessageSubject(message), message] as const,
    ),
  )('%s: comes back as it was sent, and its subject is in the page', (subject, message) => {
    expect(decode(fundingMessageLayout, encodeFundingMessage(message))).toEqual(message);
    const documented = subject.replace(/^funding\.(deposit|withdrawal)\..*/, 'funding.$1.');
    expect(page).toContain(`\`${documented}`);
    expect(subject.split('.')).toHaveLength(3);
  });

  it('refuses bytes of another message', () => {
    const bytes = encodeFundingMessage(handedOver[0]!);
    expect(() => decode(fundingMessageLayout, bytes.slice(0, -1))).toThrow(DecodeError);
    expect(() => decode(fundingMessageLayout, new Uint8Array([...bytes, 0]))).toThrow(DecodeError);
    expect(() =>
      encodeFundingMessage({
        ...complete,
        kind: 'transfer_attested',
        vaa: bytesOf(5_000, 1),
        sequence: 1,
      }),
    ).toThrow(RangeError);
  });

  it('tell of a new phase once, and of nothing else', () => {
    const deposit = found();
    const accepted = after(deposit, FACT.accepted);
    expect(depositUpdates(deposit, accepted)).toBeNull();
    const queued = after(deposit, FACT.queued);
    expect(depositUpdates(deposit, queued)?.message).toMatchObject({
      phase: 'queued',
      reason: 'daily_cap',
    });
    expect(withdrawalUpdates(withdrawal, { ...withdrawal, attempt: 2 })).toBeNull();
  });
});

describe('explanations', () => {
  const held: readonly (readonly [string, Deposit])[] = [
    ...DEPOSIT_REASONS.flatMap((reason) =>
      (['queued', 'rejected', 'failed'] as const).map(
        (phase) => [`${phase}, ${reason}`, { ...found(), phase, step: 'ended', reason }] as const,
      ),
    ),
    ['detected', found()],
    ['swapped', { ...found(), phase: 'swapped', step: 'bridging' }],
    ['bridged', { ...found(), phase: 'bridged', step: 'attesting' }],
    ['credited', { ...found(), phase: 'credited', step: 'ended' }],
  ];
  it.each(held)('of a deposit that is %s say all a person asks', (_name, deposit) => {
    const { howToRecover, ...rest } = explainDeposit(deposit);
    for (const text of Object.values(rest)) expect(text.length).toBeGreaterThan(3);
    const lies = ['queued', 'rejected', 'failed'].includes(deposit.phase);
    expect(howToRecover !== '').toBe(lies);
  });

  it('of a queued deposit say when', () => {
    const { when } = explainDeposit(after(found(), FACT.queued));
    expect(when).toBe(`Not before ${Math.ceil((NOW_MS + 9) / 1_000)} (Unix seconds).`);
  });

  it('of a deposit that came over the bridge say until when it waits', () => {
    const waiting = { ...found(), arrivedSequence: 7, retryAtMs: NOW_MS + 9 };
    const { when, whatComesNext } = explainDeposit(waiting);
    expect(whatComesNext).toContain('over the bridge');
    expect(when).toBe(`Not before ${Math.ceil((NOW_MS + 9) / 1_000)} (Unix seconds).`);
    expect(explainDeposit(found()).when).toBe('Usually one to five minutes in all.');
  });

  it.each(WITHDRAWAL_STATUSES)('of a withdrawal that is %s say all a person asks', (status) => {
    for (const failure of [null, ...WITHDRAWAL_FAILURES]) {
      const { howToRecover: _, ...rest } = explainWithdrawal({ ...withdrawal, status, failure });
      for (const text of Object.values(rest)) expect(text.length).toBeGreaterThan(3);
    }
  });
});

describe('the page', () => {
  it.each(Object.entries(STEPS_OF_FACT))('has the steps of %s', (fact, steps) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${fact}\` `));
    expect(row?.split('|')[2]?.trim()).toBe(steps.join(', '));
  });
});
