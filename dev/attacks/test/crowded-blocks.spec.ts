/**
 * The running deposit-listener reads a block that an attacker has filled with all the data that transactions may hold.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { healthUrlOf, whenReady } from '../../e2e/src/app-processes';
import { depositOnce, newDepositor } from '../../e2e/src/funding-scenario';
import { LocalChainRpc } from '../../e2e/src/local-chains';
import { killPart } from '../../e2e/src/processes';
import { USDC } from '../../e2e/src/scenario';
import { attackedExchange } from '../src/attacked-exchange';
import { startCrowdedNode } from '../src/crowded-node';
import type { CrowdedNode } from '../src/crowded-node';
import { chainsOf } from '../src/on-chain';

const MIB = 1024 * 1024;
const exchange = attackedExchange();
const file = join(exchange.dataDir, 'chains.json');
const honest = readFileSync(file, 'utf8');
const ext = new LocalChainRpc(exchange, 'ext');
let node: CrowdedNode;

/** Starts the listener again with these chains. */
async function listenWith(text: string): Promise<void> {
  writeFileSync(file, text);
  await killPart(exchange.dataDir, 'deposit-listener');
  await whenReady(() => healthUrlOf(exchange, 'deposit-listener'));
}

beforeAll(async () => {
  node = await startCrowdedNode(exchange.file.ext_rpc_url);
  const chains = chainsOf(exchange);
  await listenWith(JSON.stringify({ ...chains, ext: { ...chains.ext, rpcUrls: [node.url] } }));
});
afterAll(async () => {
  await listenWith(honest);
  await node.close();
});

describe('a block of more than 40 MiB', () => {
  it('hides no deposit in it, and none behind it', async () => {
    const { user, depositAddress } = await newDepositor(exchange);
    const found = async () => {
      // Too little for the bridge: it is found, and remains where it is.
      const signature = await ext.mint(depositAddress, USDC / 2);
      return depositOnce(exchange, { user, signature }, ({ phase }) => phase === 'rejected');
    };
    node.crowd(depositAddress);
    expect((await found()).reason).toBe('below_minimum');
    expect(node.shown[0]).toBeGreaterThan(40 * MIB);
    node.crowd(null);
    expect((await found()).reason).toBe('below_minimum');
  });
});
