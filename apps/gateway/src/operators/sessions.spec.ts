import { describe, expect, it } from 'vitest';
import type { Operator } from './operator';
import { Sessions } from './sessions';

const MINUTE_MS = 60_000;
const LIMITS = { idleMs: 15 * MINUTE_MS, lifeMs: 120 * MINUTE_MS, most: 6, mostOfOperator: 3 };
const named = (name: string): Operator => ({
  name,
  roles: ['read'],
  generation: 1,
  mayConfirm: true,
});

function sessionsAt(): { sessions: Sessions; pass: (minutes: number) => void } {
  let nowMs = 0;
  const sessions = new Sessions(LIMITS, () => nowMs);
  return { sessions, pass: (minutes) => (nowMs += minutes * MINUTE_MS) };
}

describe('sessions', () => {
  it('end after a quarter of an hour without a call', () => {
    const { sessions, pass } = sessionsAt();
    const { token, session } = sessions.begin(named('a'));
    pass(14.9);
    expect(sessions.find(token)).toBe(session);
    sessions.use(session);
    pass(14.9);
    expect(sessions.find(token)).toBe(session);
    pass(0.1);
    expect(sessions.find(token)).toBeUndefined();
    expect(sessions.count).toBe(0);
  });

  it('end after their whole life, however much they are used', () => {
    const { sessions, pass } = sessionsAt();
    const { token, session } = sessions.begin(named('a'));
    for (let minutes = 0; minutes < 110; minutes += 10) {
      pass(10);
      expect(sessions.find(token)).toBe(session);
      sessions.use(session);
    }
    expect(sessions.restMs(session)).toBe(10 * MINUTE_MS);
    pass(10);
    expect(sessions.find(token)).toBeUndefined();
  });

  it('are bounded: of an operator, and in all; the one used longest ago gives way', () => {
    const { sessions, pass } = sessionsAt();
    const first = sessions.begin(named('a'));
    pass(1);
    const rest = [1, 2].map(() => sessions.begin(named('a')));
    pass(1);
    sessions.use(first.session);
    const last = sessions.begin(named('a'));
    expect(sessions.count).toBe(3);
    expect(sessions.find(first.token)).toBe(first.session);
    expect(sessions.find(last.token)).toBe(last.session);
    expect(rest.filter(({ token }) => sessions.find(token) !== undefined)).toHaveLength(1);
    for (const name of ['b', 'c', 'd', 'e', 'f']) sessions.begin(named(name));
    expect(sessions.count).toBe(6);
  });

  it('end with their operator', () => {
    const { sessions } = sessionsAt();
    const { token } = sessions.begin(named('a'));
    const other = sessions.begin(named('b'));
    sessions.endOf('a');
    expect(sessions.find(token)).toBeUndefined();
    expect(sessions.find(other.token)).toBe(other.session);
  });

  it('know their own token alone', () => {
    const { sessions } = sessionsAt();
    const one = sessions.begin(named('a')).session;
    const other = sessions.begin(named('b')).session;
    expect(sessions.isCsrfToken(one, one.csrfToken)).toBe(true);
    expect(sessions.isCsrfToken(one, other.csrfToken)).toBe(false);
    expect(sessions.isCsrfToken(one, '')).toBe(false);
  });
});
