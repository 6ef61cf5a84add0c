/** The workflow that publishes images, as far as it can be checked without running it. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from './overlays';

const text = readFileSync(join(ROOT, '.github/workflows/images.yml'), 'utf8');

const step = z.strictObject({
  id: z.string().optional(),
  name: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  with: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
});
const workflow = z.looseObject({
  permissions: z.record(z.string(), z.string()),
  jobs: z.strictObject({
    image: z.looseObject({
      permissions: z.record(z.string(), z.string()),
      strategy: z.looseObject({ matrix: z.strictObject({ app: z.array(z.string()) }) }),
      steps: z.array(step),
    }),
  }),
});
const { permissions, jobs } = workflow.parse(parse(text));
const { image } = jobs;
const place = (name: string): number => image.steps.findIndex((one) => one.name === name);

describe('the workflow of images', () => {
  it('says that it has never run', () => {
    expect(text).toContain('THIS WORKFLOW HAS NEVER RUN');
  });

  it('makes the image of every app, and the drill', () => {
    // The web pages are in the image of the gateway.
    const apps = readdirSync(join(ROOT, 'apps')).filter((app) => app !== 'web');
    expect(image.strategy.matrix.app.toSorted()).toEqual([...apps, 'drill'].toSorted());
  });

  it('uses actions by commit, with the version beside it', () => {
    const lines = text.split('\n').filter((line) => /^\s*(?:- )?uses:/.test(line));
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  it('scans before it pushes, stops at what has a fix, and signs what it pushed, by digest', () => {
    const order = ['Build', 'Scan', 'Push', 'Sign'].map(place);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(image.steps[place('Scan')]?.with).toMatchObject({
      'fail-build': true,
      'severity-cutoff': 'high',
    });
    const sign = image.steps[place('Sign')];
    expect(sign?.env?.['IMAGE']).toContain('@${{ steps.push.outputs.digest }}');
  });

  it('scans and pushes the same build', () => {
    const inputs = ['Build', 'Push'].map((name) => {
      const {
        context,
        file,
        platforms,
        target,
        'build-args': args,
      } = image.steps[place(name)]?.with ?? {};
      return { context, file, platforms, target, args };
    });
    expect(inputs[0]).toEqual(inputs[1]);
  });

  it('publishes for a tag alone', () => {
    for (const name of ['Log in', 'Push', 'Sign'])
      expect(image.steps[place(name)]?.if).toBe("github.event_name == 'push'");
  });

  it('may read the source, write packages and prove who it is, and no more', () => {
    expect(permissions).toEqual({ contents: 'read' });
    expect(image.permissions).toEqual({
      contents: 'read',
      packages: 'write',
      'id-token': 'write',
    });
  });

  it('puts nothing of an event into a shell', () => {
    expect(image.steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
  });
});
