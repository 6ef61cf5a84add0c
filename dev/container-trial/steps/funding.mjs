/** Money over chains: the funding profile, on local chains in a container of their own. */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { assembleBundle } from '../../../docker/assemble.mjs';
import { run as runTool } from '../../../tools/prepare.mjs';
import { dc, docker, moneyOverChains, setting } from '../operator.mjs';
import { CACHE, CHECKOUT, ROOT, SECRETS } from '../places.mjs';
import { expect, until } from '../report.mjs';

const NETWORK = join(CACHE, 'chains');
/** In a checkout, as the chains' programs are files of it. */
const PROGRAM = 'dist/dev/container-trial';
/** As README.md of docker names them, by the network's own. */
const KEYS = {
  registrar: 'deposit-listener/LISTENER_KEY',
  relayer: 'bridge-relayer/RELAYER_KEY',
  operator: 'withdraw-worker/OPERATOR_KEY',
};

export const fundingSteps = {
  async 'money over chains'() {
    await runTool(process.execPath, ['tools/build.mjs', 'dev/container-trial'], { cwd: ROOT });
    await assembleBundle(PROGRAM, join(CHECKOUT, PROGRAM));
    rmSync(NETWORK, { recursive: true, force: true });
    mkdirSync(NETWORK, { recursive: true });
    const image =
      /^ARG NODE_IMAGE=(.+)$/m.exec(readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8'))?.[1] ??
      '';
    docker('rm', '--force', 'chains');
    const volumes = ['--volume', `${CHECKOUT}:/checkout:ro`, '--volume', `${NETWORK}:/data`];
    const network = ['--name', 'chains', '--network', 'bellwether_default'];
    const command = [image, 'node', `/checkout/${PROGRAM}/main.js`, 'chains', '/data'];
    docker('run', '--detach', '--init', ...network, ...volumes, ...command);
    const chains = join(NETWORK, 'chains.json');
    expect(await until(() => existsSync(chains), 120_000), 'the chains make blocks');
    const secrets = { [chains]: 'chains.json' };
    for (const [role, file] of Object.entries(KEYS))
      secrets[join(NETWORK, 'keys', `${role}.json`)] = file;
    for (const [from, to] of Object.entries(secrets)) {
      cpSync(from, join(SECRETS, to));
      chmodSync(join(SECRETS, to), 0o644);
    }
    setting('FUNDING', 'on');
    dc('--profile funding up --wait', { quiet: true });
    const money = moneyOverChains();
    expect(money.difference === 0, `deposits and withdrawals: ${JSON.stringify(money)}`);
  },
};
