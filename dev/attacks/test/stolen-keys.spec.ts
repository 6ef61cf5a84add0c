/** Each of several thieves has one app's secrets. They open what that app may do, and nothing else. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EngineClient, connectBus, subjectsOf } from '@bellwether/bus';
import type { Bus, Identity } from '@bellwether/bus';
import { debitVault, setVaultKeys, setVaultLimits } from '@bellwether/chain';
import type { Instruction, Vault } from '@bellwether/chain';
import { fromHex, parsePublicKey } from '@bellwether/codec';
import { REQUEST_LANES } from '@bellwether/exchange';
import type { Command, RequestLane } from '@bellwether/exchange';
import type { DatabaseRole } from '@bellwether/persistence';
import { VAULT_ERRORS } from '@bellwether/vault-program';
import { expectError } from '../../e2e/src/answers';
import { http } from '../../e2e/src/http';
import { USDC, balanceOf, credit, fundedUser, newBuilder, newMarket } from '../../e2e/src/scenario';
import type { TestBuilder } from '../../e2e/src/scenario';
import { Wallet } from '../../e2e/src/wallet';
import { attackedExchange } from '../src/attacked-exchange';
import { Attacker } from '../src/attacker';
import { OnChain, vaultOf } from '../src/on-chain';
import { operatorFileOf } from '../src/operator-file';
import { silent } from '../src/silent';
import { stolenBus, stolenChainKey, stolenDatabase } from '../src/stolen';
import type { ChainRole } from '../src/stolen';

const exchange = attackedExchange();
const NOTHING = new Uint8Array();
const keyOf = (user: string): Uint8Array => parsePublicKey(user)!;

let victim: Wallet;
let marketId: string;
let own: TestBuilder;
let delegated: string;
beforeAll(async () => {
  victim = await Wallet.create();
  await credit(exchange, victim.publicKey, 100 * USDC);
  marketId = await newMarket(exchange);
  own = await newBuilder(exchange);
  delegated = await fundedUser(exchange, own.builder, 100 * USDC);
});

describe('a stolen key of NATS', () => {
  const opened: Bus[] = [];
  afterEach(async () => {
    for (const bus of opened.splice(0)) await bus.close();
  });
  const busOf = async (identity: Identity): Promise<Bus> => {
    const bus = await stolenBus(exchange, identity);
    opened.push(bus);
    return bus;
  };
  const send = async (identity: Identity, lane: RequestLane, command: Command): Promise<string> => {
    const engine = new EngineClient({ shard: 0, bus: await busOf(identity) });
    const sending = engine.send(lane, command, { requestId: 'thief' });
    return sending.then(
      ({ reply: { body } }) => (body.kind === 'refused' ? body.code : body.kind),
      (error: { readonly code: string }) => error.code,
    );
  };
  const orderOf = (user: string): Command => ({
    kind: 'order',
    user: keyOf(user),
    marketId: fromHex(marketId, 32)!,
    outcome: 'yes',
    side: 'buy',
    price: 5_000,
    size: 10,
    orderType: 'gtc',
    nonce: 1,
    feeBps: 0,
    builder: null,
    signature: new Uint8Array(64).fill(7),
  });
  const toThief = (): Command => ({
    kind: 'test_credit',
    user: keyOf(victim.publicKey),
    amount: 1_000 * USDC,
    reference: 'a thief',
  });

  /** The engine's lanes that an app may use. */
  const LANES: readonly (readonly [Identity, readonly RequestLane[]])[] = [
    ['gateway', ['order', 'cancel']],
    ['signer', ['cancel', 'builder']],
    ['deposit-listener', ['deposit']],
    ['withdraw-worker', ['withdrawal']],
    ['bridge-relayer', []],
    ['projector', []],
    ['journal-archiver', []],
    ['replay', []],
  ];

  it.each(LANES)('of %s reaches no lane of the engine but %j', async (identity, lanes) => {
    const bus = await busOf(identity);
    const reached: RequestLane[] = [];
    for (const lane of REQUEST_LANES) {
      const asked = bus.request(subjectsOf(0).lane[lane], NOTHING, 5_000);
      const failure = await asked.then(
        () => 'answered',
        (error: { readonly failure: string }) => error.failure,
      );
      if (failure !== 'forbidden') reached.push(lane);
    }
    expect(reached).toEqual(lanes);
  });

  it('of the gateway places no order for anybody: the engine looks at signatures itself', async () => {
    expect(await send('gateway', 'order', orderOf(victim.publicKey))).toBe('SIGNATURE_INVALID');
  });

  it('of the signer places none either, as its users’ keys are not with it', async () => {
    const builder = fromHex(own.keyId, 16)!;
    const order = { ...orderOf(delegated), builder } as Command;
    expect(await send('signer', 'builder', order)).toBe('SIGNATURE_INVALID');
  });

  it.each<[Identity, RequestLane]>([
    ['gateway', 'order'],
    ['gateway', 'cancel'],
    ['signer', 'builder'],
    ['withdraw-worker', 'withdrawal'],
    ['deposit-listener', 'deposit'],
  ])('of %s makes no test money on the lane %s', async (identity, lane) => {
    const before = await balanceOf(exchange, victim.publicKey);
    expect(await send(identity, lane, toThief())).toBe('VALIDATION_FAILED');
    expect((await balanceOf(exchange, victim.publicKey)).total).toBe(before.total);
  });

  it('that there is not lets nobody in', async () => {
    const connecting = connectBus({
      servers: operatorFileOf(exchange).nats_url,
      name: 'thief',
      log: silent,
    });
    await expect(connecting).rejects.toThrow(/authorization/i);
  });
});

describe('a stolen password of the database', () => {
  /** Even if one of them succeeded, it would change no row. */
  it.each<[DatabaseRole, string]>([
    ['gateway', 'UPDATE deposits SET credited_micro_usdc = 1 WHERE false'],
    ['gateway', 'SELECT api_key_hash FROM api_keys'],
    ['gateway-admin', 'DELETE FROM audit_rows WHERE false'],
    ['gateway-admin', 'UPDATE funding_settings SET bridge_executor = true WHERE false'],
    ['signer', 'UPDATE withdrawals SET recipient = NULL WHERE false'],
    ['projector', 'UPDATE chain_credits SET amount_micro_usdc = 1 WHERE false'],
    ['projector', "UPDATE user_links SET builder_id = 'mine' WHERE false"],
    ['deposit-listener', 'UPDATE withdrawals SET recipient = NULL WHERE false'],
    ['deposit-listener', 'SELECT api_key_hash FROM api_keys'],
    ['bridge-relayer', 'UPDATE deposits SET phase = NULL WHERE false'],
    ['withdraw-worker', 'UPDATE chain_credits SET amount_micro_usdc = 1 WHERE false'],
    ['withdraw-worker', 'DELETE FROM withdrawal_payouts WHERE false'],
    ['backup', 'DELETE FROM deposits WHERE false'],
  ])('of %s is refused: %s', async (role, sql) => {
    const client = await stolenDatabase(exchange, role);
    try {
      await expect(client.query(sql)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.end();
    }
  });
});

describe('a stolen key of the chains', () => {
  let vault: Vault;
  beforeAll(async () => {
    vault = await vaultOf(exchange);
  });
  const vaultHolds = async (main: OnChain): Promise<number> =>
    main.rpc.usdcOf((await vaultOf(exchange)).state);

  const debitTo = async (thief: OnChain): Promise<Instruction> => {
    await thief.rpc.mint(thief.key.address, 1);
    const withdrawalId = crypto.getRandomValues(new Uint8Array(32));
    const { address } = thief.key;
    const recipientToken = await thief.usdcAccountOf(address);
    const asked = {
      user: keyOf(victim.publicKey),
      paymentSeq: 1n,
      withdrawalId,
      amount: 1_000_000n,
    };
    return debitVault(vault, { ...asked, operator: address, recipientToken });
  };

  it.each<ChainRole | 'nobody'>(['nobody', 'relayer', 'registrar'])(
    'of %s pays nothing out of the vault',
    async (role) => {
      const key = role === 'nobody' ? undefined : await stolenChainKey(exchange, role);
      const thief = await OnChain.with(exchange, 'main', key);
      const before = await vaultHolds(thief);
      const { error } = await thief.land([await debitTo(thief)]);
      expect(JSON.stringify(error)).toContain(String(VAULT_ERRORS.Unauthorized[0]));
      expect(await vaultHolds(thief)).toBeGreaterThanOrEqual(before);
    },
  );

  it('of the operator changes neither the keys nor the limits of the vault', async () => {
    const thief = await OnChain.with(exchange, 'main', await stolenChainKey(exchange, 'operator'));
    const { address } = thief.key;
    const roles = { admin: address, newAdmin: address, operator: address, registrar: address };
    const attempts = [
      setVaultKeys(vault, roles),
      setVaultLimits(vault, { admin: address, dailyLimit: 2n ** 63n }),
    ];
    for (const attempt of attempts) expect((await thief.land([attempt])).error).not.toBeNull();
  });
});

describe("a stolen API key of a builder's", () => {
  const order = (nonce: number) =>
    ({
      market_id: marketId,
      side: 'buy',
      outcome: 'yes',
      price: 100,
      size: 100,
      order_type: 'gtc',
      nonce,
    }) as const;
  const withdrawal = (nonce: number) => ({ user: delegated, amount: 10 * USDC, nonce });

  it('moves nothing without its secret', async () => {
    const headers = { 'X-Api-Key': own.apiKey };
    const calls: readonly (readonly [string, object])[] = [
      ['/v1/submit', { user: delegated, ...order(1) }],
      ['/v1/cancel-all', { user: delegated, nonce: 1 }],
      ['/v1/withdraw', withdrawal(1)],
      ['/v1/trades', {}],
    ];
    for (const [path, body] of calls) {
      const url = `${exchange.file.signer_url}${path}`;
      const answer = await http(url, { method: 'POST', headers, text: JSON.stringify(body) });
      expect([path, expectError(answer)]).toEqual([
        path,
        expect.objectContaining({ status: 401, code: 'API_KEY_INVALID' }),
      ]);
    }
  });

  it('without the scope pays nothing out, also while it trades as fast as it may', async () => {
    const before = await balanceOf(exchange, delegated);
    const busy = Array.from({ length: 30 }, (_, at) =>
      own.builder.post('/v1/submit', { user: delegated, ...order(at + 1) }),
    );
    const thefts = Array.from({ length: 30 }, (_, at) =>
      own.builder.post('/v1/withdraw', withdrawal(at + 1)),
    );
    const refusals = await Promise.all(thefts);
    const traded = await Promise.all(busy);
    expect(traded.some(({ status }) => status === 200)).toBe(true);
    expect(new Set(refusals.map((answer) => expectError(answer).code))).toEqual(
      new Set(['SCOPE_MISSING']),
    );
    expect(await balanceOf(exchange, delegated)).toMatchObject({
      total: before.total,
      withdrawing: 0,
    });
  });

  it('trades for no user of another builder, nor for one who signs alone', async () => {
    const { builder } = await newBuilder(exchange);
    for (const user of [delegated, victim.publicKey]) {
      const answer = await builder.post('/v1/submit', { user, ...order(1_000) });
      expect(expectError(answer)).toMatchObject({ status: 403, code: 'NOT_YOUR_USER' });
    }
  });
});

describe('the admin key', () => {
  const GUESSES = 600;
  let attacker: Attacker;
  beforeAll(async () => {
    attacker = await Attacker.at(exchange.file.gateway_url, '127.0.2.1');
  });
  afterAll(() => attacker.leave());

  it('is not guessed for long, whatever address the guesser claims', async () => {
    const guesses = Array.from({ length: GUESSES }, (_, at) =>
      attacker.post(
        '/admin/mode',
        { mode: 'halted' },
        { 'X-Admin-Key': `bw_admin_${at}`, 'X-Forwarded-For': `10.0.${at >> 8}.${at & 255}` },
      ),
    );
    const tally = await attacker.tally(guesses);
    expect(Object.keys(tally).toSorted()).toEqual(['401 ADMIN_KEY_INVALID', '429 RATE_LIMITED']);
    const audit = await exchange.admin('GET', '/admin/audit?limit=1');
    expect(audit.status).toBe(200);
  });
});
