/** The manifests against the models of Kubernetes and of the operators: unknown fields are rejected at any depth. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPackages } from '@bellwether/local-services';
import { z } from 'zod';
import { isCustom, parseCustomResource } from '../src/custom-resources';
import { OVERLAYS, overlay } from './overlays';

const SOURCE = fileURLToPath(new URL('../checkers', import.meta.url));

const typed = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
type Typed = z.infer<typeof typed>;
const findings = z.array(z.object({ resource: z.int(), fault: z.string() }));

let packages = '';
let folder = '';
beforeAll(async () => {
  packages = await installPackages(SOURCE, 'cluster-tools');
  folder = await mkdtemp(join(tmpdir(), 'bellwether-cluster-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const typedOf = (values: readonly unknown[]): Typed[] => values.map((value) => typed.parse(value));

/** The faults, each with the name of its resource. */
async function faultsOf(resources: readonly Typed[]): Promise<string[]> {
  const file = join(folder, 'resources.json');
  await writeFile(file, JSON.stringify(resources));
  const args = [join(SOURCE, 'check-resources.mjs'), packages, file];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return findings
    .parse(JSON.parse(stdout))
    .map(({ resource, fault }) => `${resources[resource]?.metadata.name}: ${fault}`);
}

describe('the manifests', () => {
  it('have nothing that the models do not know, in any overlay', async () => {
    const values = await Promise.all(OVERLAYS.map(overlay));
    const resources = typedOf(values.flat());
    const ours = resources.filter((one) => !isCustom(one));
    expect(ours.length).toBeGreaterThan(60);
    expect(await faultsOf(ours)).toEqual([]);
  });

  it('have of the database operator what its own schemas have', async () => {
    const resources = typedOf(await overlay('production')).filter(isCustom);
    expect(resources.map(({ kind }) => kind).toSorted()).toEqual([
      'Cluster',
      'ObjectStore',
      'ScheduledBackup',
    ]);
    for (const resource of resources) parseCustomResource(resource);
    const text = JSON.stringify(resources.find(({ kind }) => kind === 'Cluster'));
    const wrong = [
      text.replace('"initdb"', '"initdbs"'),
      text.replace('"instances":3', '"instances":"3"'),
      text.replace('"Cluster"', '"Klustur"'),
    ];
    for (const one of wrong)
      expect(() => parseCustomResource(typed.parse(JSON.parse(one)))).toThrow(
        /initdbs|instances|Klustur/,
      );
  });

  it('would be refused with a field that nobody knows, a value of another type, a kind that there is not', async () => {
    const resources = typedOf(await overlay('production'));
    const text = JSON.stringify(resources.find(({ kind }) => kind === 'StatefulSet'));
    const secret = JSON.stringify(resources.find(({ kind }) => kind === 'ExternalSecret'));
    const wrong = [
      text.replace('"terminationGracePeriodSeconds"', '"terminationGracePeriodSecondz"'),
      text.replace('"containerPort":8080', '"containerPort":"8080"'),
      text.replace('"StatefulSet"', '"StatefullSet"'),
      secret.replace('"refreshInterval"', '"refreshIntervall"'),
    ];
    const faults = (await faultsOf(typedOf(wrong.map((one) => JSON.parse(one) as unknown)))).join();
    expect(faults).toMatch(/terminationGracePeriodSecondz\S* does not exist/);
    expect(faults).toMatch(/'string' is not assignable to type 'number'/);
    expect(faults).toMatch(/there is no StatefullSet in apps\/v1/);
    expect(faults).toMatch(/refreshIntervall\S* does not exist/);
  });
});
