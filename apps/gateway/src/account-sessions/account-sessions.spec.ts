/** Which tokens are valid, for how long, and how the others are refused. */
import { describe, expect, it } from 'vitest';
import { readSessionToken, writeSessionToken } from '@bellwether/api';
import { SESSION_SECONDS, sessionText } from '@bellwether/canonical-message';
import { toHex } from '@bellwether/codec';
import { publicKeyOf, sign, verify } from '@bellwether/signature';
import { SESSION_AHEAD_SECONDS, SESSION_KEY_CHECK_MS } from '../limits';
import { AccountSessions } from './account-sessions';

const SEED = new Uint8Array(32).fill(7);
const OWNER = publicKeyOf(SEED);
const NOW = 1_795_000_000;

const signedAt = (timestamp: number, network: 'test' | 'production' = 'test') => ({
  publicKey: OWNER,
  timestamp,
  signature: sign(sessionText({ network, account: OWNER, timestamp }), SEED),
});

function sessionsAt(clock: { now: number }, mayTrade: ReadonlySet<string> = new Set()) {
  let verified = 0;
  const sessions = new AccountSessions({
    network: async () => 'test',
    nowMs: () => clock.now * 1_000,
    verify: (...signed) => {
      verified++;
      return verify(...signed);
    },
    mayTrade: async (account, key) => mayTrade.has(toHex(account) + toHex(key)),
    isForEverybody: false,
  });
  return { sessions, verified: () => verified };
}

describe('a session', () => {
  it('is read by its token, and verified once', async () => {
    const { sessions, verified } = sessionsAt({ now: NOW });
    const token = writeSessionToken(await sessions.open(signedAt(NOW)));
    for (let i = 0; i < 3; i++) expect((await sessions.read(token)).publicKey).toEqual(OWNER);
    expect(verified()).toBe(2);
  });

  it('is taken by a gateway that never heard of it', async () => {
    const token = writeSessionToken(signedAt(NOW));
    const { sessions } = sessionsAt({ now: NOW + 3_600 });
    expect((await sessions.read(token)).timestamp).toBe(NOW);
  });

  it('ends after 24 hours, also where it is remembered', async () => {
    const clock = { now: NOW };
    const { sessions } = sessionsAt(clock);
    const token = writeSessionToken(signedAt(NOW));
    clock.now = NOW + SESSION_SECONDS - 1;
    await sessions.read(token);
    clock.now++;
    const ended = { code: 'SESSION_INVALID', details: { problem: 'it has ended' } };
    await expect(sessions.read(token)).rejects.toMatchObject(ended);
    await expect(sessions.open(signedAt(NOW))).rejects.toMatchObject(ended);
    const other = sessionsAt(clock);
    await expect(other.sessions.read(token)).rejects.toMatchObject(ended);
    expect(other.verified()).toBe(0);
  });

  it('may begin a minute ahead, not more', async () => {
    const { sessions } = sessionsAt({ now: NOW });
    await sessions.open(signedAt(NOW + SESSION_AHEAD_SECONDS));
    const early = sessions.open(signedAt(NOW + SESSION_AHEAD_SECONDS + 1));
    await expect(early).rejects.toMatchObject({
      code: 'SESSION_INVALID',
      details: { problem: 'it begins later', server_time: NOW },
    });
  });

  it('may be signed in the envelope of wallets', async () => {
    const terms = { network: 'test', account: OWNER, timestamp: NOW } as const;
    const signature = sign(sessionText(terms, 'envelope'), SEED);
    const { sessions } = sessionsAt({ now: NOW });
    const token = writeSessionToken({ publicKey: OWNER, timestamp: NOW, signature });
    expect((await sessions.read(token)).publicKey).toEqual(OWNER);
  });

  it('of another network is refused, with the text to sign', async () => {
    const { sessions } = sessionsAt({ now: NOW });
    const foreign = signedAt(NOW, 'production');
    await expect(sessions.open(foreign)).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
      details: { text: expect.stringMatching(/^Bellwether: read my account\n\nNetwork: test\n/) },
    });
    await expect(sessions.read(writeSessionToken(foreign))).rejects.toMatchObject({
      code: 'SESSION_INVALID',
    });
  });

  it('may be signed by a trading key, and ends a moment after it', async () => {
    const clock = { now: NOW };
    const mayTrade = new Set<string>();
    const { sessions } = sessionsAt(clock, mayTrade);
    const seed = new Uint8Array(32).fill(8);
    const tradingKey = publicKeyOf(seed);
    const text = sessionText({ network: 'test', account: OWNER, timestamp: NOW });
    const session = { ...signedAt(NOW), signature: sign(text, seed), tradingKey };
    const token = writeSessionToken(session);
    expect(readSessionToken(token)).toEqual(session);
    const ended = { code: 'SESSION_INVALID', details: { problem: /trading key/ } };
    const of = (end: typeof ended) => ({
      ...end,
      details: { problem: expect.stringMatching(end.details.problem) },
    });
    // No owner has allowed it.
    await expect(sessions.open(session)).rejects.toMatchObject(of(ended));

    mayTrade.add(toHex(OWNER) + toHex(tradingKey));
    clock.now += SESSION_KEY_CHECK_MS / 1_000 + 1;
    expect((await sessions.read(token)).publicKey).toEqual(OWNER);
    expect(sessions.hasEnded(session)).toBe(false);
    mayTrade.clear();
    clock.now += SESSION_KEY_CHECK_MS / 1_000 + 1;
    await sessions.look(session);
    expect(sessions.hasEnded(session)).toBe(true);
    await expect(sessions.read(token)).rejects.toMatchObject(of(ended));
    // The owner's own sessions are untouched.
    await sessions.read(writeSessionToken(signedAt(NOW)));
    // Another key's signature under the name of an active trading key.
    mayTrade.add(toHex(OWNER) + toHex(tradingKey));
    const forged = { ...signedAt(NOW), tradingKey };
    await expect(sessions.open(forged)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
  });

  it('that is missing is asked for', async () => {
    const { sessions } = sessionsAt({ now: NOW });
    await expect(sessions.read(undefined)).rejects.toMatchObject({ code: 'SESSION_REQUIRED' });
  });

  it.each(['', 'x', 'bws1.', `bws1.${'!'.repeat(139)}`, `bws2.${'A'.repeat(139)}`])(
    'is no token: %j',
    async (token) => {
      const { sessions, verified } = sessionsAt({ now: NOW });
      await expect(sessions.read(token)).rejects.toMatchObject({ code: 'SESSION_INVALID' });
      expect(verified()).toBe(0);
    },
  );

  it('altered in any byte is refused', async () => {
    const { sessions } = sessionsAt({ now: NOW });
    const token = Buffer.from(writeSessionToken(signedAt(NOW)).slice('bws1.'.length), 'base64url');
    for (let at = 0; at < token.length; at++) {
      const altered = Buffer.from(token);
      altered[at]! ^= 1;
      const text = `bws1.${altered.toString('base64url')}`;
      await expect(sessions.read(text), `byte ${at}`).rejects.toMatchObject({
        code: 'SESSION_INVALID',
      });
    }
  });
});

it('a token holds what was written', () => {
  const session = signedAt(NOW);
  expect(readSessionToken(writeSessionToken(session))).toEqual(session);
});
