import { describe, expect, it } from 'vitest';
import { CodePlaces } from './code-place';
import { selfTimes } from './cpu-profile';
import { profilePage } from './profile-page';

const frame = (functionName: string, url = '') => ({
  functionName,
  url,
  lineNumber: 0,
  columnNumber: 0,
});

describe('samples of a profile', () => {
  it('each stand for the time until the next; waiting is no work', () => {
    const text = JSON.stringify({
      nodes: [
        { id: 1, callFrame: frame('(idle)') },
        { id: 2, callFrame: frame('work') },
        { id: 3, callFrame: frame('more') },
      ],
      samples: [2, 1, 3, 2],
      timeDeltas: [0, 100, 50, 30],
    });
    const times = [...selfTimes(text)].map(([{ functionName }, us]) => [functionName, us]);
    expect(times).toEqual([
      ['work', 100],
      ['more', 30],
    ]);
  });
});

describe('a place in the code', () => {
  const places = new CodePlaces();
  it.each([
    [frame('(garbage collector)'), 'garbage collection', '(garbage collector)'],
    [frame('writev'), 'native code', 'writev'],
    [frame('nextTick', 'node:internal/process'), 'Node.js', 'nextTick (internal/process)'],
    [
      frame('', 'file:///x/node_modules/@nats-io/jetstream/lib/a.js'),
      '@nats-io/jetstream',
      '(anonymous)',
    ],
    [frame('walk', 'file:///x/libs/exchange/src/book.ts'), 'libs/exchange', 'walk (src/book.ts)'],
    [frame('parse', 'file:///x/dist/apps/gateway/chunks/a1.js'), 'packages', 'parse'],
    [frame('what', 'file:///x/dist/main.js'), 'other', 'what'],
  ])('%j', (at, part, name) => {
    expect(places.of(at)).toEqual({ part, name });
  });
});

describe('the page', () => {
  it("gives each part its share of the process's CPU time, the largest first", () => {
    const load = { requests: 1_000, cpuUsPerRequest: { gateway: 100, PostgreSQL: 50 } };
    const times = new Map([
      [
        'gateway',
        [
          { part: 'zod', name: 'parse', us: 10 },
          { part: 'libs/bus', name: 'send', us: 30 },
        ],
      ],
    ]);
    const page = profilePage(load, times).join('\n').replaceAll(/ +/g, ' ');
    expect(page).toContain('| **all** | 150 |');
    expect(page).toContain('| libs/bus | 75.0 | 75.0 % |\n| zod | 25.0 | 25.0 % |');
    expect(page).toContain('| `send` of libs/bus | 75.0 | 75.0 % |');
    expect(page).not.toContain('## PostgreSQL');
  });
});
