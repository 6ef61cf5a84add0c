/**
 * Golden bytes of the messages between the funding workers and the engine, assembled by hand as docs/protocol/bus.md
 * defines them. Journals contain them, so they never change.
 */
import { describe, expect, it } from 'vitest';
import { decode, encode, fromHex, toHex } from '@bellwether/codec';
import { journaledCommandLayout } from '../src/command';
import type { JournaledCommand } from '../src/command';
import { exchangeEventLayout } from '../src/event';
import type { ExchangeEvent } from '../src/event';
import { replyBodyLayout } from '../src/reply';
import type { ReplyBody } from '../src/reply';

const bytes = (value: number, count: number): Uint8Array => new Uint8Array(count).fill(value);
const user = bytes(1, 32);
const withdrawalId = bytes(2, 32);
const recipient = bytes(3, 32);
const mint = bytes(4, 32);
const signature = bytes(5, 64);
const builder = bytes(6, 16);

const [USER, ID, RECIPIENT, MINT] = ['01', '02', '03', '04'].map((byte) => byte.repeat(32));
const SIGNATURE = '05'.repeat(64);
const BUILDER = '06'.repeat(16);

/** u64, little-endian. */
const u64 = (value: number): string => {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(value), true);
  return toHex(new Uint8Array(view.buffer));
};
const text = (value: string): string => {
  const utf8 = new TextEncoder().encode(value);
  return `${toHex(Uint8Array.of(utf8.length, 0))}${toHex(utf8)}`;
};

const commands: [JournaledCommand, string][] = [
  [
    {
      lane: 'withdrawal',
      command: {
        kind: 'withdraw',
        user,
        amount: 500,
        maxGasFee: 12,
        recipientKind: 'recipient_main',
        recipient,
        allowProgramAddress: true,
        nonce: 7,
        gasFee: 9,
        builder,
        signature,
      },
    },
    `06 04 ${USER} ${u64(500)} ${u64(12)} 02 01 ${RECIPIENT} 01 ${u64(7)} ${u64(9)} 01 ${BUILDER} ${SIGNATURE}`,
  ],
  [
    {
      lane: 'withdrawal',
      command: {
        kind: 'withdraw',
        user,
        amount: 500,
        maxGasFee: 0,
        recipientKind: 'default',
        recipient: null,
        allowProgramAddress: false,
        nonce: 7,
        gasFee: 9,
        builder: null,
        signature,
      },
    },
    `06 04 ${USER} ${u64(500)} ${u64(0)} 00 00 00 ${u64(7)} ${u64(9)} 00 ${SIGNATURE}`,
  ],
  [
    {
      lane: 'deposit',
      command: {
        kind: 'recover',
        user,
        mint,
        maxGasFee: 12,
        recipient,
        allowProgramAddress: true,
        nonce: 7,
        builder: null,
        signature,
      },
    },
    `05 05 ${USER} ${MINT} ${u64(12)} ${RECIPIENT} 01 ${u64(7)} 00 ${SIGNATURE}`,
  ],
  [
    {
      lane: 'deposit',
      command: {
        kind: 'chain_credit',
        user,
        creditSeq: 3,
        amount: 500,
        txSignature: signature,
        slot: 11,
      },
    },
    `05 28 ${USER} ${u64(3)} ${u64(500)} ${SIGNATURE} ${u64(11)}`,
  ],
  [
    {
      lane: 'deposit',
      command: { kind: 'charge_gas', user, chargeSeq: 3, amount: 500, purpose: 'bridge' },
    },
    `05 29 ${USER} ${u64(3)} ${u64(500)} ${text('bridge')}`,
  ],
  [{ lane: 'withdrawal', command: { kind: 'settle_withdrawal', withdrawalId } }, `06 2a ${ID}`],
  [
    { lane: 'withdrawal', command: { kind: 'refund_withdrawal', withdrawalId, reason: 'expired' } },
    `06 2b ${ID} ${text('expired')}`,
  ],
  [{ lane: 'admin', command: { kind: 'set_withdrawals', paused: true } }, '04 2c 01'],
];

const terms = { withdrawalId, amount: 500, gasFee: 9 } as const;
const to = { chain: 'main', recipientKind: 'recipient_main', recipient } as const;
const ended = { withdrawalId, user, amount: 500, gasFee: 9 } as const;

const replies: [ReplyBody, string][] = [
  [
    { kind: 'withdrawal', ...terms, netAmount: 491, ...to },
    `04 ${ID} ${u64(500)} ${u64(9)} ${u64(491)} 01 02 01 ${RECIPIENT}`,
  ],
  [
    { kind: 'recovery', user, mint, recipient, nonce: 7 },
    `05 ${USER} ${MINT} ${RECIPIENT} ${u64(7)}`,
  ],
  [
    {
      kind: 'chain_credited',
      user,
      lastCreditSeq: 3,
      available: 490,
      gasPaid: 10,
      gasDebt: 0,
    },
    `28 ${USER} ${u64(3)} ${u64(490)} ${u64(10)} ${u64(0)}`,
  ],
  [{ kind: 'gas_charged', user, lastChargeSeq: 3, gasDebt: 10 }, `29 ${USER} ${u64(3)} ${u64(10)}`],
  [{ kind: 'withdrawal_settled', ...ended }, `2a ${ID} ${USER} ${u64(500)} ${u64(9)}`],
  [{ kind: 'withdrawal_refunded', ...ended }, `2b ${ID} ${USER} ${u64(500)} ${u64(9)}`],
  [{ kind: 'withdrawals', paused: false }, '2c 00'],
];

const events: [ExchangeEvent, string][] = [
  [
    {
      kind: 'deposit_credited',
      user,
      creditSeq: 3,
      amount: 500,
      txSignature: signature,
      slot: 11,
    },
    `0f ${USER} ${u64(3)} ${u64(500)} ${SIGNATURE} ${u64(11)}`,
  ],
  [
    { kind: 'gas_charged', user, chargeSeq: 3, amount: 500, purpose: 'bridge', gasDebt: 600 },
    `10 ${USER} ${u64(3)} ${u64(500)} ${text('bridge')} ${u64(600)}`,
  ],
  [{ kind: 'gas_settled', user, amount: 500, gasDebt: 100 }, `11 ${USER} ${u64(500)} ${u64(100)}`],
  [
    {
      kind: 'withdrawal_accepted',
      ...terms,
      user,
      ...to,
      allowProgramAddress: true,
      nonce: 7,
      builder,
    },
    `12 ${ID} ${USER} ${u64(500)} ${u64(9)} 01 02 01 ${RECIPIENT} 01 ${u64(7)} 01 ${BUILDER}`,
  ],
  [{ kind: 'withdrawal_settled', ...ended }, `13 ${ID} ${USER} ${u64(500)} ${u64(9)}`],
  [
    { kind: 'withdrawal_refunded', ...ended, reason: 'expired' },
    `14 ${ID} ${USER} ${u64(500)} ${u64(9)} ${text('expired')}`,
  ],
  [
    {
      kind: 'recovery_authorized',
      user,
      mint,
      maxGasFee: 12,
      recipient,
      allowProgramAddress: true,
      nonce: 7,
      builder: null,
    },
    `15 ${USER} ${MINT} ${u64(12)} ${RECIPIENT} 01 ${u64(7)} 00`,
  ],
  [{ kind: 'withdrawals_paused', paused: true }, '16 01'],
];

const asHex = (spaced: string): string => spaced.replaceAll(' ', '');
const asBytes = (spaced: string): Uint8Array =>
  fromHex(asHex(spaced), asHex(spaced).length / 2) ?? new Uint8Array();

describe('golden bytes of funding', () => {
  it.each(commands)('command %#: $command.kind', (value, golden) => {
    expect(toHex(encode(journaledCommandLayout, value))).toBe(asHex(golden));
    expect(decode(journaledCommandLayout, asBytes(golden))).toEqual(value);
  });

  it.each(replies)('reply %#: $kind', (value, golden) => {
    expect(toHex(encode(replyBodyLayout, value))).toBe(asHex(golden));
    expect(decode(replyBodyLayout, asBytes(golden))).toEqual(value);
  });

  it.each(events)('event %#: $kind', (value, golden) => {
    expect(toHex(encode(exchangeEventLayout, value))).toBe(asHex(golden));
    expect(decode(exchangeEventLayout, asBytes(golden))).toEqual(value);
  });
});
