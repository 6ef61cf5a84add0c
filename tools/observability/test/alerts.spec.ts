/** Every alert fires when it should, does not fire when it should not, and has a page that says what to do. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ALARM_RUNBOOKS } from '@bellwether/api';
import { alarmKinds } from '../src/alarm-kinds';
import { alertRules, metricsIn, pageOf, ruleGroups } from '../src/alert-rules';
import { ROOT } from '../src/checkout';
import { findPromtool } from '../src/find-promtool';
import { documentedMetrics, isSeriesOf } from '../src/source-metrics';

const run = promisify(execFile);
const RUNBOOKS = join(ROOT, 'docs/runbooks');
const TESTS = join(import.meta.dirname, 'alerts');
/** A placeholder that an overlay replaces by the URL of the operators' pages. */
const RUNBOOK_HOST = 'https://runbooks.example.com';
const OBJECTIVES = 'bellwether-objectives';
/** Metrics of Prometheus itself, of Node, kube-state-metrics, the nodes, PostgreSQL and cert-manager. */
const OF_OTHERS =
  /^(?:up|(?:process|nodejs|certmanager|cnpg|kubelet_volume_stats)_\w+|kube_(?:cronjob|deployment|statefulset)_\w+)$/;
const HEADINGS = [
  "## What it means for users' money",
  '## First look',
  '## How to mend it',
  '## How to know that it is over',
];

const groups = [...ruleGroups().keys()].filter((name) => name !== OBJECTIVES);
const testOf = (group: string): string => `${group.replace('bellwether-', '')}.yaml`;
let promtool: string;
let folder: string;

beforeAll(async () => {
  promtool = await findPromtool();
  folder = await mkdtemp(join(tmpdir(), 'bellwether-alerts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Promtool's output; fails if it is not `SUCCESS`. */
async function promtoolSays(cwd: string, ...args: string[]): Promise<string> {
  const said = await run(promtool, args, { cwd }).catch((error: unknown) => Object(error));
  return `${String(said.stdout)}${String(said.stderr)}`;
}

async function rulesIn(name: string, ...chosen: string[]): Promise<string> {
  const all = ruleGroups();
  const path = join(folder, name);
  await writeFile(path, `groups:\n${chosen.map((group) => all.get(group) ?? '').join('')}`);
  return path;
}

describe('the rules', () => {
  it('are what Prometheus reads', async () => {
    const path = await rulesIn('all.yaml', ...ruleGroups().keys());
    expect(await promtoolSays(folder, 'check', 'rules', path)).toContain('SUCCESS');
  });

  it.each(groups)('fire when they should, and only then: %s', async (group) => {
    const own = await mkdtemp(join(folder, 'group-'));
    await writeFile(
      join(own, 'rules.yaml'),
      readFileSync(await rulesIn(`${group}.yaml`, OBJECTIVES, group)),
    );
    await writeFile(join(own, 'tests.yaml'), readFileSync(join(TESTS, testOf(group))));
    const said = await promtoolSays(own, 'test', 'rules', 'tests.yaml');
    expect(said).toMatch(/SUCCESS/);
    expect(said).not.toContain('FAILED');
  });

  it('are tried both ways, each of them', () => {
    const tests = readdirSync(TESTS).map((file) => readFileSync(join(TESTS, file), 'utf8'));
    const tried = tests.flatMap(
      (text) => text.match(/(?<=- name: )\w+ (?:fires|is quiet)(?= where |$)/gm) ?? [],
    );
    const wanted = alertRules().flatMap(({ name }) => [`${name} fires`, `${name} is quiet`]);
    expect([...new Set(tried)].toSorted()).toEqual(wanted.toSorted());
  });

  it('say how bad it is, what it is and where to read on', () => {
    for (const { name, text } of alertRules()) {
      expect(text).toMatch(/severity: (?:critical|warning)\b/);
      expect(text).toMatch(/^ +summary: \S/m);
      expect(text).toMatch(/^ +description: \S/m);
      expect(text).toContain(` runbook_url: ${RUNBOOK_HOST}/${pageOf(name)}\n`);
    }
  });

  it('name the runbook that operators are shown with an alarm', () => {
    const ofKind = new Map<string, string>([['solvency_difference', 'solvency-difference']]);
    for (const { name, text } of alertRules()) {
      const [, kinds] = /alarms_total",kind=~"([a-z_|]+)"/.exec(text) ?? [];
      for (const kind of kinds?.split('|') ?? []) ofKind.set(kind, pageOf(name).replace('.md', ''));
    }
    expect(ALARM_RUNBOOKS).toEqual(Object.fromEntries(ofKind));
    expect(Object.keys(ALARM_RUNBOOKS).toSorted()).toEqual([...alarmKinds()].toSorted());
  });

  it('ask for metrics that there are, and so do their tests', () => {
    const recorded = [...ruleGroups().values()].join('').match(/(?<=- record: )\S+/g) ?? [];
    const known = new Set([...documentedMetrics(), ...recorded]);
    const tests = readdirSync(TESTS).map((file) => readFileSync(join(TESTS, file), 'utf8'));
    // A pattern over several apps' names.
    const asked = [...metricsIn([...ruleGroups().values(), ...tests].join('\n'))].filter(
      (name) => !/^bellwether[_-]?$/.test(name),
    );
    expect(asked.length).toBeGreaterThan(groups.length);
    const unknown = asked.filter((name) => !isSeriesOf(known, name) && !OF_OTHERS.test(name));
    expect(unknown).toEqual([]);
  });
});

/** Kinds that a gauge reports, besides the counter. */
const BY_A_GAUGE = ['solvency_difference'];

describe('an alarm that an app raises', () => {
  const kinds = [...alarmKinds()];

  it.each(kinds.filter((kind) => !BY_A_GAUGE.includes(kind)))('%s has its rule', (kind) => {
    const rules = alertRules().filter(({ text }) =>
      /alarms_total.*kind=~"([a-z_|]+)"/.exec(text)?.[1]?.split('|').includes(kind),
    );
    expect(rules).toHaveLength(1);
    // For an alert of several kinds, the page says what to do about this one.
    const page = readFileSync(join(RUNBOOKS, pageOf(rules[0]!.name)), 'utf8');
    expect(page).toContain(kind);
  });

  it('that a gauge tells of is among them', () => {
    expect(kinds).toEqual(expect.arrayContaining(BY_A_GAUGE));
  });
});

describe('the runbooks', () => {
  const pages = readdirSync(RUNBOOKS).filter((file) => file !== 'README.md');

  it('are one for each alert', () => {
    expect(pages.toSorted()).toEqual(
      alertRules()
        .map(({ name }) => pageOf(name))
        .toSorted(),
    );
    const index = readFileSync(join(RUNBOOKS, 'README.md'), 'utf8');
    for (const { name } of alertRules()) expect(index).toContain(`[${name}](${pageOf(name)})`);
  });

  /** Alerts of spare pods, claims and CronJobs, which one machine has none of. */
  const OF_CLUSTERS = new Set([
    'app-missing.md',
    'app-short.md',
    'database-alone.md',
    'database-instance-missing.md',
    'nats-server-missing.md',
    'restore-drill-old.md',
    'wal-not-archived.md',
  ]);
  const firstLook = (page: string): string =>
    /## First look\n(.*?)\n## /s.exec(readFileSync(join(RUNBOOKS, page), 'utf8'))?.[1] ?? '';

  it.each(pages.filter((page) => firstLook(page).includes('kubectl')))(
    '%s looks on one machine too, with services that there are',
    (page) => {
      const [, there] = firstLook(page).split('On [one machine]');
      expect(there === undefined).toBe(OF_CLUSTERS.has(page));
      const services = parse(readFileSync(join(ROOT, 'docker/compose.yaml'), 'utf8'), {
        merge: true,
      }).services as Record<string, unknown>;
      const named = [...(there ?? '').matchAll(/^dc (?:logs|ps|exec|run)((?: [^ |\n]+)*)/gm)]
        .map(([, given = '']) => given.split(' ').find((word) => /^[^-]/.test(word)))
        .filter((name) => name !== undefined && name !== '"$APP"');
      expect(Object.keys(services)).toEqual(expect.arrayContaining(named));
    },
  );

  /** Of every Debian, and what PREREQUISITES says how to install. */
  const OF_DEBIAN = ['cat', 'cd', 'cut', 'df', 'echo', 'export', 'for', 'git', 'printf', 'sleep'];

  it('call for no program that an operator was not told to install', () => {
    const prerequisites = readFileSync(join(ROOT, 'docs/PREREQUISITES.md'), 'utf8');
    const listed = [...prerequisites.matchAll(/^\| ([\w, ]+?) +\|/gm)].flatMap(([, names = '']) =>
      names.toLowerCase().split(', '),
    );
    const known = new Set([...OF_DEBIAN, ...listed, 'alias', 'dc', 'npm', 'node']);
    for (const page of [...pages, 'README.md']) {
      const text = readFileSync(join(RUNBOOKS, page), 'utf8');
      const fences = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, fence = '']) => fence);
      const commands = fences
        .join('')
        .split('\n')
        .filter((line) => /^[a-z]/.test(line));
      const inline = [...text.matchAll(/`((?:[a-z]+) [^`]+)`/g)].map(([, one = '']) => one);
      for (const command of [
        ...commands,
        ...inline.filter((one) => /^(?:nats|psql|cmctl|helm|kubectl|docker|curl) /.test(one)),
      ])
        expect([page, known.has(command.split(/[ =]/)[0] ?? '')]).toEqual([page, true]);
    }
  });

  /** Of a volume whose content may be the only copy: after a purge, NATS lacks the records before. */
  const ANEW = /delete pvc (?:archive|CLAIM)|(?:empty|new,?(?: larger)?) volume|the first record/;

  it('begin nothing anew where the journal begins later', () => {
    const texts = [...pages, 'README.md'].map((page) => ({
      page,
      text: readFileSync(join(RUNBOOKS, page), 'utf8'),
    }));
    const anew = texts.filter(({ text }) => ANEW.test(text));
    const silent = anew.filter(({ text }) => !text.includes('journal begins'));
    expect(anew.map(({ page }) => page)).toContain('archive-behind.md');
    expect(silent.map(({ page }) => page)).toEqual([]);
  });

  it.each(pages)(
    '%s says what it means, where to look, how to mend it, when it is over',
    (page) => {
      const text = readFileSync(join(RUNBOOKS, page), 'utf8');
      const parts = text.split(/^(?=## )/m).slice(1);
      expect(parts.map((part) => part.slice(0, part.indexOf('\n')))).toEqual(HEADINGS);
      for (const part of parts) expect(part.trim().split('\n').length).toBeGreaterThan(2);
      for (const [, target = ''] of text.matchAll(/\]\(([^)#]+)/g)) {
        expect([target, existsSync(join(RUNBOOKS, target))]).toEqual([target, true]);
      }
      const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
      for (const [, script = ''] of text.matchAll(/npm run (\w+)/g)) {
        expect(Object.keys(scripts)).toContain(script);
      }
    },
  );
});
