/**
 * Money of builders' users: their addresses, withdrawals and recoveries signed with their keys. Real bus, database and
 * engine rules, prepared answers of the chains.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromHex, parsePublicKey, toBase58 } from '@bellwether/codec';
import type { RunningSigner } from '../src/start';
import type { BuilderClient } from './builder-client';
import { FundingApps, GAS_FEE, addressOf } from './funding-apps';
import { SignerUnderTest } from './signer-under-test';

const CAP = 10_000_000;
const RECIPIENT = toBase58(new Uint8Array(32).fill(9));
const MAY_WITHDRAW = { scopes: ['trade', 'withdraw'], dailyOutflowMicroUsdc: CAP };

let world: SignerUnderTest;
let signer: RunningSigner;
let apps: FundingApps;

beforeAll(async () => {
  world = await SignerUnderTest.start();
  signer = await world.startSigner({ FUNDING: 'on' });
  apps = new FundingApps(world.bus);
  await apps.start();
});
afterAll(async () => {
  await apps.stop();
  await world.stop();
});

/** A builder with a key that may withdraw, and one of its users with 100 USDC. */
async function funded(settings: object = MAY_WITHDRAW) {
  const client = await world.client(signer, settings);
  const user = await client.user('alice');
  world.credit(user, 100_000_000);
  return { client, user };
}

const codeOf = async (answer: Promise<{ status: number; body: { error: { code: string } } }>) => {
  const { status, body } = await answer;
  return [status, body.error?.code];
};

describe('a deposit address', () => {
  it('is the deposit address on ext, and the proxy wallet on main', async () => {
    const client = await world.client(signer);
    const user = await client.user('alice');
    const address = addressOf(parsePublicKey(user) ?? new Uint8Array());
    const ask = (chain: string) => client.postWithKey('/v1/deposit/address', { user, chain });
    const ext = await ask('ext');
    expect([ext.status, ext.body]).toEqual([
      200,
      {
        chain: 'ext',
        address: toBase58(address.depositAddress),
        instructions: expect.stringContaining('150 USDC a unit'),
        initialized: true,
        usdc_token: toBase58(address.usdcMintExt),
        usdc_account: toBase58(address.depositUsdcAccount),
        estimated_gas: {
          gas_micro_usdc: 3,
          gas_items: [{ kind: 'transaction_fees', micro_usdc: 3 }],
        },
      },
    ]);
    const main = await ask('main');
    expect([main.status, main.body]).toEqual([
      200,
      {
        chain: 'main',
        address: toBase58(address.proxyWallet),
        instructions: expect.stringContaining(toBase58(address.proxyUsdcAccount)),
        initialized: true,
        usdc_token: toBase58(address.usdcMintMain),
        usdc_account: toBase58(address.proxyUsdcAccount),
        estimated_gas: {
          gas_micro_usdc: 2,
          gas_items: [{ kind: 'transaction_fees', micro_usdc: 2 }],
        },
      },
    ]);
    expect((await ask('ext')).body).toEqual(ext.body);
  });

  it('is not told of another builder’s user, nor of a chain there is not', async () => {
    const [mine, theirs] = [await world.client(signer), await world.client(signer)];
    const user = await mine.user('alice');
    const ask = (client: BuilderClient, body: object) =>
      codeOf(client.postWithKey('/v1/deposit/address', body));
    expect(await ask(theirs, { user, chain: 'ext' })).toEqual([403, 'NOT_YOUR_USER']);
    expect(await ask(mine, { user, chain: 'moon' })).toEqual([400, 'VALIDATION_FAILED']);
    expect(await ask(mine, { user: 'x', chain: 'ext' })).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('a withdrawal', () => {
  it.each([
    ['the default recipient', {}, 'ext'],
    ['recipient_ext', { recipient_ext: RECIPIENT }, 'ext'],
    ['recipient_main', { recipient_main: RECIPIENT }, 'main'],
  ])('to %s is signed with the user’s key and accepted', async (_, to, chain) => {
    const { client, user } = await funded();
    const body = { user, amount: 1_000_000, nonce: 1, ...to };
    const first = await client.post('/v1/withdraw', body);
    const own = toBase58(addressOf(parsePublicKey(user) ?? new Uint8Array()).depositAddress);
    expect([first.status, first.body]).toMatchObject([
      202,
      {
        success: true,
        data: {
          status: 'pending',
          user,
          amount: 1_000_000,
          gas_fee: GAS_FEE,
          net_amount: 1_000_000 - GAS_FEE,
          recipient: Object.keys(to).length === 0 ? own : RECIPIENT,
          chain,
          nonce: 1,
        },
      },
    ]);
    const keyId = client.credentials.apiKey.split('_')[2] ?? '';
    expect(apps.asked.at(-1)).toMatchObject({ builder: fromHex(keyId, 16), nonce: 1 });
    const again = await client.post('/v1/withdraw', body);
    expect([again.status, again.body]).toEqual([202, first.body]);
    expect(again.headers.get('idempotent-replay')).toBe('true');
  });

  it('binds the fee and the recipient as its builder says, in what the signer signs', async () => {
    const { client, user } = await funded();
    const body = { user, amount: 1_000_000, recipient_ext: RECIPIENT };
    const low = client.post('/v1/withdraw', { ...body, max_gas_fee: GAS_FEE - 1, nonce: 1 });
    expect(await codeOf(low)).toEqual([409, 'FEE_ABOVE_MAX']);
    const bounds = { max_gas_fee: GAS_FEE, allow_program_address: true };
    const { status } = await client.post('/v1/withdraw', { ...body, ...bounds, nonce: 2 });
    expect(status).toBe(202);
    expect(apps.asked.at(-1)).toMatchObject({ maxGasFee: GAS_FEE, allowProgramAddress: true });
  });

  it('is priced for its builder by the key alone, and for no other', async () => {
    const { client, user } = await funded();
    const asked = { user, amount: 1_000_000, recipient_ext: RECIPIENT };
    const { status, body } = await client.postWithKey('/v1/withdraw/quote', asked);
    expect([status, body.data]).toMatchObject([
      200,
      {
        user,
        gas_fee: GAS_FEE,
        net_amount: 1_000_000 - GAS_FEE,
        gas_items: [{ kind: 'transaction_fees', micro_usdc: GAS_FEE }],
        min_amount: 1_000_000,
        recipient: RECIPIENT,
      },
    ]);
    const theirs = await world.client(signer);
    expect(await codeOf(theirs.postWithKey('/v1/withdraw/quote', asked))).toEqual([
      403,
      'NOT_YOUR_USER',
    ]);
  });

  it('needs the scope, which is off by default, and the full envelope', async () => {
    const { client, user } = await funded({});
    const body = { user, amount: 1_000_000, nonce: 1 };
    const refused = await client.post('/v1/withdraw', body);
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { success: false, error: { code: 'SCOPE_MISSING', details: { scope: 'withdraw' } } },
    ]);
    expect(await codeOf(client.postWithKey('/v1/withdraw', body))).toEqual([
      401,
      'API_KEY_INVALID',
    ]);
  });

  it('is for the builder’s own users alone', async () => {
    const [mine, theirs] = [await funded(), await funded()];
    const body = { user: theirs.user, amount: 1_000_000, nonce: 1 };
    expect(await codeOf(mine.client.post('/v1/withdraw', body))).toEqual([403, 'NOT_YOUR_USER']);
  });

  it.each([
    ['amount 0', { amount: 0 }, 'amount'],
    ['nonce 0', { nonce: 0 }, 'nonce'],
    ['two recipients', { recipient_ext: RECIPIENT, recipient_main: RECIPIENT }, 'recipient_main'],
    ['a signature, which is the signer’s to make', { signature: '00' }, 'signature'],
  ])('with %s is 400, naming the field', async (_, wrong, field) => {
    const { client, user } = await funded();
    const answer = await client.post('/v1/withdraw', { user, amount: 1, nonce: 1, ...wrong });
    expect([answer.status, answer.body.success]).toEqual([400, false]);
    expect(answer.body.error.details.field).toBe(field);
  });
});

describe('the outflow cap a day', () => {
  const withdraw = (client: BuilderClient, user: string, amount: number, nonce: number) =>
    client.post('/v1/withdraw', { user, amount, nonce });

  it('lets as much out as the key has, and no more, whoever its users are', async () => {
    const { client, user } = await funded();
    const other = await client.user('bob');
    world.credit(other, 100_000_000);
    expect((await withdraw(client, user, CAP - 2_000_000, 1)).status).toBe(202);
    const refused = await withdraw(client, other, 2_000_001, 1);
    expect([refused.status, refused.body]).toMatchObject([
      422,
      {
        success: false,
        error: {
          code: 'OUTFLOW_CAP_EXCEEDED',
          details: { amount: 2_000_001, daily_outflow_micro_usdc: CAP },
        },
      },
    ]);
    expect(refused.body.error.details.resets_at % 86_400).toBe(0);
    expect((await withdraw(client, other, 2_000_000, 1)).status).toBe(202);
  });

  it('counts a withdrawal once, however often it is sent', async () => {
    const { client, user } = await funded();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => withdraw(client, user, CAP, 1)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  });

  it('counts one of which the outcome is not known, and lets its repeat through', async () => {
    const { client, user } = await funded();
    apps.isMute = true;
    const lost = await withdraw(client, user, CAP, 1);
    apps.isMute = false;
    expect([lost.status, lost.body.error.code]).toEqual([504, 'OUTCOME_UNKNOWN']);
    expect(await codeOf(withdraw(client, user, 1_000_000, 2))).toEqual([
      422,
      'OUTFLOW_CAP_EXCEEDED',
    ]);
    const again = await withdraw(client, user, CAP, 1);
    expect([again.status, again.headers.get('idempotent-replay')]).toEqual([202, 'true']);
  });

  it('does not count what the engine refused for good', async () => {
    const client = await world.client(signer, MAY_WITHDRAW);
    const user = await client.user('poor');
    world.credit(user, 6_000_000);
    expect(await codeOf(withdraw(client, user, CAP, 1))).toEqual([422, 'INSUFFICIENT_BALANCE']);
    expect(await codeOf(withdraw(client, user, GAS_FEE, 2))).toEqual([422, 'AMOUNT_BELOW_GAS']);
    expect((await withdraw(client, user, 6_000_000, 3)).status).toBe(202);
  });

  it('is not passed by naming a small amount first', async () => {
    const { client, user } = await funded();
    world.engine.apply('admin', { kind: 'set_withdrawals', paused: true });
    expect(await codeOf(withdraw(client, user, 2_000_000, 1))).toEqual([503, 'WITHDRAWALS_PAUSED']);
    world.engine.apply('admin', { kind: 'set_withdrawals', paused: false });
    expect(await codeOf(withdraw(client, user, CAP + 1, 1))).toEqual([422, 'OUTFLOW_CAP_EXCEEDED']);
    expect((await withdraw(client, user, CAP, 1)).status).toBe(202);
    expect(await codeOf(withdraw(client, user, 1_000_000, 2))).toEqual([
      422,
      'OUTFLOW_CAP_EXCEEDED',
    ]);
  });

  it('is the key’s as it was issued: 10,000 USDC unless the builder says otherwise', async () => {
    const builderId = await world.builderId();
    await world.issue(signer, builderId);
    await world.issue(signer, builderId, { scopes: ['withdraw'] });
    await world.issue(signer, builderId, { scopes: ['withdraw'], dailyOutflowMicroUsdc: 5 });
    const { keys } = await world.admin.ask('list_keys', { builderId }, { requestId: 'test' });
    expect(keys.map((key) => key.dailyOutflowMicroUsdc)).toEqual([0, 0, 10_000_000_000, 5]);
    const first = await world.firstOf(signer, builderId);
    const alone = await first.post('/v1/builder/keys', { daily_outflow_micro_usdc: 5 });
    expect(alone.body.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field: 'daily_outflow_micro_usdc', value: 5 },
    });
  });
});

describe('a recovery', () => {
  const body = (user: string) => ({ user, mint: RECIPIENT, recipient_ext: RECIPIENT, nonce: 1 });

  it('is signed with the user’s key, and asked of the listener', async () => {
    const { client, user } = await funded();
    const { status, body: answer } = await client.post('/v1/deposit/recover', body(user));
    expect([status, answer]).toEqual([
      200,
      {
        success: true,
        data: {
          client_id: null,
          recovery_id: '1',
          user,
          mint: RECIPIENT,
          recipient: RECIPIENT,
          amount: '7',
          status: 'sending',
          tx_signature: null,
        },
      },
    ]);
    expect(apps.asked.at(-1)).toMatchObject({ mint: expect.anything(), nonce: 1 });
    const bounds = { max_gas_fee: 9, allow_program_address: true };
    const bound = await client.post('/v1/deposit/recover', { ...body(user), ...bounds, nonce: 2 });
    expect(bound.status).toBe(200);
    expect(apps.asked.at(-1)).toMatchObject({ maxGasFee: 9, allowProgramAddress: true });
  });

  it('needs the scope and the envelope, and is for own users alone', async () => {
    const [plain, mine, theirs] = [await funded({}), await funded(), await funded()];
    const recover = (client: BuilderClient, user: string) =>
      codeOf(client.post('/v1/deposit/recover', body(user)));
    expect(await recover(plain.client, plain.user)).toEqual([403, 'SCOPE_MISSING']);
    expect(await recover(mine.client, theirs.user)).toEqual([403, 'NOT_YOUR_USER']);
    const bare = mine.client.postWithKey('/v1/deposit/recover', body(mine.user));
    expect(await codeOf(bare)).toEqual([401, 'API_KEY_INVALID']);
  });
});

describe('without', () => {
  it('funding apps nothing is signed: 503, as configured or as they are', async () => {
    const { client, user } = await funded();
    const bodies = [
      ['/v1/withdraw', { user, amount: 1_000_000, nonce: 1 }],
      ['/v1/deposit/recover', { user, mint: RECIPIENT, recipient_ext: RECIPIENT, nonce: 1 }],
    ] as const;
    const off = await world.startSigner();
    const there = Object.assign(Object.create(client), { url: off.url });
    for (const [path, body] of bodies) {
      expect(await codeOf(there.post(path, body))).toEqual([503, 'FUNDING_NOT_CONFIGURED']);
    }
    await apps.stop();
    for (const [path, body] of bodies) {
      expect(await codeOf(client.post(path, body))).toEqual([503, 'FUNDING_UNAVAILABLE']);
    }
  });

  it('PostgreSQL nothing leaves: the cap could not be kept', async () => {
    const { client, user } = await funded();
    await apps.start();
    const before = apps.asked.length;
    await world.killPostgres();
    const answer = client.post('/v1/withdraw', { user, amount: 1_000_000, nonce: 1 });
    expect(await codeOf(answer)).toEqual([503, 'SIGNER_UNAVAILABLE']);
    expect(apps.asked.length).toBe(before);
  });
});
