import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLocalChain } from '@bellwether/local-chain';
import type { RunningChain } from '@bellwether/local-chain';
import { CLIENT_CASES } from './client-cases';
import { KitClient } from './kit-client';
import { rpcCall } from './rpc-call';

let local: RunningChain;
beforeAll(async () => {
  local = await startLocalChain({ slotMs: 10 });
});
afterAll(() => local.stop());

describe('@solana/kit', () => {
  it.each(CLIENT_CASES)('$name', async ({ run, expected }) => {
    const call = (method: string, params: readonly unknown[]) => rpcCall(local, method, params);
    expect(await run(new KitClient(local.url, local.wsUrl), { call })).toEqual(expected);
  });
});
