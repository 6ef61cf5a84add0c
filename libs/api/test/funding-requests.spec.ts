/** Bodies and queries about deposits and withdrawals: the parsed values, and the errors of invalid ones. */
import { describe, expect, it } from 'vitest';
import { toBase58, toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import { validateCommand } from '@bellwether/exchange';
import type { ZodType } from 'zod';
import {
  ChainNames,
  bridgeExecutorRequest,
  chainName,
  createKeyRequest,
  dailyCapRequest,
  depositAddressRequest,
  depositIdParameter,
  encodeCursor,
  faucetRequest,
  queuesQuery,
  recoverRequest,
  signedRecoverRequest,
  signedWithdrawRequest,
  tierCacheRequest,
  userTierRequest,
  withdrawRequest,
  withdrawalIdParameter,
  withdrawalsQuery,
} from '../src/index';

const USER = new Uint8Array(32).fill(1);
const MINT = new Uint8Array(32).fill(2);
const WALLET = new Uint8Array(32).fill(3);
const SIGNATURE = new Uint8Array(64).fill(4);
const [user, mint, wallet] = [USER, MINT, WALLET].map(toBase58);
const signature = toHex(SIGNATURE);

const signed = { main_address: user, amount: 5, nonce: 1, signature };
const recovery = { mint, recipient_ext: wallet };
const faucet = { chain: 'ext', address: wallet, token: 'usdc', amount: 1 };

const ADDRESS = 'an address: 32 bytes in base58 or hex';
const KEY = 'a public key: 32 bytes in base58 or hex';
const MICRO_USDC = 'an integer from 1 to 9007199254740991 (micro-USDC)';
const NONCE = 'an integer from 1 to 9007199254740991';
const SIGNED = '128 characters of hex (an Ed25519 signature of 64 bytes)';
const TIER = 'an integer from 0 to 2';
const ONE_RECIPIENT = 'absent where `recipient_ext` is given: a withdrawal has one recipient';

const WITHOUT_TEXT = 'given: without a `text` the request has all of its fields';

const BAD: readonly (readonly [string, ZodType, object, string, string])[] = [
  [
    'no main_address',
    signedWithdrawRequest,
    { ...signed, main_address: undefined },
    'main_address',
    WITHOUT_TEXT,
  ],
  ['amount 0', signedWithdrawRequest, { ...signed, amount: 0 }, 'amount', MICRO_USDC],
  ['a fraction', signedWithdrawRequest, { ...signed, amount: 1.5 }, 'amount', MICRO_USDC],
  ['amount as text', withdrawRequest, { user, amount: '5', nonce: 1 }, 'amount', MICRO_USDC],
  ['nonce 0', signedWithdrawRequest, { ...signed, nonce: 0 }, 'nonce', NONCE],
  ['no signature', signedWithdrawRequest, { ...signed, signature: undefined }, 'signature', SIGNED],
  [
    'a null recipient',
    signedWithdrawRequest,
    { ...signed, recipient_ext: null },
    'recipient_ext',
    ADDRESS,
  ],
  [
    'a recipient of 31 bytes',
    withdrawRequest,
    { user, amount: 1, nonce: 1, recipient_main: '00'.repeat(31) },
    'recipient_main',
    ADDRESS,
  ],
  [
    'two recipients',
    signedWithdrawRequest,
    { ...signed, recipient_ext: wallet, recipient_main: wallet },
    'recipient_main',
    ONE_RECIPIENT,
  ],
  [
    'no mint',
    signedRecoverRequest,
    { main_address: user, recipient_ext: wallet, nonce: 1, signature },
    'mint',
    WITHOUT_TEXT,
  ],
  ['a recovery to nobody', recoverRequest, { user, mint, nonce: 1 }, 'recipient_ext', ADDRESS],
  ['a faucet of gold', faucetRequest, { ...faucet, token: 'gold' }, 'token', '"usdc" or "native"'],
  [
    'a faucet of too much',
    faucetRequest,
    { ...faucet, amount: 20_000_000_000_001 },
    'amount',
    'an integer from 1 to 1000000000000 (micro-USDC)',
  ],
  ['tier 3', userTierRequest, { user, tier: 3 }, 'tier', TIER],
  ['tier as text', userTierRequest, { user, tier: '1' }, 'tier', TIER],
  ['half a tier', userTierRequest, { user, tier: 0.5 }, 'tier', TIER],
  ['no user', tierCacheRequest, {}, 'user', KEY],
  ['a switch as text', bridgeExecutorRequest, { enabled: 'true' }, 'enabled', 'true or false'],
  [
    'a negative cap',
    dailyCapRequest,
    { micro_usdc: -1 },
    'micro_usdc',
    'an integer from 0 to 9007199254740991 (micro-USDC)',
  ],
  [
    'a limit over the maximum',
    withdrawalsQuery,
    { limit: '101' },
    'limit',
    'an integer from 1 to 100',
  ],
  [
    'another list’s cursor',
    withdrawalsQuery,
    { before: encodeCursor('deposit', 5) },
    'before',
    'a `next_cursor` of this list',
  ],
  [
    'an outflow of 0',
    createKeyRequest,
    { builder_id: 'b', daily_outflow_micro_usdc: 0 },
    'daily_outflow_micro_usdc',
    MICRO_USDC,
  ],
];

describe('requests about money on the chains', () => {
  it.each(BAD)(
    'refuse %s, naming the field and what would be right',
    (_, schema, input, field, expected) => {
      const result = schema.safeParse(input);
      const issues = result.error?.issues.map((issue) => [issue.path.join('.'), issue.message]);
      expect(issues).toEqual([[field, expected]]);
    },
  );

  it.each([
    ['withdrawal', signedWithdrawRequest, signed],
    ["builder's withdrawal", withdrawRequest, { user, amount: 1, nonce: 1 }],
    ['recovery', signedRecoverRequest, { main_address: user, ...recovery, nonce: 1, signature }],
    ["builder's recovery", recoverRequest, { user, ...recovery, nonce: 1 }],
    ['faucet', faucetRequest, faucet],
    ['deposit address', depositAddressRequest, { user, chain: 'ext' }],
    ['tier', userTierRequest, { user, tier: 2 }],
    ['tier cache', tierCacheRequest, { user }],
    ['switch', bridgeExecutorRequest, { enabled: false }],
    ['daily cap', dailyCapRequest, { micro_usdc: 0 }],
    ['withdrawals query', withdrawalsQuery, {}],
    ['queues query', queuesQuery, {}],
  ] as const)('take a good %s and refuse an unknown field in it', (_, schema, input) => {
    expect(schema.safeParse(input).success).toBe(true);
    const issues = schema.safeParse({ ...input, surprise: 1 }).error?.issues;
    expect(issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['surprise'] }]);
  });

  it.each([
    ['default', {}, null],
    ['recipient_ext', { recipient_ext: wallet }, WALLET],
    ['recipient_main', { recipient_main: toHex(WALLET) }, WALLET],
  ])('give a withdrawal of the kind %s as the engine takes it', (recipientKind, to, recipient) => {
    const bounds = { max_gas_fee: 9, allow_program_address: true };
    const terms = signedWithdrawRequest.parse({ ...signed, ...to, ...bounds });
    expect(signedWithdrawRequest.parse({ ...signed, ...to })).toEqual({
      ...terms,
      maxGasFee: 0,
      allowProgramAddress: false,
    });
    expect(terms).toEqual({
      user: USER,
      amountMicroUsdc: 5,
      maxGasFee: 9,
      recipientKind,
      recipient,
      allowProgramAddress: true,
      nonce: 1,
      signature: SIGNATURE,
    });
    const command = { kind: 'withdraw', ...terms, amount: 5, gasFee: 1, builder: null } as const;
    expect(validateCommand(command, 'withdrawal')).toBeNull();
  });

  it('give recoveries with one name for the recipient', () => {
    const bounds = { maxGasFee: 0, allowProgramAddress: false };
    const terms = { user: USER, mint: MINT, recipient: WALLET, ...bounds, nonce: 1 };
    expect(recoverRequest.parse({ user, ...recovery, nonce: 1 })).toEqual(terms);
    const body = { main_address: user, ...recovery, nonce: 1, signature };
    expect(signedRecoverRequest.parse(body)).toEqual({ ...terms, signature: SIGNATURE });
  });

  it('ask for what waits unless another phase is named', () => {
    expect(queuesQuery.parse({})).toEqual({ phase: 'queued', page: { limit: 100 } });
    const before = encodeCursor('deposit', 7);
    expect(queuesQuery.parse({ phase: 'failed', limit: '5', before })).toEqual({
      phase: 'failed',
      page: { limit: 5, before: 7 },
    });
  });

  it('read ids of 32 bytes, in either case', () => {
    expect(withdrawalIdParameter.parse('AB'.repeat(32))).toEqual(new Uint8Array(32).fill(0xab));
    expect(depositIdParameter.safeParse('ab').success).toBe(false);
  });
});

describe('the names of the chains', () => {
  it('are ext and main, unless the operator says otherwise', () => {
    const usual = new ChainNames();
    expect([usual.chainOf('ext'), usual.chainOf('main')]).toEqual(['ext', 'main']);
    const own = new ChainNames({ ext: 'solana', main: 'fogo' });
    expect([own.chainOf('fogo'), own.nameOf('ext')]).toEqual(['main', 'solana']);
  });

  it.each(['EXT', 'moon', '', 'solana'])('are exact: not %j', (name) => {
    expect(() => new ChainNames().chainOf(name)).toThrow(
      new CodedError(
        'VALIDATION_FAILED',
        { field: 'chain', value: name, expected: '"ext" or "main"' },
        { message: 'chain must be "ext" or "main".' },
      ),
    );
  });

  it.each(['Solana', '', 'a b', 'x'.repeat(33)])('are lower case and short: not %j', (name) => {
    expect(chainName.safeParse(name).success).toBe(false);
  });
});
