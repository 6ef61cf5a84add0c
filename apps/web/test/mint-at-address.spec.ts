/** The page sends back what was refused, and nothing else that lies at the address. */
import { expect, it } from 'vitest';
import type { Deposit } from '@bellwether/client';
import { mintAtAddress } from '../src/trade/funding/mint-at-address';

const WRAPPED = 'So11111111111111111111111111111111111111112';

it.each([
  ['USDC', null, 'usdc'],
  ['SOL', null, '1'.repeat(32)],
  [WRAPPED, null, WRAPPED],
  [WRAPPED, 'swap', WRAPPED],
  // Exchanged, and not bridged.
  [WRAPPED, 'bridge', 'usdc'],
] as const)('%s, failed at %s: %s', (source_token, stage, mint) => {
  expect(mintAtAddress({ source_token, stage } as Deposit, 'usdc')).toBe(mint);
});
