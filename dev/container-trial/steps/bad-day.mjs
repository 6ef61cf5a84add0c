/** Starts, deaths, a key that is replaced, a new release: under load where users would notice. */
import {
  ENGINES,
  crash,
  dc,
  firstTrade,
  flow,
  isWell,
  leaderNow,
  setting,
  startedAt,
  typed,
  whenReady,
} from '../operator.mjs';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkOut, currentTree, treeBefore } from '../checkout.mjs';
import { fencesOf, numberIn } from '../pages.mjs';
import { ROOT, SECRETS } from '../places.mjs';
import { expect, isGood, timed, until } from '../report.mjs';

const COLD_STARTS = Number(process.env['COLD_STARTS'] ?? 20);
const LONGEST_UPGRADE_GAP_MS = 2_000;
/** Names of images alone: no release is published. */
const [BEFORE, AFTER] = ['0.0.9', '0.1.1'];
const OPERATIONS = 'docs/OPERATIONS.md';
/** How many times longer work takes on this machine than promised: by its orders while nothing happened. */
function slowness(medianMs) {
  const promisedMs = numberIn(OPERATIONS, /an order, at gateway or signer.* (\d+) ms on one/);
  return Math.max(1, medianMs / promisedMs);
}
/** Trading is promised again within so long. A standby waits for a part of it by its constants; the rest is work. */
function longestTakeoverMs(medianMs) {
  const promisedMs =
    numberIn(OPERATIONS, /after the leading engine died[ |]*within (\d+) s/) * 1_000;
  const constant = (name) =>
    numberIn('apps/matching-engine/src/limits.ts', new RegExp(`${name} = ([\\d_]+);`));
  const goneMs = constant('LEADER_GONE_TIMEOUT_MS') + constant('LEADER_ASK_INTERVAL_MS');
  const waitsMs = Math.max(goneMs, constant('PREDECESSOR_SURE_MS'));
  return Math.round(waitsMs + (promisedMs - waitsMs) * slowness(medianMs));
}
const KEYS = 'nats/public-keys.yaml';
const secret = (/** @type {string} */ file) => readFileSync(join(SECRETS, file), 'utf8');

export const badDaySteps = {
  async 'cold starts'() {
    for (let start = 1; start <= COLD_STARTS; start++) {
      dc(`stop ${ENGINES.join(' ')}`, { quiet: true });
      const since = new Date().toISOString();
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
    const stop = await flow();
    await sleep(5_000);
    crash(leaderNow()[0]);
    await sleep(10_000);
    const counts = await stop();
    const longestMs = longestTakeoverMs(counts.medianMs);
    expect(
      counts.longestGapMs <= longestMs && counts.refused === 0,
      `kill of the leader, at most ${longestMs} ms on this machine: ${JSON.stringify(counts)}`,
    );
    await whenReady(ENGINES);
  },

  async 'every container is killed'() {
    for (const service of dc('ps --services --status running').trim().split('\n').toSorted()) {
      const fromMs = Date.now();
      const before = startedAt(service);
      crash(service);
      // Docker waits longer before each of several restarts.
      const isBack = await until(() => startedAt(service) !== before && isWell(service), 120_000);
      const backMs = Date.now() - fromMs;
      const isTraded = await until(() => isGood(firstTrade()), 60_000);
      expect(
        isBack && isTraded,
        `${service} is killed: back after ${(backMs / 1_000).toFixed(1)} s, and a trade`,
      );
    }
  },

  async 'a key and a password are replaced'() {
    const [role = '', key = ''] = fencesOf('docker/README.md', '### Keys and roles');
    const password = secret('database-gateway/password');
    const fresh = randomBytes(24).toString('hex');
    for (const name of ['password', 'uri']) {
      const file = `database-gateway/${name}`;
      writeFileSync(join(SECRETS, file), secret(file).replace(password, fresh));
    }
    typed(role, { quiet: true });
    await whenReady(['gateway', 'gateway-second']);
    expect(isGood(firstTrade()), 'a trade with the new password');
    const before = secret(KEYS);
    // The tool is this checkout's, as the trial's has no packages.
    const tool = key.replaceAll('tools/cluster', join(ROOT, 'tools/cluster'));
    typed(tool.replaceAll('docker/secrets', SECRETS), { quiet: true });
    await whenReady(['gateway', 'gateway-second']);
    const after = secret(KEYS);
    const isOne = after !== before && after.length === before.length;
    expect(isOne && isGood(firstTrade()), 'a trade with the new key alone');
  },

  async upgrade() {
    const [now, before] = [currentTree(), treeBefore()];
    dc('down --volumes', { quiet: true });
    checkOut(before);
    setting('VERSION', BEFORE);
    await timed(`images of ${before.slice(0, 8)}`, () => dc('build', { quiet: true }));
    dc('up --wait', { quiet: true });
    expect(isGood(firstTrade()), 'a trade on what is before');
    const [commands = ''] = fencesOf('docs/OPERATIONS.md', '## Upgrade');
    // Its checkout is not this one's.
    const [backup, checkout = '', ...others] = commands
      .replaceAll('RELEASE', AFTER)
      .split('\n')
      .slice(1);
    const stop = await flow();
    await sleep(3_000);
    typed(backup, { quiet: true });
    checkOut(now);
    typed([checkout.replace(/^git .* && /, ''), ...others].join('\n'), { quiet: true });
    await sleep(2_000);
    const counts = await stop();
    const longestMs = Math.round(LONGEST_UPGRADE_GAP_MS * slowness(counts.medianMs));
    expect(
      counts.longestGapMs <= longestMs && counts.refused === 0,
      `upgrade under load, at most ${longestMs} ms on this machine: ${JSON.stringify(counts)}`,
    );
    const images = dc('ps --format {{.Service}}:{{.Image}}').match(/^.*bellwether.*$/gm) ?? [];
    expect(
      images.every((image) => image.endsWith(`:${AFTER}`)),
      'every service runs the new version',
    );
  },
};
