import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complaintsIn } from '../complaints.mjs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-complaints-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const app = (level: string, msg: string) => JSON.stringify({ level, msg });

describe('what a demo that failed shows of the logs', () => {
  it('is the last complaints of each part, and the last line of one that has none', async () => {
    const errors = Array.from({ length: 9 }, (_, index) => app('error', `fault ${index}`));
    await writeFile(join(folder, 'gateway.log'), `${[...errors, app('info', 'on')].join('\n')}\n`);
    await writeFile(
      join(folder, 'nats-server.log'),
      '[1] [INF] up\n[1] [ERR] no room\n[1] [INF] on\n',
    );
    await writeFile(join(folder, 'postgres.log'), 'LOG:  up\nERROR:  no such table\nLOG:  on\n');
    await writeFile(join(folder, 'signer.log'), `${app('info', 'listening')}\n`);
    await writeFile(join(folder, 'empty.log'), '');
    await writeFile(join(folder, 'gateway.log.1'), `${app('error', 'of yesterday')}\n`);
    expect(await complaintsIn(folder)).toEqual([
      ...errors.slice(-5).map((line) => `gateway.log: ${line}`),
      'nats-server.log: [1] [ERR] no room',
      'postgres.log: ERROR:  no such table',
      `signer.log: ${app('info', 'listening')}`,
    ]);
  });

  it('is nothing where there are none yet', async () => {
    expect(await complaintsIn(join(folder, 'nowhere'))).toEqual([]);
  });
});
