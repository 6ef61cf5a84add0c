/** `POST /v1/debug/signature` over HTTP, for each kind of message and each encoding of a signature. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { debugSignatureAnswer } from '@bellwether/api';
import type { z } from 'zod';
import { buildOwnerText, encodeOrder, messageHash } from '@bellwether/canonical-message';
import type { AllowTradingKeyText, OwnerText } from '@bellwether/canonical-message';
import { fromHex, toBase58, toHex } from '@bellwether/codec';
import type { EngineClient } from '@bellwether/bus';
import { sign } from '@bellwether/signature';
import { SignatureDebugController } from '../src/trading/signature-debug.controller';
import { NetworkOfExchange } from '../src/exchange/network';
import { GatewayUnderTest } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';

const alice = new UserUnderTest(71);
const mallory = new UserUnderTest(72);
const market_id = 'ab'.repeat(32);
const terms = {
  market_id,
  side: 'buy',
  outcome: 'yes',
  price: 4_500,
  size: 10,
  order_type: 'gtc',
  nonce: 7,
} as const;
const doubt = { case_id: 3, claim: 'no', reason: 'a', stake_micro_usdc: 5, nonce: 1 } as const;
const seen = {
  subject: market_id,
  attests: 'value',
  value: -15,
  decimals: 1,
  observed_at: 1_795_305_600,
  signed_at: 1_795_305_660,
  statement: 'minus one and a half degrees',
} as const;
const canonical = encodeOrder({
  ...terms,
  marketId: fromHex(market_id, 32)!,
  user: alice.publicKey,
});
const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

let gateway: GatewayUnderTest;
beforeAll(async () => {
  // All of them at once cost more than one address may use, so a quick machine would be refused.
  const address = { requests: 1_000_000, perMs: 1_000, burst: 1_000_000 };
  gateway = await GatewayUnderTest.start({ rates: { address } });
});
afterAll(() => gateway?.stop());

/** The diagnosis, in the schema that the documents promise. */
async function diagnosed(body: object) {
  const answer = await gateway.post('/v1/debug/signature', body);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  debugSignatureAnswer.parse(answer.body);
  return answer.body as z.input<typeof debugSignatureAnswer>;
}
const codes = ({ mistakes }: { mistakes: readonly { code: string }[] }): string[] =>
  mistakes.map(({ code }) => code);

describe('the diagnosis of a signature', () => {
  it('shows the bytes, their hash and their fields', async () => {
    const reported = await diagnosed({ kind: 'order', ...alice.order(terms) });
    expect(reported).toMatchObject({
      kind: 'order',
      network: 'test',
      user: alice.name,
      message: toHex(canonical),
      message_bytes: 90,
      message_hash: messageHash(canonical),
      verifies: true,
      signature_encoding: 'hex',
      mistakes: [],
      next: 'Nothing: the signature holds.',
    });
    expect(reported.fields.map(({ name, offset }) => [name, offset])).toEqual([
      ['market_id', 0],
      ['user', 32],
      ['outcome', 64],
      ['side', 65],
      ['price', 66],
      ['size', 74],
      ['nonce', 82],
    ]);
  });

  it.each([
    ['cancel', () => alice.cancel(market_id, 3)],
    ['cancel_all', () => alice.cancelAll(3)],
    ['cancel_all', () => alice.cancelAll(3, market_id)],
    ['withdraw', () => alice.withdraw({ amount: 5, nonce: 1 })],
    ['withdraw', () => alice.withdraw({ amount: 5, nonce: 1, recipient_ext: mallory.name })],
    ['withdraw', () => alice.withdraw({ amount: 5, nonce: 1, recipient_main: mallory.name })],
    ['challenge', () => ({ ...alice.challenge(doubt), case_id: doubt.case_id })],
    ['attestation', () => alice.attestation(seen)],
    ['recover', () => alice.recover({ mint: market_id, recipient_ext: mallory.name, nonce: 1 })],
  ])('takes the body of a %s as it is sent', async (kind, body) => {
    expect(await diagnosed({ kind, ...body() })).toMatchObject({ kind, verifies: true });
  });

  it.each([
    ['base64', base64],
    ['base64', (hex: string) => base64(hex).replace(/=+$/, '')],
    ['base64url', (hex: string) => Buffer.from(hex, 'hex').toString('base64url')],
    ['base58', (hex: string) => toBase58(Buffer.from(hex, 'hex'))],
    ['hex_with_0x', (hex: string) => `0x${hex}`],
  ])('reads a signature in %s, and says that it is', async (encoding, encode) => {
    const { signature, ...body } = alice.order(terms);
    const reported = await diagnosed({ kind: 'order', ...body, signature: encode(signature) });
    expect([reported.signature_encoding, reported.verifies, codes(reported)]).toEqual([
      encoding,
      true,
      ['signature_encoding'],
    ]);
  });

  it('says of anything else that it is none', async () => {
    const reported = await diagnosed({
      kind: 'order',
      ...alice.order(terms),
      signature: 'my name',
    });
    expect([reported.signature_encoding, reported.verifies, codes(reported)]).toEqual([
      'unreadable',
      null,
      ['signature_encoding'],
    ]);
  });

  it('finds the mistake, by the signature alone', async () => {
    const { signature, ...body } = alice.order({ ...terms, price: 45 });
    const reported = await diagnosed({ kind: 'order', ...body, price: 4_500, signature });
    expect([reported.verifies, codes(reported), reported.proven_by]).toEqual([
      false,
      ['price_in_cents'],
      'signature',
    ]);
    expect(reported.next).toContain('basis points');
  });

  it('names the field that differs, by the bytes that were signed', async () => {
    const { signature, ...body } = alice.order({ ...terms, size: 11 });
    const signed = encodeOrder({
      ...terms,
      size: 11,
      marketId: fromHex(market_id, 32)!,
      user: alice.publicKey,
    });
    const reported = await diagnosed({
      kind: 'order',
      ...body,
      size: 10,
      signature,
      message: toHex(signed),
    });
    expect(reported).toMatchObject({
      verifies: false,
      verifies_over_given: true,
      given_kind: 'order',
    });
    expect(reported.differences).toEqual([
      {
        name: 'size',
        offset: 74,
        length: 8,
        expected_hex: '0a00000000000000',
        expected: '10',
        given_hex: '0b00000000000000',
        given: '11',
      },
    ]);
  });

  it('says whose signature it is', async () => {
    const { signature } = mallory.order(terms);
    const seed = new Uint8Array(32).fill(72);
    const body = { kind: 'order', ...alice.order(terms), public_key: mallory.name };
    const byMallory = toHex(sign(canonical, seed));
    expect(codes(await diagnosed({ ...body, signature: byMallory }))).toEqual(['other_key']);
    // A message that names another user too.
    expect(codes(await diagnosed({ ...body, signature }))).toEqual([]);
  });

  it('needs no signature to show what to sign', async () => {
    const { signature: _, ...body } = alice.order(terms);
    expect(await diagnosed({ kind: 'order', ...body })).toMatchObject({
      verifies: null,
      signature_encoding: null,
      next: 'Sign `message` with the key of `signer`.',
    });
  });

  it.each([
    [{ kind: 'transfer' }, 'kind'],
    [{ kind: 'order', ...alice.order(terms), price: 0 }, 'price'],
    [{ kind: 'order', ...alice.order(terms), message: 'xyz' }, 'message'],
    [{ kind: 'order', ...alice.order(terms), message: 'ab'.repeat(1_025) }, 'message'],
    [{ kind: 'order', ...alice.order(terms), signature: 'a'.repeat(257) }, 'signature'],
    [{ kind: 'cancel', ...alice.cancel(market_id, 3), nonce: 1 }, 'nonce'],
  ])('refuses %j naming %s', async (body, field) => {
    const answer = await gateway.post('/v1/debug/signature', body);
    expect([answer.status, answer.body.error.details.field]).toEqual([400, field]);
  });

  it('is pointed to where a signature does not hold', async () => {
    const order = { ...alice.order(terms), signature: mallory.order(terms).signature };
    const { status, body } = await gateway.post('/v1/orders', order);
    expect([status, body.error.details.message]).toEqual([401, toHex(canonical)]);
    expect(body.error.details.debug).toContain('/v1/debug/signature');
  });
});

/** Texts, and what trading keys sign. */
describe('the diagnosis of texts and of trading keys', () => {
  const DAY_SECONDS = 86_400;
  const account = new UserUnderTest(73);
  const key = new UserUnderTest(74);
  const stranger = new UserUnderTest(75);
  let nonce = 0;
  const until = () => Math.floor(Date.now() / 1_000) + DAY_SECONDS;
  const allowText = (over: Partial<AllowTradingKeyText> = {}) =>
    buildOwnerText({
      kind: 'allow_trading_key',
      network: 'test',
      account: account.publicKey,
      tradingKey: key.publicKey,
      until: until(),
      atMost: 100_000_000,
      priceBand: 1_000,
      redeem: false,
      nonce: ++nonce,
      ...over,
    });
  const revokeText = (of: number) =>
    buildOwnerText({
      kind: 'revoke_trading_key',
      network: 'test',
      account: account.publicKey,
      tradingKey: key.publicKey,
      nonce: of,
    });
  const allow = async () => {
    const text = allowText();
    const answer = await gateway.post('/v1/trading-keys', { text, signature: account.text(text) });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    return nonce;
  };
  beforeAll(() => gateway.credit(account));

  it('says in which form a text is signed, and shows its lines', async () => {
    const text = allowText();
    for (const form of ['raw', 'envelope'] as const) {
      const told = await diagnosed({ kind: 'text', text, signature: account.text(text, form) });
      expect(told).toMatchObject({
        kind: 'allow_trading_key',
        user: account.name,
        signer: account.name,
        key_state: 'owner',
        text,
        form,
        verifies: true,
        mistakes: [],
      });
      expect(told.fields[3]).toMatchObject({ name: 'line 4', value: `Account: ${account.name}` });
    }
  });

  it.each([
    ['withdraw', { amount: 12_500_000, recipient: null, chain: 'ext' as const }],
    ['recover', { mint: mallory.publicKey, recipient: mallory.publicKey }],
  ])('takes the text of a %s as it is sent', async (kind, terms) => {
    const text = buildOwnerText({
      ...terms,
      maxGasFee: 1_500_000,
      allowProgramAddress: true,
      kind,
      network: 'test',
      account: account.publicKey,
      nonce: 1,
    } as OwnerText);
    const told = await diagnosed({ kind: 'text', text, signature: account.text(text) });
    expect(told).toMatchObject({ kind, verifies: true, form: 'raw' });
    const altered = text.replace('Nonce: 1', 'Nonce: 2');
    const wrong = await diagnosed({ kind: 'text', text: altered, signature: account.text(text) });
    expect([wrong.verifies, codes(wrong)]).toEqual([false, ['nonce_one_lower']]);
  });

  it('takes a session as it is sent', async () => {
    const body = account.session(Math.floor(Date.now() / 1_000));
    expect(await diagnosed({ kind: 'session', ...body })).toMatchObject({
      kind: 'session',
      verifies: true,
      form: 'raw',
    });
    const later = { ...body, timestamp: body.timestamp + DAY_SECONDS };
    const told = await diagnosed({ kind: 'session', ...later });
    expect([told.verifies, codes(told)]).toEqual([false, ['until_a_day_early']]);
  });

  it('names the first byte and the line that were signed otherwise', async () => {
    const text = allowText();
    const signed = text.replace('Nonce: ', 'Nonce: 1');
    const told = await diagnosed({
      kind: 'text',
      text,
      signature: account.text(signed),
      message: toHex(new TextEncoder().encode(signed)),
    });
    expect(told).toMatchObject({ verifies: false, verifies_over_given: true });
    expect(told.differences?.map(({ name, given }) => [name, given])).toEqual([
      ['line 12', `Nonce: 1${nonce}`],
    ]);
    expect(told.first_difference).toBeGreaterThanOrEqual(text.lastIndexOf(' ') + 1);
  });

  it('says what is wrong with a text as it is sent', async () => {
    const text = allowText();
    const sent = `${text.replaceAll('\n', '\r\n')}\r\n`;
    const told = await diagnosed({ kind: 'text', text: sent, signature: account.text(sent) });
    expect([told.text, told.verifies]).toEqual([text, false]);
    expect(codes(told)).toEqual(['crlf', 'trailing_newline']);
    const elsewhere = allowText({ network: 'production' });
    const signature = account.text(elsewhere);
    const other = await diagnosed({ kind: 'text', text: elsewhere, signature });
    expect(codes(other)).toEqual(['text_of_other_network', 'other_network']);
  });

  it('follows a trading key: unknown, unnamed, active, ended', async () => {
    const order = { kind: 'order', ...account.order(terms) };
    const byKey = key.signedFor(account, terms);
    const named = { ...order, signer: key.name, signature: byKey };
    const unknown = await diagnosed(named);
    expect([unknown.verifies, unknown.key_state, codes(unknown)]).toEqual([
      true,
      'unknown',
      ['key_not_allowed'],
    ]);
    const of = await allow();
    const active = { signer: key.name, key_state: 'active', verifies: true, mistakes: [] };
    expect(await diagnosed(named)).toMatchObject(active);
    const unnamed = await diagnosed({ ...order, signature: byKey });
    expect([unnamed.verifies, codes(unnamed)]).toEqual([false, ['trading_key_not_named']]);
    const byOwner = await diagnosed({ ...order, signer: key.name });
    expect([byOwner.verifies, codes(byOwner)]).toEqual([false, ['signed_by_user']]);
    const allowance = allowText();
    const byTheKey = await diagnosed({
      kind: 'text',
      text: allowance,
      signature: key.text(allowance),
    });
    expect(codes(byTheKey)).toEqual(['trading_key_may_not']);
    const challenge = { kind: 'challenge', ...account.challenge(doubt), case_id: doubt.case_id };
    const { message } = await diagnosed(challenge);
    const signature = key.signed(fromHex(message, message.length / 2)!);
    expect(codes(await diagnosed({ ...challenge, signature }))).toEqual(['trading_key_may_not']);
    const wrongNonce = revokeText(of + 7);
    const refused = await diagnosed({
      kind: 'text',
      text: wrongNonce,
      signature: key.text(wrongNonce),
    });
    expect([refused.signer, codes(refused)]).toEqual([key.name, ['nonce_of_allowance']]);
    const text = revokeText(of);
    const revoked = await gateway.post('/v1/trading-keys/revoke', {
      text,
      signature: key.text(text),
    });
    expect(revoked.status).toBe(200);
    const ended = await diagnosed(named);
    expect([ended.verifies, ended.key_state, codes(ended)]).toEqual([
      true,
      'revoked_by_key',
      ['key_ended'],
    ]);
    expect(ended.next).toContain('ended at');
  });

  it('tells another key by its name', async () => {
    const text = allowText();
    const body = { kind: 'text', text, signature: stranger.text(text) };
    expect(codes(await diagnosed(body))).toEqual([]);
    expect(codes(await diagnosed({ ...body, public_key: stranger.name }))).toEqual(['other_key']);
  });

  it.each([
    [{ kind: 'text' }, 'text'],
    [{ kind: 'text', text: 'Bellwether: dance' }, 'text'],
    [{ kind: 'text', text: 'x'.repeat(1_025) }, 'text'],
    [{ kind: 'session', public_key: account.name }, 'timestamp'],
    [{ kind: 'session', public_key: account.name, timestamp: 1_795_000_000_000 }, 'timestamp'],
    [
      { kind: 'withdraw', ...account.withdraw({ amount: 5, nonce: 1 }), signer: key.name },
      'signer',
    ],
  ])('refuses %j naming %s', async (body, field) => {
    const answer = await gateway.post('/v1/debug/signature', body);
    expect([answer.status, answer.body.error.details.field]).toEqual([400, field]);
  });

  it('names the first wrong line of a text', async () => {
    const text = allowText().replace('May not: withdraw', 'May not: dance');
    const answer = await gateway.post('/v1/debug/signature', { kind: 'text', text });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('line 7 is `May not: withdraw`');
  });
});

describe('elsewhere than on the test network', () => {
  it('there is no such help', async () => {
    const query = async () => ({ seq: 1, timestampMs: 0, view: { network: 'production' } });
    const network = new NetworkOfExchange({ query } as unknown as Pick<EngineClient, 'query'>);
    const controller = new SignatureDebugController(network, {
      query: async () => Promise.reject(new Error('not asked')),
    });
    const body = { kind: 'cancel', user: alice.publicKey, market_id: alice.publicKey, order_id: 1 };
    await expect(
      controller.signature({ body: { ...body, kind: 'cancel' } } as never),
    ).rejects.toMatchObject({
      code: 'TEST_NETWORK_ONLY',
    });
  });
});
