import { describe, expect, it } from 'vitest';
import { PREDECESSOR_SURE_MS, SURE_AFTER_PROOF_MS } from '../limits';
import { LeaderLease } from './leader-lease';

/** A connection and two clocks that the test moves. */
function world() {
  const connection = { connected: true, connectionNumber: 0 };
  const now = { elapsedMs: 10_000, timeMs: 1_795_000_000_000 };
  const lease = new LeaderLease({
    connection,
    elapsedMs: () => now.elapsedMs,
    timeMs: () => now.timeMs,
  });
  const pass = (ms: number): void => {
    now.elapsedMs += ms;
    now.timeMs += ms;
  };
  return { lease, connection, now, pass };
}

describe('whether an engine may speak', () => {
  it('is not known before a proof, and known for a second after it was begun', () => {
    const { lease, pass } = world();
    expect(lease.isHeld).toBe(false);
    const begun = lease.begin();
    pass(400);
    lease.renew(begun);
    expect(lease.isHeld).toBe(true);
    pass(SURE_AFTER_PROOF_MS - 400);
    expect(lease.isHeld).toBe(false);
    expect(lease.isOfTheseConnections).toBe(true);
  });

  it('is not known by an append that was acknowledged too late', () => {
    const { lease, pass } = world();
    const begun = lease.begin();
    pass(SURE_AFTER_PROOF_MS);
    lease.renew(begun);
    expect(lease.isHeld).toBe(false);
  });

  it('is not known without a connection, nor by a proof from before it was lost', () => {
    const { lease, connection } = world();
    lease.renew(lease.begin());
    connection.connected = false;
    expect(lease.isHeld).toBe(false);
    Object.assign(connection, { connected: true, connectionNumber: 1 });
    expect(lease.isHeld).toBe(false);
    expect(lease.isOfTheseConnections).toBe(false);
    lease.renew(lease.begin());
    expect(lease.isHeld).toBe(true);
  });

  it.each(['elapsedMs', 'timeMs'] as const)(
    'is not known any more by either clock, as a machine may stand still with one of them: %s',
    (clock) => {
      const { lease, now } = world();
      lease.renew(lease.begin());
      now[clock] += SURE_AFTER_PROOF_MS;
      expect(lease.isHeld).toBe(false);
    },
  );

  it('lasts no longer where the time of day goes back', () => {
    const { lease, now } = world();
    lease.renew(lease.begin());
    now.timeMs -= 3_600_000;
    now.elapsedMs += SURE_AFTER_PROOF_MS;
    expect(lease.isHeld).toBe(false);
  });

  it('is over for good when it has handed over', () => {
    const { lease } = world();
    lease.renew(lease.begin());
    lease.end();
    expect(lease.isHeld).toBe(false);
    lease.renew(lease.begin());
    expect(lease.isHeld).toBe(false);
  });

  it('is over before the next leader says anything, with clocks that differ by a tenth in speed', () => {
    expect(PREDECESSOR_SURE_MS).toBeGreaterThanOrEqual(SURE_AFTER_PROOF_MS * 1.1);
  });
});
