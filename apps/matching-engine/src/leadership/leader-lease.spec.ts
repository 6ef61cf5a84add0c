import { describe, expect, it } from 'vitest';
import { LeaderProof } from './leader-lease';
import { PREDECESSOR_SURE_MS, SURE_AFTER_PROOF_MS } from '../limits';

/** A connection and two clocks that are moved by hand. */
function world() {
  const connection = { connected: true, connectionNumber: 0 };
  const now = { elapsedMs: 10_000, timeMs: 1_795_000_000_000 };
  const proof = new LeaderProof({
    connection,
    elapsedMs: () => now.elapsedMs,
    timeMs: () => now.timeMs,
  });
  const pass = (ms: number): void => {
    now.elapsedMs += ms;
    now.timeMs += ms;
  };
  return { proof, connection, now, pass };
}

describe('whether an engine may speak', () => {
  it('is not known before a proof, and known for a second after it was begun', () => {
    const { proof, pass } = world();
    expect(proof.isSure).toBe(false);
    const begun = proof.begin();
    pass(400);
    proof.made(begun);
    expect(proof.isSure).toBe(true);
    pass(SURE_AFTER_PROOF_MS - 400);
    expect(proof.isSure).toBe(false);
    expect(proof.isOfTheseConnections).toBe(true);
  });

  it('is not known by an append that was acknowledged too late', () => {
    const { proof, pass } = world();
    const begun = proof.begin();
    pass(SURE_AFTER_PROOF_MS);
    proof.made(begun);
    expect(proof.isSure).toBe(false);
  });

  it('is not known without a connection, nor by a proof from before it was lost', () => {
    const { proof, connection } = world();
    proof.made(proof.begin());
    connection.connected = false;
    expect(proof.isSure).toBe(false);
    Object.assign(connection, { connected: true, connectionNumber: 1 });
    expect(proof.isSure).toBe(false);
    expect(proof.isOfTheseConnections).toBe(false);
    proof.made(proof.begin());
    expect(proof.isSure).toBe(true);
  });

  it.each(['elapsedMs', 'timeMs'] as const)(
    'is not known any more by either clock, as a machine may stand still with one of them: %s',
    (clock) => {
      const { proof, now } = world();
      proof.made(proof.begin());
      now[clock] += SURE_AFTER_PROOF_MS;
      expect(proof.isSure).toBe(false);
    },
  );

  it('lasts no longer where the time of day goes back', () => {
    const { proof, now } = world();
    proof.made(proof.begin());
    now.timeMs -= 3_600_000;
    now.elapsedMs += SURE_AFTER_PROOF_MS;
    expect(proof.isSure).toBe(false);
  });

  it('is over for good when it has handed over', () => {
    const { proof } = world();
    proof.made(proof.begin());
    proof.end();
    expect(proof.isSure).toBe(false);
    proof.made(proof.begin());
    expect(proof.isSure).toBe(false);
  });

  it('is over before the next leader says anything, with clocks that differ by a tenth in speed', () => {
    expect(PREDECESSOR_SURE_MS).toBeGreaterThanOrEqual(SURE_AFTER_PROOF_MS * 1.1);
  });
});
