/** What an operator has at hand: a shell in a checkout with an engine, the exchange's figures, users who trade. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inEngine } from './engine.mjs';
import { CACHE, CHECKOUT, SECRETS, run } from './places.mjs';
import { until } from './report.mjs';

export const ENGINES = ['matching-engine', 'matching-engine-standby'];
const TRADER = join(import.meta.dirname, 'trade.mjs');
export const DC =
  'docker compose --file docker/compose.yaml --file docker/trial.yaml --profile proxy --profile monitoring';

/** @type {{ docker: (...args: string[]) => string, env: NodeJS.ProcessEnv }} */
let engine;
/** Before anything else. */
export const useEngine = (/** @type {typeof engine} */ started) => void (engine = started);
export const docker = (/** @type {string[]} */ ...args) => engine.docker(...args);

/** @param {string} script as an operator types it @returns {string} what it printed */
export const shell = (script, options = {}) =>
  run('bash', ['-e', '-o', 'pipefail', '-O', 'expand_aliases', '-c', script], {
    cwd: CHECKOUT,
    env: { ...engine.env, ...options.env },
    stdio: ['ignore', 'pipe', options.quiet ? 'pipe' : 'inherit'],
  });
/** An alias works from the next line on. @param {string} fence */
export const typed = (fence, options) =>
  shell(`alias dc='${DC}'\n${fence.replace(/^alias dc=.*\n/m, '')}`, options);
export const dc = (command, options) => typed(`dc ${command}`, options);

export const setting = (name, value) => {
  const file = join(CHECKOUT, 'docker/.env');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`));
};

/** @returns {Record<string, number>} values of an app's metrics, the sum over their labels */
function metricsOf(service) {
  const script = `fetch('http://127.0.0.1:8080/metrics').then(async (answer) => console.log(await answer.text()))`;
  const text = dc(`exec -T ${service} /usr/local/bin/node -e "${script}"`, { quiet: true });
  const values = {};
  for (const [, name, value] of text.matchAll(/^([a-z_]+)(?:\{.*\})? (\S+)$/gm))
    values[name] = (values[name] ?? 0) + Number(value);
  return values;
}
export const leaderNow = () =>
  ENGINES.filter((name) => metricsOf(name)['bellwether_engine_leads'] === 1);

function authority() {
  const file = join(CACHE, 'authority.crt');
  writeFileSync(file, dc('exec -T proxy cat /data/caddy/pki/authorities/local/root.crt'));
  return file;
}
const gateways = () => [
  'https://localhost',
  'http://127.0.0.1:3002',
  readFileSync(join(SECRETS, 'operator/ADMIN_KEY'), 'utf8'),
];
function traded(mode) {
  const trading = { env: { ...engine.env, NODE_EXTRA_CA_CERTS: authority() } };
  return JSON.parse(run(process.execPath, [TRADER, mode, ...gateways()], trading));
}
export const firstTrade = () => traded('first');
export const moneyOverChains = () => traded('money');
/**
 * Users trade until the returned function is called, which resolves to what came of it.
 * @param {'flow' | 'day'} [mode]
 */
export async function flow(mode = 'flow') {
  const trader = spawn(process.execPath, [TRADER, mode, ...gateways()], {
    env: { ...engine.env, NODE_EXTRA_CA_CERTS: authority() },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: trader.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return async () => {
    trader.stdin.end();
    const { value } = await lines.next();
    return JSON.parse(value);
  };
}
export const idsOf = () => dc('ps --all --format {{.Name}}={{.ID}} --no-trunc');
/** `up --wait` gives up at once where an incident has left a container unhealthy. */
export async function whenReady(services) {
  dc(`up --detach --no-deps --no-recreate ${services.join(' ')}`, { quiet: true });
  const isReady = await until(() => services.every(isWell), 600_000);
  if (!isReady) throw new Error(`not ready: ${services.filter((one) => !isWell(one)).join()}`);
}
const stateOf = (service, format) =>
  docker('inspect', '--format', format, dc(`ps --all --quiet ${service}`).trim()).trim();
export const startedAt = (service) => stateOf(service, '{{.State.StartedAt}}');
/** It runs, and where it has a look of health, that says so. */
export const isWell = (service) =>
  ['running', 'running healthy'].includes(
    stateOf(service, '{{.State.Status}}{{with .State.Health}} {{.Status}}{{end}}'),
  );
/** As a machine kills: the whole container dies, and its restart policy brings it back. */
export const crash = (service) =>
  process.kill(Number(stateOf(service, '{{.State.Pid}}')), 'SIGKILL');

/** A broken route: no packet of it reaches NATS, until the container is started again. */
export function cutFromNats(service) {
  const rule = '--append OUTPUT --protocol tcp --dport 4222 --jump DROP'.split(' ');
  const network = `--net=/proc/${stateOf(service, '{{.State.Pid}}')}/ns/net`;
  run('nsenter', [network, ...inEngine('iptables', ...rule)]);
}

const prometheus = async (path) =>
  (await (await fetch(`http://127.0.0.1:9090/api/v1/${path}`)).json()).data;
export const targets = async () => (await prometheus('targets')).activeTargets;
export const firing = async () =>
  (await prometheus('alerts')).alerts
    .filter(({ state }) => state === 'firing')
    .map(({ labels }) => labels.alertname);
export const mode = (name) =>
  `curl -sf -X POST http://127.0.0.1:3002/admin/mode -H "X-Admin-Key: $(cat docker/secrets/operator/ADMIN_KEY)" -H 'Content-Type: application/json' -d '{"mode":"${name}"}'`;
