/** Every app would start with what the manifests give it: its own schema accepts its environment. */
import { beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_ROLES, nameOfRole } from '@bellwether/persistence';
import { loadConfig } from '@bellwether/runtime';
import { z } from 'zod';
import { appEnvironment } from '../src/app-environment';
import type { AppEnvironment } from '../src/app-environment';
import { managedRolesOf } from '../src/custom-resources';
import { parseResources, podLabels, workloadsOf } from '../src/resource';
import type { Resource } from '../src/resource';
import { APP_CONFIGS } from './app-configs';
import { composeEnvironments, composeFile } from './compose-file';
import { alertRules } from '../../observability/src/alert-rules';
import { OVERLAYS, overlay } from './overlays';
import { PLACEHOLDERS, keysOf } from './placeholder-secrets';

const overlays = new Map<string, Resource[]>();
beforeAll(async () => {
  for (const name of OVERLAYS) overlays.set(name, parseResources(await overlay(name)));
});

const ours = (resources: readonly Resource[]) =>
  workloadsOf(resources).filter(
    (workload) => podLabels(workload)['app.kubernetes.io/part-of'] === 'bellwether',
  );

/**
 * As `withSecretFiles` does, with the files' assumed contents; variables that no app reads from a file are reported.
 */
function withContents({ variables, files }: AppEnvironment, names: readonly string[]) {
  const environment: Record<string, string> = { ...variables };
  const unread: string[] = [];
  for (const [name, path] of Object.entries(variables)) {
    const file = files.get(path);
    if (!name.endsWith('_FILE') || name === 'CHAINS_FILE') continue;
    const variable = name.slice(0, -'_FILE'.length);
    const isOfFile = names.includes(variable) || path === `$${variable}`;
    if (!isOfFile || file === undefined) unread.push(name);
    else environment[variable] = PLACEHOLDERS.get(`${file.secret}/${file.key}`) ?? '';
  }
  return { environment, unread };
}

/** What keeps an app from starting: wrong variables, and files that it does not read or that are missing. */
function problemsOf(app: string, given: AppEnvironment): string[] {
  const { schema, secrets } = APP_CONFIGS[app]!;
  const { environment, unread } = withContents(given, secrets);
  const chains = given.variables['CHAINS_FILE'];
  const lacksChains = chains !== undefined && !given.files.has(chains);
  const problems = [...unread, ...(lacksChains ? ['CHAINS_FILE'] : [])];
  try {
    loadConfig(schema, environment);
  } catch (error) {
    problems.push(String(error));
  }
  return problems;
}

/** A second one beside the first has its secrets and variables. */
const appOf = (service: string): string => service.replace(/-(?:standby|second)$/, '');

const TRADING = [
  'backup',
  'gateway',
  'gateway-admin',
  'journal-archiver',
  'matching-engine',
  'migrate',
  'projector',
  'restore',
  'restore-drill',
  'restore-journal',
  'signer',
];
const FUNDING = ['bridge-relayer', 'deposit-listener', 'withdraw-worker'];

describe.each([
  ['local', TRADING],
  ['production', [...TRADING, ...FUNDING].toSorted()],
])('overlay %s', (name, expected) => {
  it('has these apps', () => {
    const names = ours(overlays.get(name) ?? []).map(({ metadata }) => metadata.name);
    expect(names.toSorted()).toEqual(expected);
  });

  it.each(expected)('%s would start', (app) => {
    const resources = overlays.get(name) ?? [];
    const workload = ours(resources).find(({ metadata }) => metadata.name === app)!;
    expect(problemsOf(app, appEnvironment(workload, resources, keysOf))).toEqual([]);
  });

  it('would not start an app that lacks a variable', () => {
    const resources = overlays.get(name) ?? [];
    const workload = ours(resources).find(({ metadata }) => metadata.name === 'signer')!;
    const given = appEnvironment(workload, resources, keysOf);
    const { HMAC_MASTER_FILE: _, ...variables } = given.variables;
    expect(problemsOf('signer', { ...given, variables })).toEqual([
      expect.stringContaining('HMAC_MASTER is missing'),
    ]);
  });
});

describe('production', () => {
  const externalSecret = z.object({
    target: z.object({ name: z.string() }),
    data: z.array(z.object({ secretKey: z.string() })),
  });
  /** CloudNativePG makes the one; an operator adds the other on the day it is needed. */
  const MADE_ELSEWHERE = ['database-app/uri', 'restore/NATS_NKEY_SEED'];

  it('fetches every secret that a pod reads, and none that nobody does', () => {
    const resources = overlays.get('production') ?? [];
    const fetched = resources
      .filter(({ kind }) => kind === 'ExternalSecret')
      .flatMap(({ spec }) => {
        const { target, data } = externalSecret.parse(spec);
        return data.map(({ secretKey }) => `${target.name}/${secretKey}`);
      });
    const read = ours(resources).flatMap((workload) => {
      const { variables, files } = appEnvironment(workload, resources, keysOf);
      const paths = new Set(Object.values(variables));
      return [...files]
        .filter(([path]) => paths.has(path))
        .map(([, one]) => `${one.secret}/${one.key}`);
    });
    const backups = ['database-backups/ACCESS_KEY_ID', 'database-backups/ACCESS_SECRET_KEY'];
    const passwords = managedRolesOf(resources).flatMap(({ passwordSecret: { name } }) => [
      `${name}/username`,
      `${name}/password`,
    ]);
    expect([...fetched, ...MADE_ELSEWHERE].toSorted()).toEqual(
      [...new Set([...read, ...backups, ...passwords])].toSorted(),
    );
  });

  it('makes the roles to which the migrations give rights, by the names that their secrets have', () => {
    const made = managedRolesOf(overlays.get('production') ?? []);
    expect(made.map(({ name }) => name)).toEqual(DATABASE_ROLES.map(nameOfRole));
    for (const { name, passwordSecret } of made) {
      expect(PLACEHOLDERS.get(`${passwordSecret.name}/username`)).toBe(name);
      const password = PLACEHOLDERS.get(`${passwordSecret.name}/password`);
      expect(PLACEHOLDERS.get(`${passwordSecret.name}/uri`)).toContain(`${name}:${password}@`);
    }
  });

  it('lets the engine make streams of three copies', () => {
    const app = 'matching-engine';
    const resources = overlays.get('production') ?? [];
    const workload = ours(resources).find(({ metadata }) => metadata.name === app)!;
    const { schema, secrets } = APP_CONFIGS[app]!;
    const { environment } = withContents(appEnvironment(workload, resources, keysOf), secrets);
    expect(loadConfig(schema, environment)).toMatchObject({ streamReplicas: 3 });
  });

  it('has an alert for each that is missing, by the name it has here', () => {
    const asked = ['AppMissing', 'AppShort'].map(
      (wanted) => alertRules().find(({ name }) => name === wanted)?.text ?? '',
    );
    const names = [...asked.join('').matchAll(/absent\(kube_(\w+?)_.*?,\1="([a-z-]+)"/g)];
    const running = ours(overlays.get('production') ?? []).filter(({ kind }) =>
      ['Deployment', 'StatefulSet'].includes(kind),
    );
    expect(names.map(([, kind, name]) => `${kind}/${name}`).toSorted()).toEqual(
      running.map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`).toSorted(),
    );
  });

  it('gives the engine every server to ask whether it syncs', () => {
    const resources = overlays.get('production') ?? [];
    const workload = ours(resources).find(({ metadata }) => metadata.name === 'matching-engine')!;
    const { variables } = appEnvironment(workload, resources, keysOf);
    expect(variables['NATS_MONITOR_URL']?.split(',')).toHaveLength(3);
  });
});

describe('the compose file', () => {
  const environments = composeEnvironments();

  it('makes a role for each that connects, which has its own password and nobody else has', () => {
    const { volumes } = composeFile.services['postgres']!;
    const roles = DATABASE_ROLES.map((role) => `./secrets/database-${role}`);
    const given = volumes.map((volume) => volume.split(':')[0]);
    expect(given).toEqual(expect.arrayContaining(roles));
    const owned = [...environments].flatMap(([service, { files }]) => {
      const name = appOf(service);
      const mounted = new Set([...files.values()].map(({ secret }) => secret));
      return [...mounted]
        .filter((secret) => secret.startsWith('database-'))
        .map((secret) => `${name}: ${secret}`);
    });
    expect([...new Set(owned)].toSorted()).toEqual(
      [
        ...DATABASE_ROLES.map((role) => `${role}: database-${role}`),
        'migrate: database-app',
      ].toSorted(),
    );
  });

  it("serves the console with the admin key, where no trader is, and tells builders' page where the signer is", () => {
    const [traders, operators] = ['gateway', 'gateway-admin'].map((name) => {
      const { PAGES, SIGNER_URL } = environments.get(name)!.variables;
      return { PAGES, SIGNER_URL };
    });
    expect(traders).toEqual({ PAGES: 'on', SIGNER_URL: 'http://127.0.0.1:3001' });
    expect(operators).toEqual({ PAGES: 'console', SIGNER_URL: undefined });
  });

  it('has all apps', () => {
    const names = new Set([...environments.keys()].map(appOf));
    const ours = [...TRADING, ...FUNDING].filter((name) => !name.startsWith('restore'));
    expect([...names].toSorted()).toEqual(ours.toSorted());
  });

  it.each([...environments.keys()])('%s would start', (name) => {
    expect(problemsOf(appOf(name), environments.get(name)!)).toEqual([]);
  });
});
