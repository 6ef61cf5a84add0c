import { describe, expect, it } from 'vitest';
import { whatIsThere } from './closing-words';

const urls = {
  gatewayUrl: 'http://127.0.0.1:3000',
  signerUrl: 'http://127.0.0.1:3001',
  consoleUrl: 'http://127.0.0.1:3002',
};
const flags = { dataDir: '/srv/bellwether/.local', isEmpty: false };

describe('the last words of a start', () => {
  it('begin with the one line that programs read', () => {
    const lines = whatIsThere(urls, flags).split('\n');
    expect(lines[0]).toBe('ready: gateway http://127.0.0.1:3000 signer http://127.0.0.1:3001');
    expect(lines.filter((line) => line.startsWith('ready'))).toHaveLength(1);
  });

  it.each([
    'http://127.0.0.1:3000/ :',
    'http://127.0.0.1:3000/docs',
    'http://127.0.0.1:3001/docs',
    '/srv/bellwether/.local/logs',
    '/srv/bellwether/.local/exchange.json',
    'npm run demo -- --data /srv/bellwether/.local',
    'docs/FIRST-TRADE.md',
    'Ctrl-C',
  ])('name %s', (what) => {
    expect(whatIsThere(urls, flags)).toContain(what);
  });

  it('send the demo to an exchange of its own where there are no markets', () => {
    expect(whatIsThere(urls, { ...flags, isEmpty: true })).toMatch(/npm run demo$/m);
  });
});
