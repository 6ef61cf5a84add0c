/** What operators see: health, alerts, the first looks of the runbooks. */
import {
  ENGINES,
  dc,
  docker,
  firing,
  mode,
  shell,
  targets,
  typed,
  whenReady,
} from '../operator.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fencesOf, firstLooks } from '../pages.mjs';
import { SECRETS } from '../places.mjs';
import { expect, say, until } from '../report.mjs';

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
    const isHealthy = async () => (await targets()).every(({ health }) => health === 'up');
    expect(await until(isHealthy, 60_000), `Prometheus reads ${(await targets()).length} targets`);
    typed(commands.slice(commands.indexOf('curl -s http://127.0.0.1:9093')));
    expect(
      await until(() => docker('logs', 'receiver').includes('firing Rehearsal'), 60_000),
      'an alert reaches its receiver',
    );
    await sleep(60_000);
    expect(
      (await firing()).length === 0,
      `alerts of an exchange at rest: ${(await firing()).join() || 'none'}`,
    );
  },

  async alerts() {
    for (const [alert, provoke, heal] of [
      ['EngineMissing', `dc stop ${ENGINES.join(' ')}`, `dc start ${ENGINES.join(' ')}`],
      ['HistoryBehind', 'dc stop projector', 'dc start projector'],
      ['AppDown', 'dc stop signer', 'dc start signer'],
      ['ArchiveBehind', 'dc stop journal-archiver', 'dc start journal-archiver'],
      ['ExchangeHalted', mode('halted'), mode('open')],
    ]) {
      typed(provoke, { quiet: true });
      const fromMs = Date.now();
      const hasFired = await until(() => firing().then((names) => names.includes(alert)), 420_000);
      const seconds = Math.round((Date.now() - fromMs) / 1_000);
      const hasReached = await until(
        () => docker('logs', 'receiver').includes(`firing ${alert}`),
        60_000,
      );
      const page = `${alert.replaceAll(/(?<=.)([A-Z])/g, '-$1').toLowerCase()}.md`;
      const look = firstLooks().find(([name]) => name === page)?.[1] ?? '';
      typed(`set +e +o pipefail\n${look}\ntrue`, { quiet: true, env: { APP: 'signer' } });
      typed(heal, { quiet: true });
      const isOver = await until(() => firing().then((names) => !names.includes(alert)), 180_000);
      expect(
        hasFired && hasReached && isOver,
        `${alert}: fired after ${seconds} s, reached its receiver, ${page} looked, healed`,
      );
    }
    await whenReady([...ENGINES, 'projector', 'signer', 'journal-archiver']);
  },

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
    const used = { APP: 'gateway', PUBLIC_KEY: 'x', MARKET: 'x' };
    let commands = 0;
    for (const [page, fence] of firstLooks()) {
      for (const command of fence
        .replaceAll('\\\n', '')
        .split(/\n(?! )/)
        .filter((line) => line.trim() !== '')) {
        commands++;
        const all = `docker compose --file docker/compose.yaml --profile '*'`;
        const script = `alias dc="${all}"\nset +e\n(\n${command}\n)\ncodes=("\${PIPESTATUS[@]}"); echo "left $?"`;
        const said = shell(
          `${script.replace(/\(\n/, '{\n').replace(/\n\)\n/, '\n}\n')}`.replace(
            'set +e',
            'set +e +o pipefail',
          ) + ' 2>&1',
          { env: used, quiet: true },
        );
        const isOfFunding = /deposit-listener|bridge-relayer|withdraw-worker/.test(command);
        if (
          /unknown|no such|not found|Error|rejected/i.test(said.split('\n')[0] ?? '') &&
          !isOfFunding
        )
          expect(false, `${page}: ${command}: ${said.slice(0, 200)}`);
      }
    }
    expect(commands > 60, `${commands} commands of runbooks run`);
  },
};
