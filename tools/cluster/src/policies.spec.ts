/** Every overlay follows every policy, and every policy catches its own fault. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { POLICIES } from './policies';
import { parseResources } from './resource';
import type { Resource } from './resource';
import { OVERLAYS, ROOT, overlay } from '../test/overlays';

const resourcesOf = new Map<string, Resource[]>();
beforeAll(async () => {
  for (const name of OVERLAYS) resourcesOf.set(name, parseResources(await overlay(name)));
});
const of = (name: string): Resource[] => resourcesOf.get(name) ?? [];
const check = (name: string, resources: readonly Resource[]): string[] =>
  POLICIES.find((policy) => policy.name === name)!.check(resources);

describe.each(OVERLAYS)('overlay %s', (name) => {
  it.each(POLICIES.map((policy) => [policy.name]))('%s', (policy) => {
    expect(check(policy, of(name))).toEqual([]);
  });
});

/** The production overlay with one resource changed, as text. */
function changed(kind: string, name: string, from: RegExp | string, to: string): Resource[] {
  let isChanged = false;
  const values = of('production').map((one): unknown => {
    if (one.kind !== kind || one.metadata.name !== name) return one;
    const text = JSON.stringify(one);
    const edited = text.replace(from, to);
    isChanged = edited !== text;
    return JSON.parse(edited);
  });
  if (!isChanged) throw new Error(`nothing to change in ${kind} ${name}`);
  return parseResources(values);
}
const without = (kind: string, name: string): Resource[] =>
  of('production').filter((one) => one.kind !== kind || one.metadata.name !== name);
const and = (more: unknown): Resource[] => [...of('production'), ...parseResources([more])];

const NO_PLACE = 'https://runbooks.example.com';
const GATEWAY = 'Deployment gateway';
const BACKUP = 'CronJob backup';
const backup = (from: RegExp | string, to: string) => changed('CronJob', 'backup', from, to);
const BY_THE_CLOCK =
  'what runs by the clock says whose clock, never runs beside itself, and leaves little behind';
const MEMORY = "a job that replays the journal has an engine's memory";
/** Policy, the production overlay with a fault, and the resource it must name. */
const VIOLATIONS: readonly (readonly [string, string, () => Resource[], string])[] = [
  [
    'an alert leads to its page where the operator has it',
    'the place that stands in the rules',
    () => changed('PrometheusRule', 'bellwether', 'https://git.example.com/', `${NO_PLACE}/`),
    'PrometheusRule bellwether',
  ],
  [
    'an image has a version',
    'latest',
    () => changed('Deployment', 'gateway', /gateway:0\.1\.0/, 'gateway:latest'),
    `${GATEWAY}, app`,
  ],
  [
    'an image has a version',
    'none',
    () => changed('Deployment', 'gateway', /gateway:0\.1\.0/, 'gateway'),
    `${GATEWAY}, app`,
  ],
  [
    'nobody is root',
    'user 0',
    () => changed('Deployment', 'gateway', '"runAsUser":65532', '"runAsUser":0'),
    GATEWAY,
  ],
  [
    'a root file system is read-only',
    'writable',
    () => changed('Deployment', 'signer', '"readOnlyRootFilesystem":true', '"a":1'),
    'Deployment signer, app',
  ],
  [
    'a container has no privilege and no capability',
    'a capability more',
    () => changed('Deployment', 'gateway', '"drop":["ALL"]', '"drop":["ALL"],"add":["NET_RAW"]'),
    `${GATEWAY}, app`,
  ],
  [
    'system calls are filtered',
    'unconfined',
    () => changed('Deployment', 'gateway', 'RuntimeDefault', 'Unconfined'),
    GATEWAY,
  ],
  [
    'nothing of the machine is in a pod',
    'a folder of it',
    () => changed('Deployment', 'gateway', '"volumes":[', '"volumes":[{"name":"a","hostPath":{}},'),
    GATEWAY,
  ],
  [
    'an account is its own and has no token',
    'a token',
    () =>
      changed(
        'StatefulSet',
        'matching-engine',
        '"automountServiceAccountToken":false',
        '"automountServiceAccountToken":true',
      ),
    'StatefulSet matching-engine',
  ],
  [
    'memory has a limit, processor and memory are asked for',
    'no limit',
    () => changed('Deployment', 'projector', /"limits":\{[^}]*\},?/, ''),
    'Deployment projector, app',
  ],
  [
    'what runs on has three probes, and is not killed for not being ready',
    'none for readiness',
    () => changed('Deployment', 'gateway', '"readinessProbe"', '"someProbe"'),
    `${GATEWAY}, app`,
  ],
  [
    'what runs on has three probes, and is not killed for not being ready',
    'killed while it catches up',
    () =>
      changed(
        'StatefulSet',
        'matching-engine',
        /("livenessProbe":\{[^}]*"path":")\/healthz/,
        '$1/readyz',
      ),
    'StatefulSet matching-engine, app',
  ],
  [
    'the time to end is longer than what ending takes',
    'too short for the hook and the stop',
    () =>
      changed(
        'Deployment',
        'gateway',
        '"terminationGracePeriodSeconds":30',
        '"terminationGracePeriodSeconds":15',
      ),
    GATEWAY,
  ],
  [
    'nobody talks to anybody, unless it is said',
    'without the denial',
    () => without('NetworkPolicy', 'default-deny'),
    'no NetworkPolicy denies everything',
  ],
  [
    'who may call a Service is said',
    'a Service without a policy',
    () => without('NetworkPolicy', 'gateway-admin'),
    'Service gateway-admin',
  ],
  [
    'who is let out to a pod is let in there',
    'a gateway that does not answer the backup',
    () => changed('NetworkPolicy', 'gateway', 'name":"backup"', 'name":"backups"'),
    'CronJob backup',
  ],
  [
    'a Service has pods',
    'a selector with a typing error',
    () => changed('Service', 'gateway', 'name":"gateway"}', 'name":"gatewy"}'),
    'Service gateway',
  ],
  [
    'the admin role is not public',
    'an ingress leads to it',
    () =>
      changed(
        'Ingress',
        'gateway',
        '"service":{"name":"gateway"',
        '"service":{"name":"gateway-admin"',
      ),
    'Ingress gateway',
  ],
  [
    'the admin role is not public',
    'a public gateway has the key',
    () => changed('Deployment', 'gateway', '"env":[', '"env":[{"name":"ADMIN_KEY_HASH"},'),
    GATEWAY,
  ],
  [
    'a single writer is one, never scaled, and gone before the next starts',
    'two of them',
    () => changed('Deployment', 'withdraw-worker', '"replicas":1', '"replicas":2'),
    'Deployment withdraw-worker',
  ],
  [
    'a single writer is one, never scaled, and gone before the next starts',
    'the next starts beside it',
    () => changed('Deployment', 'deposit-listener', 'Recreate', 'RollingUpdate'),
    'Deployment deposit-listener',
  ],
  [
    'a single writer is one, never scaled, and gone before the next starts',
    'an autoscaler',
    () => changed('HorizontalPodAutoscaler', 'signer', '"name":"signer"}}', '"name":"projector"}}'),
    'Deployment projector',
  ],
  [
    'what an autoscaler moves says no number of its own',
    'a number',
    () => changed('Deployment', 'gateway', '"spec":{', '"spec":{"replicas":3,'),
    GATEWAY,
  ],
  [
    'of several pods not all go at once, and not all are in one place',
    'without a budget',
    () => without('PodDisruptionBudget', 'matching-engine'),
    'StatefulSet matching-engine',
  ],
  [
    'of several pods not all go at once, and not all are in one place',
    'without a spread',
    () => changed('Deployment', 'gateway', '"topologySpreadConstraints"', '"spread"'),
    GATEWAY,
  ],
  [
    'a release begins with its migrations and ends with its engines',
    'engines that roll with all others',
    () => changed('StatefulSet', 'matching-engine', '"bellwether.dev/rolls":"last"', '"a":"b"'),
    'last: ',
  ],
  [
    'no secret is in a manifest',
    'a Secret',
    () => and({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'keys' } }),
    'Secret keys',
  ],
  [
    'no secret is in a manifest',
    'a password in a URL of a ConfigMap',
    () =>
      and({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'x' },
        data: { WHERE: 'nats://a:b@nats:4222' },
      }),
    'ConfigMap x',
  ],
  [
    'no secret is in a manifest',
    'a seed among the variables',
    () =>
      changed('Deployment', 'gateway', '"env":[', '"env":[{"name":"NATS_NKEY_SEED","value":"SU"},'),
    `${GATEWAY}, app`,
  ],
  [
    'a job follows no setting, as its template cannot be changed',
    'all of them',
    () =>
      changed(
        'Job',
        'migrate',
        '"image":',
        '"envFrom":[{"configMapRef":{"name":"exchange"}}],"image":',
      ),
    'Job migrate',
  ],
  ['a job ends', 'no deadline', () => backup(/"activeDeadlineSeconds":\d+,/, ''), BACKUP],
  [
    BY_THE_CLOCK,
    'beside itself',
    () => backup('"concurrencyPolicy":"Forbid"', '"concurrencyPolicy":"Allow"'),
    BACKUP,
  ],
  [BY_THE_CLOCK, "the cluster's clock", () => backup(/"timeZone":"[^"]+"/, '"a":1'), BACKUP],
  [BY_THE_CLOCK, 'all that ended', () => backup(/"failedJobsHistoryLimit":3,/, ''), BACKUP],
  [
    'an alert looks for scheduled jobs that there are',
    'nobody takes a backup',
    () => without('CronJob', 'backup'),
    BACKUP,
  ],
  [
    MEMORY,
    'half of it',
    () => changed('CronJob', 'restore', '"memory":"4Gi"', '"memory":"2Gi"'),
    'CronJob restore',
  ],
  [
    MEMORY,
    "Node's own heap",
    () => changed('CronJob', 'restore-journal', /--max-old-space-size=\d+/, '--enable-source-maps'),
    'CronJob restore-journal',
  ],
  [
    'a volume that a pod claims is there',
    'another name',
    () => backup('"claimName":"backups"', '"claimName":"backup"'),
    BACKUP,
  ],
  [
    "another's volume is only read, on the node that has it",
    'written to',
    () => backup('"name":"archive","readOnly":true', '"name":"archive","readOnly":false'),
    BACKUP,
  ],
  [
    "another's volume is only read, on the node that has it",
    'on any node',
    () => backup('"topologyKey":"kubernetes.io/hostname"', '"topologyKey":"zone"'),
    BACKUP,
  ],
  [
    "who connects to the database has its own role's secret, and nobody else's",
    "the signer's secret in a gateway",
    () => changed('Deployment', 'gateway', '"name":"database-gateway"', '"name":"database-signer"'),
    GATEWAY,
  ],
  [
    "who connects to the database has its own role's secret, and nobody else's",
    "the owner's secret in a backup",
    () => backup('"name":"database-backup"', '"name":"database-app"'),
    BACKUP,
  ],
  [
    'pages that are served are routed',
    'nobody gets to the markets',
    () =>
      changed(
        'Ingress',
        'gateway',
        '"path":"/","pathType":"Exact"',
        '"path":"/a","pathType":"Exact"',
      ),
    `${GATEWAY}: /`,
  ],
  [
    'pages that are served are routed',
    'without scripts',
    () => changed('Ingress', 'gateway', '"/assets/"', '"/asset/"'),
    `${GATEWAY}: /assets/a.js`,
  ],
  [
    'what is for the inside is not routed',
    'metrics',
    () => changed('Ingress', 'signer', '"/docs"', '"/metrics"'),
    'Ingress signer: /metrics',
  ],
  [
    'who serves operators serves their console, and no trader',
    "traders' pages",
    () =>
      changed('Deployment', 'gateway-admin', '"PAGES","value":"console"', '"PAGES","value":"on"'),
    'Deployment gateway-admin',
  ],
  [
    'proxies that are believed are named one by one',
    'every pod',
    () =>
      changed(
        'Deployment',
        'gateway',
        '"PAGES"',
        '"TRUSTED_PROXIES","value":"10.0.0.0/8"},{"name":"PAGES"',
      ),
    `${GATEWAY}: 10.0.0.0/8`,
  ],
  [
    "builders' page knows where the signer is",
    'another host',
    () =>
      changed(
        'Deployment',
        'gateway',
        '"PAGES"',
        '"SIGNER_URL","value":"https://a.example.com"},{"name":"PAGES"',
      ),
    GATEWAY,
  ],
  [
    'nobody is root',
    'a job of every night',
    () => backup('"runAsUser":65532', '"runAsUser":0'),
    BACKUP,
  ],
];

describe('a policy', () => {
  it.each(VIOLATIONS)('%s: catches %s', (policy, _, resources, named) => {
    expect(check(policy, resources())).toEqual([named]);
  });

  it('has a violation each that shows what it catches', () => {
    const shown = new Set(VIOLATIONS.map(([policy]) => policy));
    expect(POLICIES.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  });
});

describe('the pod of a CronJob', () => {
  it('has what every pod has', () => {
    const read = (name: string): unknown =>
      parse(readFileSync(join(ROOT, 'k8s/pods', name), 'utf8'));
    const { spec } = z.object({ spec: z.unknown() }).parse(read('every-pod.yaml'));
    const scheduled = z.object({ spec: z.object({ jobTemplate: z.unknown() }) });
    const { jobTemplate } = scheduled.parse(read('every-scheduled-pod.yaml')).spec;
    expect(jobTemplate).toEqual({ spec });
  });
});
