import { expect, it } from 'vitest';
import { DAY_MS } from '@bellwether/funding';
import { FaucetDay } from './faucet-day';

const USDC = 1_000_000;
const limited = (token: string) =>
  expect.objectContaining({
    code: 'RATE_LIMITED',
    details: expect.objectContaining({ limit: `faucet_day_${token}` }),
  });

it('gives so much of each token to all together, and as much again after midnight', () => {
  const faucet = new FaucetDay({ usdc: 100, native: 2 });
  const now = 20_000 * DAY_MS + 1_000;
  for (let drip = 0; drip < 4; drip++) faucet.take('usdc', 25 * USDC, now);
  expect(() => faucet.take('usdc', 1, now)).toThrow(
    expect.objectContaining({
      code: 'RATE_LIMITED',
      details: {
        limit: 'faucet_day_usdc',
        requests: 100,
        per_seconds: 86_400,
        burst: 100,
        retry_after_ms: DAY_MS - 1_000,
      },
    }),
  );
  faucet.take('native', 2_000_000_000, now);
  expect(() => faucet.take('native', 1, now)).toThrow(limited('native'));
  faucet.take('usdc', 100 * USDC, now + DAY_MS - 1_000);
  expect(() => faucet.take('usdc', 1, now + DAY_MS)).toThrow(limited('usdc'));
});
