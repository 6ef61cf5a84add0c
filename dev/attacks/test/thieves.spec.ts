/**
 * What each stolen thing allows and what it does not: the table "What a thief gets" of docs/SECURITY.md. Each thief has
 * read the README, and tries all that it says.
 */
import { beforeAll, expect, it } from 'vitest';
import { AdminClient, BuilderClient, newOperatorKey } from '@bellwether/client';
import { expectError } from '../../e2e/src/answers';
import { Builder } from '../../e2e/src/builder';
import { http } from '../../e2e/src/http';
import type { HttpAnswer } from '../../e2e/src/http';
import { USDC, balanceOf, credit, fundedUser, newBuilder } from '../../e2e/src/scenario';
import type { TestBuilder } from '../../e2e/src/scenario';
import { Wallet } from '../../e2e/src/wallet';
import { attackedExchange } from '../src/attacked-exchange';

const exchange = attackedExchange();
const { gateway_url: gatewayUrl, signer_url: signerUrl, console_url: consoleUrl } = exchange.file;
const OWNED = 1_000 * USDC;
const codeOf = (answer: HttpAnswer): string =>
  answer.status < 400 ? String(answer.status) : expectError(answer).code;

let own: TestBuilder;
let victim: string;
let mine: string;
beforeAll(async () => {
  own = await newBuilder(exchange);
  victim = await fundedUser(exchange, own.builder, OWNED);
  mine = (await Wallet.create()).publicKey;
});
const withdrawal = (user: string, nonce: number) => ({
  user,
  amount: 900 * USDC,
  recipient_main: mine,
  nonce,
});
const untouched = async (user: string) =>
  expect(await balanceOf(exchange, user)).toMatchObject({ total: OWNED, withdrawing: 0 });

it('an operator alone, with every role, gets no key of a builder that has users', async () => {
  const name = `thief-${Date.now()}`;
  const { key, key_sha256 } = await newOperatorKey(name);
  await exchange.operator.addOperator({ name, roles: ['admin'], key_sha256 });
  const thief = new AdminClient({ gatewayUrl, adminKey: key });
  const scopes = ['trade', 'withdraw', 'keys'];
  const made = thief.createKey({ builder_id: own.builderId, scopes });
  await expect(made).rejects.toMatchObject({ code: 'BUILDER_HAS_KEYS' });
  // Not even by stopping all keys of the account or by allowing one again.
  await thief.revokeKey(own.keyId);
  const again = thief.createKey({ builder_id: own.builderId, scopes });
  await expect(again).rejects.toMatchObject({ code: 'BUILDER_HAS_KEYS' });
  expect((await thief.restoreKey(own.keyId)).answer).toEqual({ key_id: own.keyId });
  for (const path of [`/admin/keys/${own.keyId}/rotate`, '/admin/recoveries']) {
    const headers = { 'X-Admin-Key': key };
    const answer = await http(`${gatewayUrl}${path}`, { method: 'POST', headers, text: '{}' });
    expect(codeOf(answer)).toBe('NOT_FOUND');
  }
  await untouched(victim);
  await exchange.operator.revokeOperator(name);
});

it('the credential that an operator saw of a new builder’s first key takes nothing once it has users', async () => {
  const { builder_id } = (await exchange.operator.createBuilder({ name: 'new' })).answer;
  const scopes = ['trade', 'withdraw'];
  const { answer: seen } = await exchange.operator.createKey({ builder_id, scopes });
  const first = new Builder(signerUrl, seen);
  expect(codeOf(await first.post('/v1/keys', { user_id: 'early' }))).toBe('KEY_NOT_TAKEN_OVER');
  const client = new BuilderClient({
    gatewayUrl,
    signerUrl,
    apiKey: seen.api_key,
    secret: seen.secret,
  });
  const { answer: taken } = await client.rotateKey(seen.key_id);
  const user = await fundedUser(exchange, new Builder(signerUrl, taken), OWNED);
  expect(codeOf(await first.post('/v1/withdraw', withdrawal(user, 1)))).toBe('API_KEY_INVALID');
  const rotate = `/v1/builder/keys/${seen.key_id}/rotate`;
  expect(codeOf(await first.post(rotate, {}))).toBe('API_KEY_INVALID');
  await untouched(user);
});

it('key and secret without the scope `keys` make no key, and without `withdraw` pay nothing out', async () => {
  const { answer: everyday } = await own.client.createKey({ scopes: ['trade'] });
  const thief = new Builder(signerUrl, everyday);
  const scopes = ['withdraw', 'keys'];
  expect(codeOf(await thief.post('/v1/builder/keys', { scopes }))).toBe('SCOPE_MISSING');
  for (const id of [everyday.key_id, own.keyId])
    expect(codeOf(await thief.post(`/v1/builder/keys/${id}/rotate`, {}))).toBe('SCOPE_MISSING');
  expect(codeOf(await thief.post('/v1/withdraw', withdrawal(victim, 1)))).toBe('SCOPE_MISSING');
  await untouched(victim);
  await own.client.revokeKey(everyday.key_id);
  expect(codeOf(await thief.post('/v1/trades', {}))).toBe('API_KEY_INVALID');
});

it('key and secret with `withdraw` take the daily sum that the builder gave it, and no more', async () => {
  const scopes = ['trade', 'withdraw'];
  const cap = 30 * USDC;
  const { answer: payer } = await own.client.createKey({ scopes, daily_outflow_micro_usdc: cap });
  const thief = new Builder(signerUrl, payer);
  const all = await thief.post('/v1/withdraw', withdrawal(victim, 1));
  expect(codeOf(all)).toBe('OUTFLOW_CAP_EXCEEDED');
  const capped = { ...withdrawal(victim, 1), amount: cap };
  // Test money is not on the chain, so the exchange may refuse it too. It never pays more.
  await thief.post('/v1/withdraw', capped);
  const { total } = await balanceOf(exchange, victim);
  expect(total).toBeGreaterThanOrEqual(OWNED - cap);
  const more = await thief.post('/v1/withdraw', { ...capped, nonce: 2 });
  expect(codeOf(more)).toBe('OUTFLOW_CAP_EXCEEDED');
  await own.client.revokeKey(payer.key_id);
});

it('a session reads one account and changes nothing', async () => {
  const wallet = await Wallet.create();
  await credit(exchange, wallet.publicKey, OWNED);
  const token = await exchange.sessions.tokenOf(wallet.publicKey);
  const headers = { Authorization: `Bearer ${token}` };
  const read = await http(`${gatewayUrl}/v1/ledger/${wallet.publicKey}`, { headers });
  expect(read.status).toBe(200);
  const other = await http(`${gatewayUrl}/v1/ledger/${victim}`, { headers });
  expect(codeOf(other)).toBe('NOT_YOUR_ACCOUNT');
  for (const path of ['/v1/orders', '/v1/withdraw', '/v1/orders/cancel-all', '/v1/trading-keys']) {
    const answer = await http(`${gatewayUrl}${path}`, { method: 'POST', headers, text: '{}' });
    expect([path, answer.status]).toEqual([path, 400]);
  }
  await untouched(wallet.publicKey);
});

it("an operator's cookie reads at the console's own origin, and nowhere else", async () => {
  const key = { 'X-Admin-Key': exchange.file.admin_key };
  const begun = await http(`${consoleUrl}/admin/session`, {
    method: 'POST',
    headers: key,
    text: '{}',
  });
  const Cookie = String(begun.headers.get('set-cookie')).split(';')[0] ?? '';
  const read = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    http(`${url}/admin/users`, { headers: { Cookie, ...headers } });
  expect((await read(consoleUrl)).status).toBe(200);
  // A script in a trader's page: at its own origin, and against the console's on another port.
  expect(codeOf(await read(gatewayUrl))).toBe('SESSION_ENDED');
  const across = { Origin: gatewayUrl, 'Sec-Fetch-Site': 'same-site' };
  expect(codeOf(await read(consoleUrl, across))).toBe('CSRF_TOKEN_INVALID');
  const change = { method: 'POST', headers: { Cookie }, text: '{"mode":"halted"}' } as const;
  expect(codeOf(await http(`${consoleUrl}/admin/mode`, change))).toBe('CSRF_TOKEN_INVALID');
  // Neither origin serves the other's pages.
  const page = { headers: { Accept: 'text/html' } };
  expect((await fetch(`${gatewayUrl}/operate`, page)).status).toBe(404);
  expect((await fetch(`${consoleUrl}/portfolio`, page)).status).toBe(404);
  expect((await fetch(`${consoleUrl}/operate`, page)).status).toBe(200);
});
