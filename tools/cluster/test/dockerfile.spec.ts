/** The Dockerfile, what enters its context, and the compose file. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPackages } from '@bellwether/local-services';
import { composeFile, interpolated, ourServices } from './compose-file';
import { ROOT } from './overlays';

const CHECKERS = fileURLToPath(new URL('../checkers', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const DOCKERFILE = read('docker/Dockerfile');
const instructions = (name: string): string[] =>
  DOCKERFILE.split('\n').filter((line) => line.startsWith(`${name} `));

describe('the Dockerfile', () => {
  let packages = '';
  let folder = '';
  beforeAll(async () => {
    packages = await installPackages(CHECKERS, 'cluster-tools');
    folder = await mkdtemp(join(tmpdir(), 'bellwether-dockerfile-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const lint = async (file: string): Promise<unknown> => {
    const args = [join(CHECKERS, 'lint-dockerfile.mjs'), packages, file];
    return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
  };

  it('has nothing that a linter finds, which finds what is wrong', async () => {
    expect(await lint(join(ROOT, 'docker/Dockerfile'))).toEqual([]);
    const wrong = join(folder, 'Dockerfile');
    await writeFile(wrong, DOCKERFILE.replace('ENTRYPOINT', 'ENTRYPONT'));
    expect(await lint(wrong)).toEqual([expect.stringContaining('ENTRYPONT')]);
  });

  it('names a version of each image', () => {
    const images = instructions('ARG').filter((line) => line.includes('_IMAGE='));
    expect(images).toHaveLength(3);
    for (const image of images) expect(image).toMatch(/=[a-z/]+:\d+\.\d+[\w.-]*$/);
  });

  it('takes the Node.js on which the full check runs the tests', () => {
    const { optionalDependencies } = JSON.parse(read('docker/node/package.json'));
    const [version] = new Set(Object.values(optionalDependencies));
    expect(Object.values(optionalDependencies)).toEqual([version, version]);
    expect(instructions('ARG')).toContain(`ARG NODE_IMAGE=node:${String(version)}-bookworm-slim`);
  });

  const stages = DOCKERFILE.split(/^(?=FROM )/m).slice(1);
  const drill = stages.find((stage) => / AS drill$/m.test(stage)) ?? '';

  it.each([
    ['an app', stages.at(-1) ?? ''],
    ['the drill', drill],
  ])('ends as nobody, with nothing run in the stage of %s', (_, stage) => {
    expect(stage).toMatch(/^USER 65532:65532$/m);
    expect(stage).not.toMatch(/^RUN /m);
  });

  it('names the user of the drill, and takes the nats-server of the compose file', () => {
    expect(read('docker/passwd')).toMatch(/^bellwether:x:65532:65532:/m);
    const { image } = composeFile.services['nats']!;
    expect(instructions('ARG')).toContain(`ARG NATS_IMAGE=${image}`);
  });

  it('copies what is there, and installs no package by its script', () => {
    expect(instructions('RUN')[0]).toBe('RUN npm ci --ignore-scripts --no-audit --no-fund');
    for (const path of [
      'docker/build-app.mjs',
      'docker/build-drill.mjs',
      'docker/healthcheck.cjs',
      'docker/passwd',
      'package-lock.json',
    ]) {
      expect(DOCKERFILE).toContain(path);
      expect(existsSync(join(ROOT, path))).toBe(true);
    }
  });
});

describe('the build context', () => {
  const rules = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

  /** Sources of what is deployed, of the drill with what it uses, and single files. */
  const OURS =
    /^(apps|libs|tools\/(drill|replay\/src)|dev\/local-(exchange|services)\/src)\/\*\*$|^[\w./-]+\.(json|ts|mjs|cjs)$|^docker\/passwd$/;

  it('holds nothing but what is named', () => {
    expect(rules[0]).toBe('*');
    const named = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
    for (const name of named) {
      expect(name).toMatch(OURS);
      expect(existsSync(join(ROOT, name.replace('/**', '')))).toBe(true);
    }
  });

  it('holds every source: what is made and committed too', () => {
    const lastNamed = rules.findLastIndex((rule) => rule.startsWith('!'));
    const left = rules.slice(lastNamed + 1).map((rule) => {
      const place = rule.startsWith('**/') ? '(?:.*/)?' : '';
      const name = rule.replace('**/', '').replaceAll('.', '\\.').replaceAll('*', '[^/]*');
      return new RegExp(`^${place}${name}(?:/|$)`);
    });
    expect(left.some((rule) => rule.test('libs/persistence/src/generated/client.ts'))).toBe(true);
    const tracked = execFileSync('git', ['ls-files', 'apps', 'libs'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
      .filter((path) => path.includes('/src/') && !path.endsWith('.spec.ts'));
    expect(tracked.length).toBeGreaterThan(500);
    expect(tracked.filter((path) => left.some((rule) => rule.test(path)))).toEqual([]);
  });

  it('holds no secret, no data and nothing that is made, wherever it lies', () => {
    const lastNamed = rules.findLastIndex((rule) => rule.startsWith('!'));
    expect(rules.slice(lastNamed + 1)).toEqual(
      expect.arrayContaining([
        '**/node_modules',
        'libs/persistence/src/generated',
        '**/.env*',
        '**/*.key',
        '**/*.nk',
      ]),
    );
  });
});

describe('the compose file', () => {
  const services = Object.entries(composeFile.services);

  it.each(services)(
    '%s has a version, and stops in its time',
    (_, { image, stop_grace_period }) => {
      expect(interpolated(image)).toMatch(/:v?\d+\.\d+/);
      expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(8);
    },
  );

  it.each(ourServices())(
    '%s can write nowhere, has no capability, waits for what it needs',
    (_, one) => {
      expect(one).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(Object.keys(one.depends_on ?? {}).every((name) => name in composeFile.services)).toBe(
        true,
      );
    },
  );

  it('has public ports of this machine alone, and the admin role never another', () => {
    const ours = services.filter(([name]) => name !== 'proxy');
    const ports = ours.flatMap(([, { ports: some = [] }]) => some);
    for (const port of ports) expect(interpolated(port)).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
    expect(composeFile.services['gateway-admin']?.ports?.[0]).toMatch(/^127\.0\.0\.1:/);
  });

  it('builds each image once, so that every service of a tag runs the same', () => {
    const built = ourServices().filter(([, { build }]) => build !== undefined);
    const images = new Set(ourServices().map(([, { image }]) => image));
    expect(built.map(([, { image }]) => image).toSorted()).toEqual([...images].toSorted());
    const tags = built.map(([, { build }]) => `bellwether/${build!.args.APP}:0.1.0`);
    expect(built.map(([, { image }]) => interpolated(image))).toEqual(tags);
  });

  it('takes a backup without anything else: what a run depends on is made anew where a setting changed', () => {
    expect(composeFile.services['backup']).not.toHaveProperty('depends_on');
  });

  it('believes the addresses that its own proxy gives, in every service behind it', () => {
    const { networks } = composeFile.services['proxy']!;
    const front = networks !== undefined && 'front' in networks ? networks.front : undefined;
    const address = interpolated(front?.ipv4_address ?? '');
    const upstreams = read('docker/proxy/Caddyfile').matchAll(/([a-z-]+):8080/g);
    const names = new Set(Array.from(upstreams, ([, name = '']) => name));
    expect([...names].toSorted()).toEqual(['gateway', 'gateway-second', 'signer', 'signer-second']);
    for (const name of names) {
      const { networks: of, environment } = composeFile.services[name]!;
      expect(of).toContain('front');
      expect(interpolated(environment?.['TRUSTED_PROXIES'] ?? '')).toBe(address);
    }
  });

  it('names every variable in .env.example', () => {
    const example = read('docker/.env.example');
    const used = [...read('docker/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    for (const name of used) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
  });
});

describe('the database that is deployed', () => {
  it('makes its roles alike', () => {
    const script = 'docker/postgres/make-roles.sh';
    expect(read('k8s/overlays/local/make-roles.sh')).toBe(read(script));
  });
});

describe('the bus that is deployed', () => {
  it('syncs before it acknowledges', () => {
    expect(read('docker/nats/nats.conf')).toMatch(/^ {2}sync_interval: always$/m);
    expect(read('k8s/overlays/local/nats.conf')).toBe(read('docker/nats/nats.conf'));
    expect(interpolated(composeFile.services['nats']!.command!.join(' '))).toMatch(/nats\.conf$/);
    expect(read('k8s/nats/values.yaml')).toMatch(/ merge:(\n +#.*)*\n +sync_interval: always$/m);
  });
});
