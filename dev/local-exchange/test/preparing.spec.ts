import { describe, expect, it } from 'vitest';
import { npmSays, tasksDone } from '../../../tools/prepare-progress.mjs';
import { Progress } from '../../../tools/progress.mjs';

describe('what is told of npm ci', () => {
  it('is downloads and scripts as they come, in whatever pieces, and its complaints are kept', () => {
    const reported: string[] = [];
    const { receive, complaints } = npmSays((line) => reported.push(line.replace(/\d+ s$/, 'N s')));
    receive('npm http fetch GET 200 https://one.example/a 12ms\nnpm http fe', 'stderr');
    receive('added 2 packages in 1s\n', 'stdout');
    receive('tch GET 200 https://one.example/b 12ms\nnpm warn old lockfile\n', 'stderr');
    receive('npm info run nx@23.2.1 postinstall node_modules/nx node x.js\n', 'stderr');
    receive('npm info run nx@23.2.1 postinstall { code: 0, signal: null }\n', 'stderr');
    expect(reported).toEqual([
      '1 downloads, N s',
      '1 downloads, added 2 packages in 1s, N s',
      '2 downloads, added 2 packages in 1s, N s',
      '2 downloads, added 2 packages in 1s, N s',
      '2 downloads, nx@23.2.1 postinstall, N s',
      '2 downloads, nx@23.2.1 postinstall, N s',
    ]);
    expect(complaints()).toEqual(['npm warn old lockfile']);
  });
});

describe('what is told of a build', () => {
  const head = ' NX   Running targets generate, build for 3 projects and 1 task they depend on:\n';

  it('counts tasks as they end, from the first one that was run', () => {
    const reported: string[] = [];
    const receive = tasksDone((done, all) => reported.push(`${done} of ${all}`));
    receive(`${head}\n> nx run a:build  [local cache]\n\n> node a\n`, 'stdout');
    expect(reported).toEqual([]);
    receive('> nx run b:build\n> nx run c:bu', 'stdout');
    receive('ild  [existing outputs match the cache, left as is]\n> nx run d:generate\n', 'stdout');
    expect(reported).toEqual(['2 of 4', '3 of 4', '4 of 4']);
  });

  it('is nothing where nothing is to be built', () => {
    const receive = tasksDone(() => expect.unreachable());
    receive(`${head}> nx run a:build  [local cache]\n> nx run b:build  [local cache]\n`, 'stdout');
  });
});

describe('a line of progress', () => {
  const streamOf = (isTTY: boolean) => {
    const written: string[] = [];
    return { isTTY, columns: 10, written, write: (text: string) => written.push(text) };
  };

  it('is rewritten on a terminal, cut to its width, and left there at the end', () => {
    const stream = streamOf(true);
    const progress = new Progress({ stream });
    for (const line of ['one', 'a line that is longer']) progress.say(line);
    progress.end();
    progress.end();
    expect(stream.written).toEqual(['\r\u001B[2Kone', '\r\u001B[2Ka line th', '\n']);
  });

  it('is a line of its own elsewhere, and not more often than asked for', () => {
    const stream = streamOf(false);
    const progress = new Progress({ stream, everyMs: 3_600_000 });
    for (const line of ['one', 'two']) progress.say(line);
    progress.end();
    expect(stream.written).toEqual(['one\n']);
  });
});
