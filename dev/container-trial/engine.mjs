/**
 * Docker with compose and buildx, of Debian's packages, in a root folder and a mount namespace of its own: it needs root
 * and a kernel with overlayfs, and leaves the machine's own packages alone. Its networks are the machine's while it runs.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CACHE, ROOT, run } from './places.mjs';

/** The first release of Debian whose Docker has the start interval of health checks (25). */
const SUITE = 'trixie';
const PACKAGES = [
  'docker.io',
  'docker-cli',
  'docker-compose',
  'docker-buildx',
  'iptables',
  'ca-certificates',
  'nats-server',
];
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const FOLDER = join(CACHE, 'engine');
const SOCKET = join(CACHE, 'docker.sock');
const PID = join(CACHE, 'engine.pid');
const FIREWALL = join(CACHE, 'firewall.json');
/** Where they are of the first version. */
const CGROUPS = '/sys/fs/cgroup/cpu';
const CONTAINERS = 16;
const SHARES_OF_A_PROCESS = 1_024;
const START_TIMEOUT_MS = 120_000;

/** In the order of what an operator would do about it. Null: an engine can be had here. */
export function whyNone() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'not linux/amd64';
  if (process.getuid?.() !== 0) return 'not root';
  if (!readFileSync('/proc/filesystems', 'utf8').includes('overlay')) return 'no overlayfs';
  if (!existsSync(KEYRING)) return 'not Debian';
  if (!canUnshare()) return 'no mount namespaces';
  return null;
}

function canUnshare() {
  try {
    run('unshare', ['--mount', 'mount', '--make-rprivate', '/'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Debian's archive, as this machine's apt has it. */
function mirror() {
  const format = ['--format', '$(SITE)', 'Created-By: Packages', 'Component: main'];
  const sites = run('apt-get', ['indextargets', ...format]).split('\n');
  const found = sites.find((site) => site.endsWith('/debian'));
  if (found === undefined) throw new Error("apt has no entry for Debian's archive");
  return found;
}

/** A Debian as a folder or a tar file. @param {{ suite: string, variant: string, packages: readonly string[], to: string }} request */
export function bootstrap({ suite, variant, packages, to }) {
  if (!existsSync('/usr/bin/mmdebstrap')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update', '-q'], { env });
    run('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'mmdebstrap'], { env });
  }
  const include = packages.length === 0 ? [] : [`--include=${packages.join(',')}`];
  run('mmdebstrap', [
    '--mode=root',
    '--quiet',
    `--variant=${variant}`,
    ...include,
    '--aptopt=Apt::Install-Recommends "false"',
    `--keyring=${KEYRING}`,
    suite,
    to,
    mirror(),
  ]);
}

function install() {
  if (existsSync(FOLDER)) return;
  const unfinished = `${FOLDER}.${process.pid}`;
  mkdirSync(CACHE, { recursive: true });
  bootstrap({ suite: SUITE, variant: 'essential', packages: PACKAGES, to: unfinished });
  renameSync(unfinished, FOLDER);
}

/** That of the tests, if they have one here; else the suite's. */
export function natsServer() {
  const ofTests = join(ROOT, '.cache/nats-server');
  return existsSync(ofTests) ? ofTests : join(FOLDER, 'usr/sbin/nats-server');
}

/**
 * Mounts what the daemon needs into its folder, in a namespace that ends with it. The folder becomes the root of that
 * namespace: in a mere chroot a process that is started in a container later would find itself outside.
 */
const START = `
set -e
mount --make-rprivate /
mount --bind "$1" "$1"; mount --make-private "$1"
mount -t tmpfs tmpfs "$1/run"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount --rbind /sys "$1/sys"
mkdir -p "$1$2"; mount --rbind "$2" "$1$2"
cp /etc/resolv.conf "$1/etc/resolv.conf"
mkdir -p "$1/machine"
cd "$1"
pivot_root . machine
exec /usr/sbin/chroot . /bin/sh -c 'exec /usr/sbin/dockerd --host "unix://$0/docker.sock" --data-root "$0/data" --exec-root /run/docker --pidfile /run/docker.pid' "$2"
`;

/** A command with the tools of the engine's own Debian. */
export const inEngine = (/** @type {string[]} */ ...command) => ['chroot', FOLDER, ...command];
const tool = (/** @type {string} */ name, options = {}) => {
  const [program, ...args] = inEngine(name);
  return run(program, args, options);
};

/** The machine's, as it was before the engine put its own rules there: an engine that ends leaves them. */
function saveFirewall() {
  if (existsSync(FIREWALL)) return;
  const saved = ['iptables-save', 'ip6tables-save'].map((name) => tool(name));
  writeFileSync(FIREWALL, JSON.stringify(saved));
}

function restoreFirewall() {
  if (!existsSync(FIREWALL)) return;
  const [four, six] = JSON.parse(readFileSync(FIREWALL, 'utf8'));
  for (const [name, input] of [
    ['iptables', four],
    ['ip6tables', six],
  ])
    tool(`${name}-restore`, { input, stdio: ['pipe', 'pipe', 'inherit'] });
  rmSync(FIREWALL);
}

/** Ends the engine of this run or of one that was interrupted, with its containers, and what it left on the machine. */
function stopEngine() {
  const pid = existsSync(PID) ? Number(readFileSync(PID, 'utf8')) : 0;
  const isThere = () =>
    existsSync(`/proc/${pid}/comm`) && readFileSync(`/proc/${pid}/comm`, 'utf8') === 'dockerd\n';
  if (isThere()) {
    process.kill(pid, 'SIGTERM');
    run('timeout', ['120', 'tail', `--pid=${pid}`, '--follow', '/dev/null']);
  }
  rmSync(PID, { force: true });
  rmSync(SOCKET, { force: true });
  spawnSync('ip', ['link', 'delete', 'docker0']);
  if (existsSync(FOLDER)) restoreFirewall();
}

/** Each container weighs as a process: beside others of this machine all of them would weigh as one. */
function weigh() {
  if (!existsSync(join(CGROUPS, 'cpu.shares'))) return;
  mkdirSync(join(CGROUPS, 'docker'), { recursive: true });
  writeFileSync(join(CGROUPS, 'docker/cpu.shares'), String(CONTAINERS * SHARES_OF_A_PROCESS));
}

/**
 * The one that a run left with `KEEP=1`, or a new one.
 * @returns {Promise<{ docker: (...args: string[]) => string, env: NodeJS.ProcessEnv, stop: () => void }>} containers may mount what is in the cache
 */
export async function startEngine() {
  install();
  const plugins = join(CACHE, 'config/cli-plugins');
  mkdirSync(plugins, { recursive: true });
  for (const name of ['docker-buildx', 'docker-compose'])
    run('ln', ['-sf', join(FOLDER, 'usr/libexec/docker/cli-plugins', name), join(plugins, name)]);
  mkdirSync(join(CACHE, 'bin'), { recursive: true });
  run('ln', ['-sf', join(FOLDER, 'usr/bin/docker'), join(CACHE, 'bin/docker')]);
  const env = {
    ...process.env,
    DOCKER_HOST: `unix://${SOCKET}`,
    DOCKER_CONFIG: join(CACHE, 'config'),
    COMPOSE_PARALLEL_LIMIT: '2',
    PATH: `${join(CACHE, 'bin')}:${process.env['PATH']}`,
  };
  const docker = (/** @type {string[]} */ ...args) => run('docker', args, { env });
  const answers = () => spawnSync('docker', ['info'], { env, stdio: 'ignore' }).status === 0;
  if (answers()) return { docker, env, stop: stopEngine };
  stopEngine();
  saveFirewall();
  weigh();
  const log = openSync(join(CACHE, 'dockerd.log'), 'w');
  const daemon = spawn('unshare', ['--mount', 'bash', '-c', START, 'start', FOLDER, CACHE], {
    detached: true,
    stdio: ['ignore', log, log],
  });
  daemon.unref();
  writeFileSync(PID, String(daemon.pid));
  for (const until = Date.now() + START_TIMEOUT_MS; !answers(); await sleep(200)) {
    if (Date.now() < until && daemon.exitCode === null) continue;
    stopEngine();
    throw new Error(`the engine does not start: ${join(CACHE, 'dockerd.log')}`);
  }
  return { docker, env, stop: stopEngine };
}
