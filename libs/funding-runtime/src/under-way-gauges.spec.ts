import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { UnderWayGauges } from './under-way-gauges';

it('shows what is under way now, and forgets states that nothing is in any more', async () => {
  const registry = new Registry();
  const gauges = new UnderWayGauges(registry, ['chain', 'status'], {
    count: { name: 'work', help: 'Work.' },
    oldestSeconds: { name: 'oldest_seconds', help: 'The oldest.' },
  });
  gauges.set([{ chain: 'ext', status: 'signed', count: 9, oldestMs: 0 }], 1_000);
  gauges.set([{ chain: 'main', status: 'sent', count: 2, oldestMs: 1_500 }], 4_000);
  const lines = (await registry.metrics()).split('\n').filter((line) => /^\w/.test(line));
  expect(lines).toEqual([
    'work{chain="main",status="sent"} 2',
    'oldest_seconds{chain="main",status="sent"} 2.5',
  ]);
});
