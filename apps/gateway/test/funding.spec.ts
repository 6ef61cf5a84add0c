/**
 * Deposits and withdrawals as users see them: real bus, real database, the engine's real rules, prepared answers of the
 * chains. The tests of one group continue from each other's state.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withdrawalIdOf } from '@bellwether/canonical-message';
import { toBase58, toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import {
  DepositStore,
  ScanCursors,
  SolvencyStore,
  WatchedAddressStore,
  WithdrawalStore,
} from '@bellwether/persistence';
import { FundingApps } from './funding-apps';
import {
  GAS,
  RESETS_AT,
  addressOf,
  keyOf,
  signatureOf,
  usdcDeposit,
  watchOf,
} from './funding-fixtures';
import { GatewayUnderTest } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';

const alice = new UserUnderTest(1);
const bob = new UserUnderTest(2);
const carol = new UserUnderTest(3);
const dave = new UserUnderTest(4);

const NOW_MS = Date.UTC(2026, 4, 1, 12);
const RECIPIENT = toBase58(keyOf('recipient'));

let gateway: GatewayUnderTest;
let apps: FundingApps;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ hasFunding: true });
  apps = new FundingApps(gateway.bus);
  await apps.start();
  await gateway.credit(alice, bob, carol);
});
afterAll(() => gateway?.stop());

/** The apps of these tests charge transactions only. */
const gasOf = (micro_usdc: number) => ({
  gas_micro_usdc: micro_usdc,
  gas_items: [{ kind: 'transaction_fees', micro_usdc }],
});

describe('a deposit address', () => {
  const path = (user: string) => `/v1/deposit/bridge-address/${user}`;

  it('comes with everything the interface names, and the limits of the user', async () => {
    const { status, body } = await gateway.get(path(alice.name));
    const address = addressOf(alice.publicKey);
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        data: {
          chain: 'ext',
          address: toBase58(address.depositAddress),
          instructions: expect.stringContaining('1 USDC or more, and at most 10000'),
          initialized: true,
          usdc_token: toBase58(address.usdcMintExt),
          usdc_account: toBase58(address.depositUsdcAccount),
          estimated_gas: gasOf(3),
          main_address: alice.name,
          min_usdc_micro: 1_000_000,
          min_other_micro: 1_000_000,
          estimated_gas_other: gasOf(4),
          min_ext_lamports: 50_000_000,
          tier: 0,
          max_usdc_per_tx_micro: 10_000_000_000,
          daily_cap_remaining_usdc_micro: 99_000_000_000,
          daily_cap_resets_at: RESETS_AT,
        },
      },
    ]);
  });

  it('says the native-token rate of the test environment: 150 USDC per unit', async () => {
    const { body } = await gateway.get(path(alice.name));
    expect(body.data.instructions).toContain('150 USDC a unit');
    expect(body.data.instructions).toContain('0.05');
  });

  it('is the same for base58 and hex, and for every call', async () => {
    const first = await gateway.get(path(alice.name));
    expect((await gateway.get(path(toHex(alice.publicKey)))).body).toEqual(first.body);
    expect(apps.asked.get('address')).toEqual({ user: alice.publicKey });
  });

  it.each([
    ['nonsense', 'a public key: 32 bytes in base58 or hex'],
    [`01${'00'.repeat(31)}`, 'a public key that can sign: a point of Ed25519 of prime order'],
  ])('is not given for %s', async (user, expected) => {
    const { status, body } = await gateway.get(path(user));
    expect(status).toBe(400);
    expect(body).toMatchObject({
      success: false,
      error: { code: 'VALIDATION_FAILED', details: { field: 'user_pubkey', expected } },
    });
  });
});

describe('the status of deposits', () => {
  const scans = () => new ScanCursors(gateway.database);
  const statusOf = async (user: UserUnderTest) =>
    (await gateway.get(`/v1/deposit/status/${user.name}`)).body;

  it('says before a detection whether the address is watched and how far the chains are read', async () => {
    expect(await statusOf(dave)).toEqual({
      deposits: [],
      watched: false,
      watched_since: null,
      deposit_address: null,
      proxy_wallet: null,
      scans: {
        ext: { slot: null, updated_at: null, lag_seconds: null },
        main: { slot: null, updated_at: null, lag_seconds: null },
      },
      hint: expect.stringContaining('bridge-address'),
    });
    await new WatchedAddressStore(gateway.database).watch(watchOf(dave.publicKey, NOW_MS));
    const to = { slot: 41, blockHash: keyOf('block') };
    await scans().advance('ext', { after: null, to, findings: {}, nowMs: NOW_MS });
    expect(await statusOf(dave)).toMatchObject({
      watched: true,
      watched_since: NOW_MS / 1_000,
      deposit_address: toBase58(addressOf(dave.publicKey).depositAddress),
      scans: { ext: { slot: 41, updated_at: NOW_MS / 1_000, lag_seconds: expect.any(Number) } },
      hint: expect.stringContaining('Nothing was seen yet'),
    });
  });

  it('shows the last 10 deposit attempts, newest first, each with all its fields', async () => {
    const deposits = Array.from({ length: 12 }, (_, i) =>
      usdcDeposit(`d${i}`, dave.publicKey, 1_000_000 + i),
    );
    const to = { slot: 42, blockHash: keyOf('block 42') };
    await scans().advance('ext', { after: 41, to, findings: { deposits }, nowMs: NOW_MS });
    const status = await statusOf(dave);
    expect(status.deposits).toHaveLength(10);
    expect(status.hint).toBe('');
    expect(status.deposits[0]).toEqual({
      deposit_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      chain: 'ext',
      tx_signature: toBase58(signatureOf('d11')),
      amount_micro_usdc: 1_000_011,
      source_token: 'USDC',
      source_amount: '1000011',
      phase: 'detected',
      reason: null,
      retry_at: null,
      stage: null,
      retryable: null,
      attempt: 1,
      next_retry_at: null,
      credited_micro_usdc: 0,
      credited_after_gas_micro_usdc: 0,
      gas_micro_usdc: 0,
      gas_items: [],
      tx_swap: null,
      tx_bridge: null,
      tx_main: null,
      timestamp: NOW_MS / 1_000,
      updated_at: NOW_MS / 1_000,
      history: [{ state: 'detected', time: NOW_MS / 1_000, reason: null, tx_signature: null }],
      explanation: {
        what_happened: 'The deposit was seen.',
        what_comes_next: 'Minimum and caps are checked.',
        when: expect.any(String),
        funds_held_by: expect.stringContaining('deposit address'),
        how_to_recover: '',
      },
    });
  });

  it.each([
    ['a deposit below the minimum', 999_999, 'below_minimum'],
    ["a deposit above the user's per-transaction tier cap", 10_000_000_001, 'above_tx_cap'],
  ])('tells that %s is rejected and how to recover it', async (_, microUsdc, reason) => {
    const shown = await judged(`judged ${microUsdc}`, microUsdc);
    expect(shown).toMatchObject({ phase: 'rejected', reason, credited_micro_usdc: 0 });
    expect(shown.explanation.how_to_recover).toContain('POST /v1/deposit/recover');
  });

  it('tells that a deposit over the global daily cap is queued, and until when', async () => {
    for (let i = 0; i < 10; i++) await judged(`fills the day ${i}`, 10_000_000_000);
    const shown = await judged('one too many', 1_000_000);
    const midnight = Date.UTC(2026, 4, 2) / 1_000;
    expect(shown).toMatchObject({ phase: 'queued', reason: 'daily_cap', retry_at: midnight });
    expect(shown.next_retry_at).toBeNull();
  });

  /** A new deposit of Dave's, judged by the rules; as its status shows it. */
  async function judged(word: string, microUsdc: number) {
    const found = usdcDeposit(word, dave.publicKey, microUsdc);
    const last = await scans().cursor('ext');
    const to = { slot: (last?.slot ?? 0) + 1, blockHash: keyOf(word) };
    const findings = { deposits: [found] };
    await scans().advance('ext', { after: last?.slot ?? null, to, findings, nowMs: NOW_MS });
    const store = new DepositStore(gateway.database);
    const [newest] = await store.latestOf(dave.publicKey, 1);
    await store.decide({
      depositId: newest?.depositId ?? new Uint8Array(32),
      valueMicroUsdc: microUsdc,
      tier: 0,
      network: 'test',
      nowMs: NOW_MS,
    });
    return (await statusOf(dave)).deposits[0];
  }
});

describe('a withdrawal', () => {
  const post = (body: unknown) => gateway.post('/v1/withdraw', body);

  const own = toBase58(addressOf(alice.publicKey).depositAddress);
  it.each([
    ['the default recipient', {}, 'default', 'ext', own],
    ['recipient_ext', { recipient_ext: RECIPIENT }, 'recipient_ext', 'ext', RECIPIENT],
    ['recipient_main', { recipient_main: RECIPIENT }, 'recipient_main', 'main', RECIPIENT],
  ])('to %s is accepted with 202', async (_, to, recipient_kind, chain, recipient) => {
    const nonce = { default: 1, recipient_ext: 2, recipient_main: 3 }[recipient_kind] ?? 0;
    const signed = alice.withdraw({ amount: 1_000_000, nonce, ...to });
    const first = await post(signed);
    const withdrawalId = withdrawalIdOf({ network: 'test', user: alice.publicKey, nonce });
    expect([first.status, first.body]).toEqual([
      202,
      {
        success: true,
        data: {
          client_id: null,
          withdrawal_id: toHex(withdrawalId),
          status: 'pending',
          user: alice.name,
          amount: 1_000_000,
          gas_fee: GAS.mainPerTxMicroUsdc,
          net_amount: 1_000_000 - GAS.mainPerTxMicroUsdc,
          ...gasOf(GAS.mainPerTxMicroUsdc),
          recipient,
          recipient_kind,
          chain,
          nonce,
          created_at: expect.any(Number),
        },
      },
    ]);
    const again = await post(signed);
    expect([again.status, again.body]).toEqual([202, first.body]);
    expect([first, again].map(({ headers }) => headers.get('idempotent-replay'))).toEqual([
      null,
      'true',
    ]);
  });

  it('is seen in balance and nonces', async () => {
    const { body } = await gateway.get(`/v1/balance/${alice.name}`);
    expect(body).toMatchObject({ available: 997_000_000, withdrawing: 3_000_000, gas_debt: 0 });
    expect((await gateway.get(`/v1/nonce/${alice.name}`)).body.withdraw).toBe(3);
  });

  it.each([
    ['no signature', { signature: undefined }, 'signature'],
    ['a fee below 0', { max_gas_fee: -1 }, 'max_gas_fee'],
    ['a word on programs', { allow_program_address: 'yes' }, 'allow_program_address'],
    ['amount 0', { amount: 0 }, 'amount'],
    ['an amount past 2^53-1', { amount: 9_007_199_254_740_992 }, 'amount'],
    ['nonce 0', { nonce: 0 }, 'nonce'],
    ['a recipient that is no address', { recipient_ext: 'x' }, 'recipient_ext'],
    ['two recipients', { recipient_ext: RECIPIENT, recipient_main: RECIPIENT }, 'recipient_main'],
    ['an unknown field', { recipient: RECIPIENT }, 'recipient'],
  ])('with %s is 400, naming the field', async (_, wrong, field) => {
    const answer = await post({ ...alice.withdraw({ amount: 1_000_000, nonce: 9 }), ...wrong });
    expect([answer.status, answer.body.success]).toEqual([400, false]);
    expect(answer.body.error.details.field).toBe(field);
  });

  it('whose signature is for another network, or other terms, is told the bytes', async () => {
    const foreign = alice.withdraw({ amount: 1_000_000, nonce: 9 }, 'production');
    const changed = { ...alice.withdraw({ amount: 1_000_000, nonce: 9 }), amount: 2_000_000 };
    const bound = { ...alice.withdraw({ amount: 1_000_000, nonce: 9 }), max_gas_fee: 1 };
    for (const body of [foreign, changed, bound]) {
      const answer = await post(body);
      expect([answer.status, answer.body.success]).toEqual([401, false]);
      expect(answer.body.error).toMatchObject({
        code: 'SIGNATURE_INVALID',
        details: { message_bytes: 92, message: expect.stringMatching(/^0300/) },
      });
    }
    expect((await gateway.get(`/v1/nonce/${alice.name}`)).body.withdraw).toBe(3);
  });

  it('of a delegated user is 403: its builder alone may send it', async () => {
    const user = bob.publicKey;
    gateway.engine.apply('builder', { kind: 'register_delegate', user, builderId: 'b' });
    const answer = await post(bob.withdraw({ amount: 1_000_000, nonce: 1 }));
    expect([answer.status, answer.body.error.code]).toEqual([403, 'DELEGATED_USER']);
  });

  it.each([
    ['AMOUNT_BELOW_GAS', GAS.mainPerTxMicroUsdc, 422, { gas_fee: GAS.mainPerTxMicroUsdc }],
    ['INSUFFICIENT_BALANCE', 2_000_000_000, 422, { shortfall: 1_003_000_000 }],
  ])('is refused as %s', async (code, amount, status, details) => {
    const nonce = code === 'AMOUNT_BELOW_GAS' ? 11 : 12;
    const answer = await post(alice.withdraw({ amount, nonce }));
    expect([answer.status, answer.body.success]).toEqual([status, false]);
    expect(answer.body.error).toMatchObject({ code, details });
  });

  it('while gas debt is unpaid is blocked: 409', async () => {
    const user = dave.publicKey;
    gateway.engine.apply('deposit', {
      kind: 'charge_gas',
      user,
      chargeSeq: 1,
      amount: 500,
      purpose: 'a test',
    });
    const answer = await post(dave.withdraw({ amount: 5_000, nonce: 1 }));
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { success: false, error: { code: 'GAS_DEBT_UNPAID', details: { gas_debt: 500 } } },
    ]);
    expect((await gateway.get(`/v1/balance/${dave.name}`)).body.gas_debt).toBe(500);
  });

  it('is refused while withdrawals are paused, and taken under the same nonce after', async () => {
    const paused = await gateway.admin('POST', '/admin/withdrawals/pause');
    expect(paused.body).toMatchObject({ success: true, data: { paused: true } });
    expect((await gateway.get('/v1/status')).body.withdrawals_paused).toBe(true);
    const signed = carol.withdraw({ amount: 1_000_000, nonce: 1 });
    const refused = await post(signed);
    expect([refused.status, refused.body.error.code]).toEqual([503, 'WITHDRAWALS_PAUSED']);
    const resumed = await gateway.admin('POST', '/admin/withdrawals/resume');
    expect(resumed.body.data.paused).toBe(false);
    expect((await post(signed)).status).toBe(202);
    const audit = await gateway.admin('GET', '/admin/audit?limit=10');
    const paths = audit.body.data.entries.map((entry: { path: string }) => entry.path);
    expect(paths).toEqual(
      expect.arrayContaining(['/admin/withdrawals/pause', '/admin/withdrawals/resume']),
    );
  });
});

describe('the record of a withdrawal', () => {
  const idOf = (user: UserUnderTest, nonce: number) =>
    withdrawalIdOf({ network: 'test', user: user.publicKey, nonce });
  const read = (id: Uint8Array) => gateway.get(`/v1/withdraw/${toHex(id)}`);

  it('is there from the acceptance on, before the worker has written it', async () => {
    const { status, body } = await read(idOf(alice, 2));
    expect([status, body]).toMatchObject([
      200,
      { success: true, data: { status: 'pending', nonce: 2, recipient: RECIPIENT, vaa: null } },
    ]);
    const unknown = await read(keyOf('nothing'));
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'WITHDRAWAL_NOT_FOUND']);
    expect(unknown.body.success).toBe(false);
    expect((await gateway.get('/v1/withdraw/xyz')).status).toBe(400);
  });

  it('shows each status, its transactions, and the vaa once it is attested', async () => {
    const store = new WithdrawalStore(gateway.database);
    const accepted = [1, 2, 3].map((nonce) => ({
      withdrawalId: idOf(alice, nonce),
      user: alice.publicKey,
      amountMicroUsdc: 1_000_000,
      gasFeeMicroUsdc: GAS.mainPerTxMicroUsdc,
      chain: 'ext' as const,
      recipientKind: 'recipient_ext' as const,
      recipient: keyOf('recipient'),
      allowProgramAddress: false,
      nonce,
      builder: null,
      acceptedSeq: nonce,
      paymentSeq: nonce,
    }));
    const to = { seq: 3, index: 0 };
    const items = [{ kind: 'message_rent', microUsdc: GAS.mainPerTxMicroUsdc }] as const;
    const rows = accepted.map((one) => (one.nonce === 2 ? { ...one, gasItems: items } : one));
    await store.takeEvents({ after: null, to, accepted: rows, nowMs: NOW_MS });
    const withdrawalId = idOf(alice, 2);
    const txSignature = signatureOf('debit');
    const vaa = new Uint8Array([1, 2, 3]);
    const seen: [string, string | null][] = [];
    for (const fact of [
      { kind: 'signed', txSignature },
      { kind: 'paid', txSignature },
      { kind: 'settled' },
      { kind: 'attested', sequence: 8, vaa },
      { kind: 'completed', txSignature: signatureOf('completion') },
    ] as const) {
      await store.advance({ withdrawalId, fact, nowMs: NOW_MS });
      const { data } = (await read(withdrawalId)).body;
      seen.push([data.status, data.vaa]);
    }
    const attested = Buffer.from(vaa).toString('base64');
    expect(seen).toEqual([
      ['pending', null],
      ['burned', null],
      ['burned', null],
      ['attested', attested],
      ['completed', attested],
    ]);
    expect((await read(withdrawalId)).body.data).toMatchObject({
      tx_main: toBase58(txSignature),
      tx_ext: toBase58(signatureOf('completion')),
      sequence: 8,
      history: expect.arrayContaining([expect.objectContaining({ state: 'debited' })]),
      explanation: { what_happened: 'The recipient has the money.' },
      gas_micro_usdc: GAS.mainPerTxMicroUsdc,
      gas_items: [{ kind: 'message_rent', micro_usdc: GAS.mainPerTxMicroUsdc }],
    });
    // A deposit from before items were stored has only the sum.
    expect((await read(idOf(alice, 1))).body.data).toMatchObject({
      gas_micro_usdc: GAS.mainPerTxMicroUsdc,
      gas_items: null,
    });
  });

  it('is listed with the others of its user, newest first, in pages', async () => {
    const page = async (query: string) =>
      (await gateway.get(`/v1/withdrawals/${alice.name}?limit=2${query}`)).body;
    const first = await page('');
    expect(first.withdrawals.map((one: { nonce: number }) => one.nonce)).toEqual([3, 2]);
    expect(first.has_more).toBe(true);
    const second = await page(`&before=${first.next_cursor}`);
    expect(second.withdrawals.map((one: { nonce: number }) => one.nonce)).toEqual([1]);
    expect(second).toMatchObject({ next_cursor: null, has_more: false });
    const wrong = await page('&before=abc');
    expect(wrong.error.code).toBe('INVALID_CURSOR');
  });
});

describe('what the chains are asked for', () => {
  it('a proxy wallet', async () => {
    const address = addressOf(alice.publicKey);
    const { body } = await gateway.get(`/v1/proxy/${alice.name}`);
    expect(body).toEqual({
      success: true,
      data: {
        main_address: alice.name,
        proxy_wallet: toBase58(address.proxyWallet),
        proxy_usdc_ata: toBase58(address.proxyUsdcAccount),
        usdc_balance: 5,
        initialized: false,
      },
    });
  });

  it('a proxy wallet, but only of a key that can sign: what came in for another would be lost', async () => {
    const { status, body } = await gateway.get(`/v1/proxy/01${'00'.repeat(31)}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'VALIDATION_FAILED', details: { field: 'user' } });
  });

  it('a recovery that its user signed, once a nonce', async () => {
    const mint = toBase58(keyOf('usdc-ext'));
    const signed = alice.recover({ mint, recipient_ext: RECIPIENT, nonce: 1 });
    const { status, body } = await gateway.post('/v1/deposit/recover', signed);
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        data: {
          client_id: null,
          recovery_id: 'user:1',
          user: alice.name,
          mint,
          recipient: RECIPIENT,
          amount: '18446744073709551615',
          status: 'sending',
          tx_signature: null,
        },
      },
    ]);
    const other = { ...alice.recover({ mint, recipient_ext: alice.name, nonce: 1 }) };
    const reused = await gateway.post('/v1/deposit/recover', other);
    expect([reused.status, reused.body.error.code]).toEqual([409, 'NONCE_REUSED']);
    const forged = await gateway.post('/v1/deposit/recover', { ...signed, nonce: 2 });
    expect([forged.status, forged.body.error.details.message_bytes]).toEqual([401, 115]);
    const theirs = await gateway.post(
      '/v1/deposit/recover',
      bob.recover({ mint, recipient_ext: RECIPIENT, nonce: 1 }),
    );
    expect([theirs.status, theirs.body.error.code]).toEqual([403, 'DELEGATED_USER']);
  });

  it('test money', async () => {
    const asked = { chain: 'ext', address: RECIPIENT, token: 'usdc', amount: 5_000_000 };
    const { status, body } = await gateway.post('/v1/faucet', asked);
    expect([status, body]).toEqual([
      200,
      { success: true, data: { ...asked, tx_signature: expect.any(String) } },
    ]);
    expect(apps.asked.get('faucet')).toMatchObject({ chain: 'ext', address: keyOf('recipient') });
  });

  it.each([
    [{ chain: 'moon' }, 'chain', '"ext" or "main"'],
    [{ token: 'gold' }, 'token', '"usdc" or "native"'],
    [{ amount: 0 }, 'amount', 'an integer from 1 to 1000000000000 (micro-USDC)'],
    [
      { token: 'native', amount: 1_000_000_000_001 },
      'amount',
      'an integer from 1 to 1000000000000 (lamports)',
    ],
  ])('no test money for %j', async (wrong, field, expected) => {
    const asked = { chain: 'main', address: RECIPIENT, token: 'usdc', amount: 1, ...wrong };
    const { status, body } = await gateway.post('/v1/faucet', asked);
    expect([status, body.error.details]).toMatchObject([400, { field, expected }]);
  });
});

describe('the exchange as a whole', () => {
  it('tells how far each chain has been read', async () => {
    const { body } = await gateway.get('/v1/status');
    expect(body.funding).toMatchObject({
      available: true,
      ext: { slot: expect.any(Number), lag_seconds: expect.any(Number) },
      main: { slot: null, updated_at: null, lag_seconds: null },
    });
    expect(body).toMatchObject({ withdrawals_paused: false, open_withdrawals: 4 });
  });

  it('tells whether the chains hold what the books say, and since when', async () => {
    expect((await gateway.get('/v1/solvency')).body.chain).toEqual({ available: false });
    const store = new SolvencyStore(gateway.database);
    const line = (place: 'vault' | 'proxies' | 'deposit_addresses', difference: number) => ({
      place,
      heldMicroUsdc: 10 + difference,
      expectedMicroUsdc: 10,
      differenceMicroUsdc: difference,
      explanation: `of ${place}`,
    });
    for (const [minute, difference] of [0, -1, -1].entries()) {
      await store.append({
        timestampMs: NOW_MS + minute * 60_000,
        seq: 5,
        slot: 40 + minute,
        differenceMicroUsdc: difference,
        lines: [line('vault', difference), line('proxies', 0), line('deposit_addresses', 0)],
        alarm: minute === 2,
        resumesSinceMs: null,
      });
    }
    const { body } = await gateway.get('/v1/solvency');
    expect(body).toMatchObject({ withdrawing: 4_000_000, difference: 0 });
    expect(body.chain).toMatchObject({
      available: true,
      ok: false,
      alarm: true,
      since: NOW_MS / 1_000 + 60,
      difference: -1,
      slot: 42,
      seq: 5,
      vault: { held: 9, expected: 10, difference: -1, explanation: 'of vault' },
      donated_micro_usdc: 0,
      in_flight: { proxies: { difference: 0 }, deposit_addresses: { difference: 0 } },
    });
  });
});

describe('when the funding apps', () => {
  it.each(['CHAIN_UNAVAILABLE', 'CHAIN_DISAGREEMENT'] as const)(
    'refuse with %s, so does the gateway',
    async (code) => {
      apps.refusal = new CodedError(code);
      const { status, body } = await gateway.get(`/v1/proxy/${alice.name}`);
      apps.refusal = null;
      expect([status, body]).toMatchObject([503, { success: false, error: { code } }]);
    },
  );

  it('are down, nothing was done, and the same request may be sent again', async () => {
    await apps.stop();
    const signed = alice.withdraw({ amount: 1_000_000, nonce: 20 });
    for (const answer of [
      await gateway.get(`/v1/deposit/bridge-address/${alice.name}`),
      await gateway.get('/v1/gas/price'),
      await gateway.post('/v1/withdraw', signed),
    ]) {
      expect([answer.status, answer.body.success]).toEqual([503, false]);
      expect(answer.body.error).toMatchObject({ code: 'FUNDING_UNAVAILABLE', retryable: true });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    // The records are shown all the same.
    expect((await gateway.get(`/v1/deposit/status/${dave.name}`)).body.deposits).toHaveLength(10);
  });
});
