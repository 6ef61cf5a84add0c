import { describe, expect, it } from 'vitest';
import { SURE_AFTER_PROOF_MS } from './limits';
import { Reign } from './reign';

/** A journal that is asked, and a connection and a clock that are moved by hand. */
function world() {
  const connection = { connected: true, connectionNumber: 0 };
  const now = { ms: 10_000 };
  const asked: ((reigns: boolean) => void)[] = [];
  const journal = {
    stillReigns: () => new Promise<boolean>((resolve) => asked.push(resolve)),
  };
  const reign = new Reign({ journal, connection, elapsedMs: () => now.ms });
  return { reign, connection, now, asked };
}

describe('whether an engine may speak', () => {
  it('is not known before a proof, and known for a second after it was begun', () => {
    const { reign, now } = world();
    expect(reign.isSure).toBe(false);
    const proof = reign.beginProof();
    now.ms += 400;
    reign.proven(proof);
    expect(reign.isSure).toBe(true);
    now.ms += SURE_AFTER_PROOF_MS - 400;
    expect(reign.isSure).toBe(false);
  });

  it('is not known without a connection, nor by a proof from before it was lost', () => {
    const { reign, connection } = world();
    const proof = reign.beginProof();
    reign.proven(proof);
    connection.connected = false;
    expect(reign.isSure).toBe(false);
    Object.assign(connection, { connected: true, connectionNumber: 1 });
    expect(reign.isSure).toBe(false);
    reign.proven(reign.beginProof());
    expect(reign.isSure).toBe(true);
  });

  it('is asked of the journal once, however many want to know', async () => {
    const { reign, asked } = world();
    const all = Promise.all([reign.renew(), reign.renew(), reign.renew()]);
    expect(asked).toHaveLength(1);
    asked[0]!(true);
    await all;
    expect(reign.isSure).toBe(true);
  });

  it('stays open where an append of its own is under way, and is asked again', async () => {
    const { reign, asked } = world();
    const first = reign.renew();
    asked[0]!(false);
    await first;
    expect(reign.isSure).toBe(false);
    const second = reign.renew();
    asked[1]!(true);
    await second;
    expect(reign.isSure).toBe(true);
  });
});
