// Plain JavaScript, as jest does not transform a global setup that is a module. Types: start-exchange.d.mts
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUNDLE = fileURLToPath(new URL('../../dist/dev/local-exchange/main.js', import.meta.url));

export async function startExchange({
  dataDir,
  port,
  flags = [],
  command = [process.execPath, BUNDLE],
  signal,
}) {
  const [file, ...args] = [...command, '--data', dataDir, '--port', String(port), ...flags];
  const child = spawn(file, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const ended = once(child, 'exit');
  endWithUs(child);
  const stop = () => child.kill('SIGTERM');
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop);
  const hasSaidAll = once(child, 'close');
  await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        if (/^ready/m.test(output)) resolve();
      });
    }
    hasSaidAll.then(
      () => reject(new Error(`the exchange ended before it was ready:\n${output}`)),
      reject,
    );
  });
  return {
    dataDir,
    pid: child.pid,
    output: () => output,
    async end(signal) {
      child.kill(signal);
      const [code, endedBy] = await ended;
      return { code, signal: endedBy };
    },
  };
}

export async function removeUnlessKept(folder) {
  if (process.env.BELLWETHER_E2E_KEEP) console.error(`kept ${folder}`);
  else await rm(folder, { recursive: true, force: true });
}

/** Should the tests be killed, the end of this shell's input stops the exchange: nothing is left for somebody to wait for. */
function endWithUs(child) {
  const script = 'read -r released || kill -s TERM "$1"';
  const stdio = ['pipe', 'ignore', 'ignore'];
  const shell = spawn('sh', ['-c', script, 'leash', child.pid], { detached: true, stdio });
  shell.on('error', () => undefined); // no shell: then it is as it would be without
  shell.stdin.on('error', () => undefined);
  shell.unref();
  child.once('exit', () => shell.stdin.end('released\n'));
}

const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)));
  });

/** Of gateway, signer and the chains, as `--port` counts them. */
const DISTANCES = [0, 1, 10, 20];
/** Below 26,000, from where the parts of exchanges choose their own ports: one of those may be taken a moment later. */
const FIRST_PORT = 20_000;
const PORTS = 5_900;

export async function freePorts() {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const ports = DISTANCES.map((distance) => port + distance);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return port;
  }
}
