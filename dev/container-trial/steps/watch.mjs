/** What operators see: health, alerts, the first looks of the runbooks. */
import { INCIDENTS } from '../incidents.mjs';
import {
  ENGINES,
  dc,
  docker,
  firing,
  flow,
  shell,
  targets,
  typed,
  whenReady,
} from '../operator.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fencesOf, firstLooks } from '../pages.mjs';
import { CHECKOUT, SECRETS } from '../places.mjs';
import { expect, say, until } from '../report.mjs';

/** The trading apps, of which the engine is there twice. */
const LEAST_TARGETS = 7;
/** Longer than most alerts wait. */
const AT_REST_MS = 150_000;
const WRONG =
  /unknown (?:flag|shorthand|command)|no such|not found|Error response|syntax error|is not running/i;
const WATCHED = ['projector', 'signer', 'journal-archiver', 'gateway', 'gateway-second', 'proxy'];
const RULES = 'docker/monitoring/funding-off/rules.yaml';
/** They do not run in this trial. */
const OF_FUNDING = /deposit-listener|bridge-relayer|withdraw-worker/;

const pageOf = (alert) => `${alert.replaceAll(/(?<=.)([A-Z])/g, '-$1').toLowerCase()}.md`;

/** Rules over so long a time fire until it has passed. */
const LONG_RANGE = /\[(?:15m|30m|1h)[\]:]|_1h\b/;
const ruleOf = (name) =>
  readFileSync(join(CHECKOUT, RULES), 'utf8')
    .split('- alert: ')
    .find((rule) => rule.startsWith(`${name}\n`)) ?? '';

/** Until each alert fires and reaches its receiver, and is over once it is healed. */
async function provoked({ alerts, users = [], provoke, heal, minutes = 8 }) {
  const before = (await firing()).filter((one) => alerts.includes(one));
  expect(before.length === 0, `alerts before: ${before.join() || 'none of these'}`);
  const stops = await Promise.all(users.map((mode) => flow(mode)));
  const fromMs = Date.now();
  const commands = typeof provoke === 'string' ? provoke : await provoke();
  // What does not go is seen by the alerts that do not fire.
  if (commands) typed(`set +e\n${commands}`, { quiet: true });
  const left = new Set(alerts);
  const fired = async () => {
    for (const name of (await firing()).filter((one) => left.delete(one)))
      say(`${name} fires after ${Math.round((Date.now() - fromMs) / 1_000)} s`);
    return left.size === 0;
  };
  expect(await until(fired, minutes * 60_000), `not fired: ${[...left].join() || 'none'}`);
  const reached = () =>
    alerts.filter(
      (name) => !left.has(name) && !docker('logs', 'receiver').includes(`firing ${name}`),
    );
  expect(
    await until(() => reached().length === 0, 60_000),
    `not received: ${reached().join() || 'none'}`,
  );
  for (const [page, fence] of firstLooks())
    if (alerts.map(pageOf).includes(page))
      typed(`set +e +o pipefail\n${fence}\ntrue`, { quiet: true, env: { APP: 'signer' } });
  typed(`set +e\n${heal}`, { quiet: true });
  for (const stop of stops) say(`users meanwhile: ${JSON.stringify(await stop())}`);
  await whenReady([...ENGINES, ...WATCHED]);
  const lasting = async () =>
    (await firing()).filter((name) => alerts.includes(name) && !LONG_RANGE.test(ruleOf(name)));
  expect(
    await until(async () => (await lasting()).length === 0, 300_000),
    `not over: ${(await lasting()).join() || 'none'}`,
  );
}

export const watchSteps = {
  async monitoring() {
    const [commands = ''] = fencesOf('docker/README.md', '### Monitoring');
    const [copy = '', up = ''] = commands.split('\n');
    typed(copy);
    const file = join(SECRETS, 'alertmanager.yaml');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replaceAll(
        /https:\/\/\w+\.example\.com\/bellwether/g,
        'http://receiver:9999/',
      ),
    );
    const receiver = `require('node:http').createServer((asked, answer) => { let text = ''; asked.on('data', (data) => (text += data)).on('end', () => { for (const { labels, status } of JSON.parse(text).alerts) console.log(status, labels.alertname); answer.end(); }); }).listen(9999)`;
    docker(
      'run',
      '--detach',
      '--name',
      'receiver',
      '--network',
      'bellwether_default',
      '--entrypoint',
      '/usr/local/bin/node',
      'bellwether/gateway:0.1.0',
      '-e',
      receiver,
    );
    typed(up, { quiet: true });
    const isHealthy = async () => {
      const read = await targets();
      return read.length >= LEAST_TARGETS && read.every(({ health }) => health === 'up');
    };
    expect(await until(isHealthy, 60_000), `Prometheus reads ${(await targets()).length} targets`);
    typed(commands.slice(commands.indexOf('curl -s http://127.0.0.1:9093')));
    expect(
      await until(() => docker('logs', 'receiver').includes('firing Rehearsal'), 60_000),
      'an alert reaches its receiver',
    );
    await sleep(AT_REST_MS);
    expect(
      (await firing()).length === 0,
      `alerts of an exchange at rest: ${(await firing()).join() || 'none'}`,
    );
  },

  ...Object.fromEntries(
    Object.entries(INCIDENTS).map(([name, incident]) => [name, () => provoked(incident)]),
  ),

  async 'look of health'() {
    const pid = dc('ps --quiet gateway').trim();
    const cpu = () =>
      Number(
        docker(
          'exec',
          pid,
          '/usr/local/bin/node',
          '-e',
          `const { spawnSync } = require('node:child_process'); for (let at = 0; at < 20; at++) spawnSync(process.execPath, ['/app/healthcheck.cjs'], { env: process.env }); const of = fs.readFileSync('/proc/self/stat', 'utf8').split(' '); console.log((Number(of[15]) + Number(of[16])) / 100 / 20)`,
        ),
      );
    say(`a look of health takes ${cpu().toFixed(3)} s of processor`);
  },

  async 'first looks of the runbooks'() {
    const all = "docker compose --file docker/compose.yaml --profile '*'";
    let count = 0;
    for (const [page, fence] of firstLooks()) {
      for (const command of fence.trim().split(/\n(?! )/)) {
        count++;
        const script = `alias dc="${all}"\nset +e +o pipefail\n{ ${command}\n} 2>&1\ntrue`;
        const said = shell(script, { env: { APP: 'gateway' }, quiet: true });
        // What the tools say, and not what they show of a log.
        const ownWords = said
          .split('\n')
          .filter((line) => !line.includes(' | '))
          .slice(0, 3);
        const [wrong] = WRONG.exec(ownWords.join('\n')) ?? [];
        if (wrong !== undefined && !OF_FUNDING.test(command))
          expect(false, `${page}: ${command}: ${said.slice(0, 300)}`);
      }
    }
    expect(count > 60, `${count} commands of ${firstLooks().length} runbooks run as written`);
  },
};
