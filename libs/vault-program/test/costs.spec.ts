/** The cost of each instruction: the README's table must contain the measured values. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VAULT_INSTRUCTIONS } from '../src/index';
import { VaultWorld } from './vault-world';
import type { InstructionName } from './vault-world';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const NAMES = Object.keys(VAULT_INSTRUCTIONS) as InstructionName[];

/** `| credit | 5,000 | 400 |` */
function written(name: string): readonly number[] {
  const row = new RegExp(`^\\| \`${name}\` +\\| +([\\d,]+) +\\| +([\\d,]+) +\\|$`, 'm').exec(
    README,
  );
  return row === null ? [] : [row[1]!, row[2]!].map((text) => Number(text.replace(',', '')));
}

describe('compute units and bytes of a transaction', () => {
  it.each(NAMES)('%s', async (name) => {
    const world = name === 'initialize' ? await VaultWorld.empty() : await VaultWorld.ready();
    if (name === 'initProxy') world.remove(world.there.proxy);
    if (name === 'sweepNative') world.addLamports(world.there.proxy, 1n);
    const { result, computeUnits, transactionBytes } = await world.send(name);
    expect(result).toBe('ok');
    expect([computeUnits, transactionBytes]).toEqual(written(VAULT_INSTRUCTIONS[name].name));
  });
});
