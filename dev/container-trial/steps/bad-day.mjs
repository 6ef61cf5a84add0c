/** Starts, deaths, a key that is replaced, a new release: under load where users would notice. */
import {
  ENGINES,
  crash,
  dc,
  docker,
  firstTrade,
  flow,
  leaderNow,
  setting,
  shell,
  typed,
  whenReady,
} from '../operator.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fencesOf } from '../pages.mjs';
import { ROOT, SECRETS } from '../places.mjs';
import { expect, isGood } from '../report.mjs';

const COLD_STARTS = Number(process.env['COLD_STARTS'] ?? 20);
const LONGEST_UPGRADE_GAP_MS = 2_000;
const LONGEST_TAKEOVER_MS = 3_000;

export const badDaySteps = {
  async 'cold starts'() {
    for (let start = 1; start <= COLD_STARTS; start++) {
      dc(`stop ${ENGINES.join(' ')}`, { quiet: true });
      const [, since] = [docker('info', '--format', '{{.SystemTime}}'), new Date().toISOString()];
      dc(`start ${ENGINES.join(' ')}`, { quiet: true });
      await whenReady(ENGINES);
      await sleep(2_000);
      const leaders = leaderNow();
      const log = dc(`logs --since ${since} ${ENGINES.join(' ')}`, { quiet: true });
      const begun = log.match(/"msg":"caught up"/g)?.length ?? 0;
      const isOne = leaders.length === 1 && begun === 1 && !log.includes('Fenced');
      if (!isOne || start === COLD_STARTS)
        expect(
          isOne,
          `${start} cold starts of two engines: ${leaders.length} leads, ${begun} began an epoch`,
        );
      if (!isOne) console.log(log);
    }
  },

  async 'the leader is killed'() {
    await whenReady([...ENGINES, 'gateway', 'proxy']);
    const stop = flow();
    await sleep(3_000);
    crash(leaderNow()[0]);
    await sleep(6_000);
    const counts = await stop();
    expect(
      counts.longestGapMs <= LONGEST_TAKEOVER_MS && counts.refused === 0,
      `kill of the leader: ${JSON.stringify(counts)}`,
    );
    await whenReady(ENGINES);
  },

  async 'every container is killed'() {
    const services = [
      'nats',
      'postgres',
      'projector',
      'journal-archiver',
      'signer',
      'gateway-admin',
      'gateway',
      'proxy',
    ];
    for (const service of services) {
      crash(service);
      await sleep(1_000);
      await whenReady([service]);
    }
    await whenReady([...ENGINES, ...services]);
    expect(isGood(firstTrade()), `a trade after each of ${services.join(', ')} was killed`);
  },

  async 'a key is replaced'() {
    const tool = `node '${join(ROOT, 'tools/cluster/run.mjs')}'`;
    shell(`${tool} nkey '${SECRETS}' gateway > /dev/null`);
    typed('dc kill --signal HUP nats\nsleep 2\ndc restart gateway gateway-second', { quiet: true });
    const file = join(SECRETS, 'nats/public-keys.yaml');
    const text = readFileSync(file, 'utf8');
    const keys = /^gateway:\n((?: +- .*\n)+)/m.exec(text)?.[1]?.trimEnd().split('\n') ?? [];
    writeFileSync(file, text.replace(`${keys[0]}\n`, ''));
    shell(`${tool} permissions '${SECRETS}' > /dev/null`);
    typed('dc kill --signal HUP nats', { quiet: true });
    await whenReady(['gateway', 'gateway-second']);
    expect(keys.length === 2 && isGood(firstTrade()), 'a trade with the new key alone');
  },

  async upgrade() {
    const [commands = ''] = fencesOf('docs/OPERATIONS.md', '## Upgrade');
    const stop = flow();
    await sleep(3_000);
    setting('VERSION', '0.1.1');
    // No release is published: the same sources under another version.
    typed(
      commands
        .split('\n')
        .filter((line) => !line.startsWith('git checkout'))
        .join('\n'),
      { quiet: true },
    );
    await sleep(2_000);
    const counts = await stop();
    expect(
      counts.longestGapMs <= LONGEST_UPGRADE_GAP_MS && counts.refused === 0,
      `upgrade under load: ${JSON.stringify(counts)}`,
    );
    const images = dc('ps --format {{.Service}}:{{.Image}}');
    expect(!/bellwether\/\S+:0\.1\.0|sha256/.test(images), 'every service runs the new version');
  },
};
