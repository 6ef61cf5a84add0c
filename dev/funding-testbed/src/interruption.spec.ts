import { describe, expect, it } from 'vitest';
import { CodedError, Fault } from '@bellwether/errors';
import { Interruption, cutAll, cutOff, survives, tickOf, steadily, until } from './index';

/** Returns the number of calls. */
class Store {
  calls = 0;
  async write(): Promise<number> {
    return ++this.calls;
  }
}

describe('a process that dies', () => {
  it.each([
    ['before', 1],
    ['after', 2],
  ] as const)('%s its second call: nothing after that happens', async (when, written) => {
    const store = new Store();
    const cut = cutOff(store, new Interruption(2, when));
    const work = async () => {
      await cut.write();
      await cut.write().catch(() => undefined);
      return cut.write();
    };
    expect(await survives(work)).toBe('died');
    expect(store.calls).toBe(written);
  });

  it('dies in whatever it calls, but in what is spared', async () => {
    const stores = { one: new Store(), other: new Store(), spared: new Store() };
    const cut = cutAll(stores, new Interruption(2), ['spared']);
    const lived = await survives(async () => {
      await cut.one.write();
      await cut.spared.write();
      await cut.other.write();
    });
    expect(lived).toBe('died');
    expect([stores.one.calls, stores.spared.calls, stores.other.calls]).toEqual([1, 1, 0]);
  });

  it('lives, or fails by the world, or shows a bug', async () => {
    expect(await survives(async () => 1)).toBe('lived');
    const away = async () => Promise.reject(new CodedError('HISTORY_UNAVAILABLE'));
    expect(await survives(away)).toBe('failed');
    await expect(survives(async () => Promise.reject(new TypeError('x')))).rejects.toThrow('x');
  });
});

describe('what fails in a way that passes', () => {
  const failing = (times: number, error: Error) => {
    let left = times;
    return async (): Promise<number> => {
      if (left-- > 0) throw error;
      return 7;
    };
  };

  it('is done again, as the duty runner does it', async () => {
    const away = new CodedError('CHAIN_UNAVAILABLE');
    expect(await steadily(failing(3, away))).toBe(7);
    expect(await until(failing(1, new Fault('retry', 'later')))).toBe(7);
    const worker = { name: 'a', pauseMs: 1, tick: failing(2, away) };
    expect(await tickOf(worker)).toBe(7);
  });

  it('is thrown where it is what the test brings about, or no time helps', async () => {
    const away = new CodedError('SWAP_UNAVAILABLE');
    await expect(steadily(failing(1, away), 'SWAP_UNAVAILABLE')).rejects.toBe(away);
    const poison = new Fault('poison', 'never');
    await expect(steadily(failing(1, poison))).rejects.toBe(poison);
  });
});
