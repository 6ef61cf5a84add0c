import { describe, expect, it } from 'vitest';
import type { ExchangeEvent } from '../event';
import type { Fill } from '../reply';
import { postingsOf } from './postings';

const bytes = (length: number, number: number) => new Uint8Array(length).fill(number);
const ANN = bytes(32, 1);
const BEN = bytes(32, 2);
const MARKET = bytes(32, 9);
const KEY = bytes(16, 3);
const OTHER_KEY = bytes(16, 4);
const WITHDRAWAL = bytes(32, 7);
const NAMES = new Map([ANN, BEN, MARKET, KEY, OTHER_KEY].map((one) => [one.join(), one]));
const nameOf = (owner: Uint8Array): string => {
  const words = { [ANN.join()]: ' ann', [BEN.join()]: ' ben', [MARKET.join()]: ' market' };
  const keys = { [KEY.join()]: ' key', [OTHER_KEY.join()]: ' other key' };
  if (owner.length === 0) return '';
  return NAMES.has(owner.join()) ? ({ ...words, ...keys }[owner.join()] ?? '?') : '?';
};

const reported = (event: ExchangeEvent): string[] =>
  postingsOf(event).map(({ account, owner, amount }) => `${account}${nameOf(owner)} ${amount}`);

/** Ann takes 10 contracts at 60 cents from Ben, without fees. */
const trade = (fields: Partial<Fill>): ExchangeEvent => ({
  kind: 'trade',
  marketId: MARKET,
  makerFilled: 10,
  fill: {
    tradeId: 1,
    quantity: 10,
    price: 6_000,
    outcome: 'yes',
    takerSide: 'buy',
    makerPrice: 6_000,
    makerOutcome: 'yes',
    makerSide: 'sell',
    settlementType: 'transfer',
    takerFee: 0,
    makerRebate: 0,
    builderFee: 0,
    builder: null,
    makerBuilderFee: 0,
    makerBuilder: null,
    maker: BEN,
    taker: ANN,
    makerOrderId: 1,
    takerOrderId: 2,
    ...fields,
  },
});

const FEES = { takerFee: 168_000, makerRebate: 33_600 };
const MINT = {
  settlementType: 'mint',
  makerSide: 'buy',
  makerOutcome: 'no',
  makerPrice: 4_000,
} as const;
const MERGE = { ...MINT, settlementType: 'merge', takerSide: 'sell', makerSide: 'sell' } as const;

describe('the postings of a trade', () => {
  it.each<[string, Partial<Fill>, string[]]>([
    [
      'that moves contracts are from buyer to seller',
      {},
      ['user ann -6000000', 'user ben 6000000'],
    ],
    [
      'with a taker that sells go the other way',
      { takerSide: 'sell', makerSide: 'buy' },
      ['user ann 6000000', 'user ben -6000000'],
    ],
    [
      'with fees take them from the taker, and give the maker its rebate of them',
      FEES,
      ['user ann -6168000', 'user ben 6033600', 'protocol_fees 134400'],
    ],
    [
      'of two buys put 1 USD a pair into the collateral',
      { ...MINT, ...FEES },
      [
        'user ann -6168000',
        'user ben -3966400',
        'collateral market 10000000',
        'protocol_fees 134400',
      ],
    ],
    [
      'of two sells take it out again',
      MERGE,
      ['user ann 6000000', 'user ben 4000000', 'collateral market -10000000'],
    ],
    [
      'through two builders pay each its own',
      { builder: KEY, builderFee: 60_000, makerBuilder: OTHER_KEY, makerBuilderFee: 5 },
      [
        'user ann -6060000',
        'user ben 5999995',
        'builder_revenue key 60000',
        'builder_revenue other key 5',
      ],
    ],
    [
      'through one key on both sides are one line of it',
      { builder: KEY, builderFee: 60_000, makerBuilder: bytes(16, 3), makerBuilderFee: 5 },
      ['user ann -6060000', 'user ben 5999995', 'builder_revenue key 60005'],
    ],
    [
      'through a builder that charges nothing have no line of it',
      { builder: KEY, makerBuilder: OTHER_KEY },
      ['user ann -6000000', 'user ben 6000000'],
    ],
  ])('%s', (_, fields, expected) => {
    expect(reported(trade(fields))).toEqual(expected);
  });

  it('whose fees went nowhere are a broken belief', () => {
    for (const fields of [{ ...MINT, makerPrice: 4_001 }, { builderFee: 5 }]) {
      expect(() => postingsOf(trade(fields))).toThrow('sum to zero');
    }
  });
});

describe('the postings of other events', () => {
  const withdrawal = { withdrawalId: WITHDRAWAL, user: ANN, amount: 500, gasFee: 8 };

  it.each<[ExchangeEvent, string[]]>([
    [
      { kind: 'credited', user: ANN, amount: 70, reference: 'r' },
      ['test_credits -70', 'user ann 70'],
    ],
    [
      {
        kind: 'deposit_credited',
        user: ANN,
        creditSeq: 1,
        amount: 80,
        txSignature: bytes(64, 1),
        slot: 5,
      },
      ['deposits_credited -80', 'user ann 80'],
    ],
    [{ kind: 'gas_charged', user: ANN, chargeSeq: 1, amount: 9, purpose: 'p', gasDebt: 9 }, []],
    [{ kind: 'gas_settled', user: ANN, amount: 9, gasDebt: 0 }, ['user ann -9', 'gas_revenue 9']],
    [
      {
        kind: 'withdrawal_accepted',
        ...withdrawal,
        allowProgramAddress: false,
        chain: 'ext',
        recipientKind: 'default',
        recipient: null,
        nonce: 1,
        paymentSeq: 1,
        builder: null,
      },
      ['user ann -500', 'withdrawing ann 500'],
    ],
    [
      { kind: 'withdrawal_settled', ...withdrawal },
      ['withdrawing ann -500', 'gas_revenue 8', 'payouts 492'],
    ],
    [
      { kind: 'withdrawal_refunded', ...withdrawal, reason: 'r' },
      ['withdrawing ann -500', 'user ann 500'],
    ],
    [
      {
        kind: 'payout',
        marketId: MARKET,
        user: BEN,
        yesContracts: 3,
        noContracts: 1,
        paidMicroUsdc: 3_000_000,
      },
      ['collateral market -3000000', 'user ben 3000000'],
    ],
    [
      {
        kind: 'payout',
        marketId: MARKET,
        user: BEN,
        yesContracts: 0,
        noContracts: 1,
        paidMicroUsdc: 0,
      },
      [],
    ],
    [
      {
        kind: 'order_cancelled',
        orderId: 1,
        user: ANN,
        marketId: MARKET,
        filledSize: 0,
        cancelledSize: 1,
        releasedMicroUsdc: 5_000,
        reason: 'user',
      },
      [],
    ],
  ])('$kind', (event, expected) => {
    expect(reported(event)).toEqual(expected);
  });
});
