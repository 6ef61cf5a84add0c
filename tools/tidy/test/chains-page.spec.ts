/** The chains file in docs/CHAINS.md is valid, and its addresses are those in the sources. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chainsFile, parseChainsFile } from '@bellwether/chain';
import { WORMHOLE_ADDRESSES } from '@bellwether/wormhole';
import { describe, expect, it } from 'vitest';

const PAGE = fileURLToPath(new URL('../../../docs/CHAINS.md', import.meta.url));
const text = readFileSync(PAGE, 'utf8');
const shown = /^```json\n(.*?)^```$/ms.exec(text)?.[1] ?? '';
/** What an operator fills in. */
const ADDRESS = '11111111111111111111111111111111';
const filledIn = shown.replace(
  /WRAPPED_USDC_OF_MAIN|YOUR_(?:OTHER_)?PROGRAM|ADDRESS_OF_RELAYER_KEY/g,
  ADDRESS,
);

describe('docs/CHAINS.md', () => {
  it('shows a chains file that the apps take, once the addresses are in it', () => {
    const file = parseChainsFile(filledIn);
    const { ext, main } = WORMHOLE_ADDRESSES.production;
    expect(file.ext).toMatchObject({ coreBridge: ext.core, tokenBridge: ext.tokenBridge });
    expect(file.main).toMatchObject({ coreBridge: main.core, tokenBridge: main.tokenBridge });
    expect(() => parseChainsFile(shown)).toThrow(
      'main.usdc must be an address: base58 of 32 bytes.',
    );
  });

  it('says what each field is', () => {
    const { ext, main, ...rest } = chainsFile.shape;
    const fields = [...Object.keys(rest), ...Object.keys(ext.shape), ...Object.keys(main.shape)];
    const told = Array.from(text.matchAll(/^\| `(\w+)` +\|/gm), ([, name]) => name);
    expect([...new Set(fields)].filter((field) => !told.includes(field))).toEqual([]);
  });

  it('links to nothing that is not there', () => {
    const targets = Array.from(text.matchAll(/\]\(([^)#]+)/g), ([, target]) => target!);
    expect(targets.filter((target) => !existsSync(join(dirname(PAGE), target)))).toEqual([]);
  });
});
