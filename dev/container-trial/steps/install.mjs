/** From nothing to the first trade, and who reaches what. */
import { DC, dc, docker, firstTrade, idsOf, setting, shell, typed } from '../operator.mjs';
import { join } from 'node:path';
import { makeBases } from '../bases.mjs';
import { fencesOf } from '../pages.mjs';
import { ROOT, SECRETS } from '../places.mjs';
import { expect, isGood } from '../report.mjs';

const CLOSED = [
  '/metrics',
  '/METRICS',
  '//metrics',
  '/%6detrics',
  '/./metrics',
  '/admin',
  '/admin/queues',
  '/%61dmin/queues',
  '/operate',
  '/metrics;x',
  '/readyz',
  '/healthz',
];
/** Of the proxy's network, outside of what Docker gives away. */
const HOSTS = ['172.31.253.3', '172.31.253.4', '172.31.253.5'];
const ASK = `
  const { request } = require('node:https');
  const [path, forwarded, count] = process.argv.slice(1);
  const headers = { host: 'localhost', ...(forwarded === '' ? {} : { 'x-forwarded-for': forwarded }) };
  const one = () => new Promise((resolve) => request({ host: 'proxy', servername: 'localhost', rejectUnauthorized: false, path, headers },
    (answer) => answer.resume().on('end', () => resolve(answer.statusCode))).end());
  const seen = {};
  const some = async () => { while (left-- > 0) { const code = await one(); seen[code] = (seen[code] ?? 0) + 1; } };
  let left = Number(count);
  Promise.all(Array.from({ length: 10 }, some)).then(() => console.log(JSON.stringify(seen)));`;

/** What a caller with an address of its own is answered by the proxy, by status. */
const asked = ({ path, forwarded = '', count = 1, ip = HOSTS[0] }) =>
  JSON.parse(
    docker(
      'run',
      '--rm',
      '--network',
      'bellwether_front',
      '--ip',
      ip,
      '--entrypoint',
      '/usr/local/bin/node',
      'bellwether/gateway:0.1.0',
      '-e',
      ASK,
      path,
      forwarded,
      String(count),
    ),
  );

export const installSteps = {
  async bases() {
    await makeBases(docker);
  },

  async secrets() {
    shell(`node '${join(ROOT, 'tools/cluster/run.mjs')}' secrets '${SECRETS}' > /dev/null`);
    const [install = ''] = fencesOf('docker/README.md', '## The compose file');
    typed(
      install
        .split('\n')
        .filter((line) => line.startsWith('cp ') || line.startsWith('for '))
        .join('\n'),
    );
  },

  async build() {
    dc('--profile funding build', { quiet: true });
    shell('docker build -f docker/Dockerfile --target drill -t bellwether/drill:0.1.0 .', {
      quiet: true,
    });
    const sizes =
      docker('images', '--format', '{{.Repository}} {{.Size}}').match(/^bellwether\/.*$/gm) ?? [];
    expect(sizes.length === 9, `images: ${sizes.join(', ')}`);
  },

  async 'a secret that is missing'() {
    const said = typed(
      'docker run --rm --env NATS_NKEY_SEED_FILE=/gone --env HMAC_MASTER_FILE=/app bellwether/signer:0.1.0 2>&1 || echo "exit code $?"',
    );
    expect(
      [
        'exit code 78',
        'NATS_NKEY_SEED_FILE: /gone',
        'HMAC_MASTER_FILE: /app: a folder',
        'DELEGATED_KEY_MASTER',
        'DATABASE_URL',
      ].every((one) => said.includes(one)),
      'an app without its secrets ends with 78 and names them all',
    );
    const chains = typed(
      'dc --profile funding up --no-deps --no-start deposit-listener 2>&1 || true; dc --profile funding run --rm --no-deps deposit-listener 2>&1 || true; ls docker/secrets',
    );
    expect(
      /chains\.json/.test(chains) && !/^chains\.json$/m.test(chains),
      'no folder is made of a chains.json that is not there',
    );
  },

  async 'up to first trade'() {
    typed(
      'dc up --wait --wait-timeout 1800'.replace(
        'dc',
        `${DC.replace(' --profile monitoring', '')}`,
      ),
      { quiet: true },
    );
    const [rules = ''] = fencesOf('docker/README.md', '### How results come about');
    for (const time of ['first', 'second']) {
      const said = typed(rules, { quiet: true });
      expect(said.includes('"window_seconds":86400'), `rules for results, the ${time} time`);
    }
    const trade = firstTrade();
    expect(isGood(trade), `first trade over the proxy: ${JSON.stringify(trade)}`);
    return trade;
  },

  async 'who is who'() {
    const uid = "fs.readFileSync('/proc/1/status', 'utf8').match(/^Uid:\\s+(\\d+)/m)[1]";
    const user = dc(`exec -T gateway /usr/local/bin/node -p "${uid}"`).trim();
    expect(user === '65532', `gateway runs as ${user}`);
    for (const path of CLOSED) {
      const answers = asked({ path });
      expect(
        Object.keys(answers).join() === '404',
        `${path} is closed to users: ${JSON.stringify(answers)}`,
      );
    }
    const path = '/v1/markets';
    const hasty = asked({ path, count: 200 });
    const liar = asked({ path, count: 200, forwarded: '203.0.113.7', ip: HOSTS[1] });
    const another = asked({ path, count: 10, forwarded: '203.0.113.7', ip: HOSTS[2] });
    expect(
      hasty[429] > 0 && liar[429] > 0 && another[429] === undefined,
      `limits are by the real address, whatever one says its is: ${JSON.stringify({ hasty, liar, another })}`,
    );
  },

  async backup() {
    setting('LOG_LEVEL', 'debug');
    const before = idsOf();
    const [command = ''] = fencesOf('docker/README.md', '### Backup');
    const report = typed(command);
    expect(idsOf() === before, 'a backup makes no container anew, after a changed .env');
    expect(report.includes('"folder"'), `backup: ${report.trim().split('\n').at(-1)}`);
    setting('LOG_LEVEL', 'info');
  },
};
