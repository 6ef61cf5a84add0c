/** Summarises the output of npm and Nx while they work. */

/**
 * Parses the output of `npm ci --loglevel=info`.
 * @param {(line: string) => void} report called with each step, as `312 downloads, 20 s`
 */
export function npmSays(report) {
  const startedMs = performance.now();
  const complaints = [];
  let downloads = 0;
  let step = '';
  const again = () => {
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    const parts = [downloads > 0 ? `${downloads} downloads` : '', step, `${seconds} s`];
    report(parts.filter((part) => part !== '').join(', '));
  };
  const receive = linesOf((line) => {
    if (line.startsWith('npm http fetch ')) downloads++;
    else if (/^npm (warn|error) /.test(line)) complaints.push(line);
    else if (line.startsWith('added ')) step = line;
    else step = /^npm info run (\S+ \w+) (?!\{)/.exec(line)?.[1] ?? step;
    again();
  });
  return { receive, again, complaints: () => complaints };
}

/**
 * Parses the output of `nx run-many --output-style=static`.
 * @param {(done: number, all: number) => void} report called for each task, from the first one that was really run
 */
export function tasksDone(report) {
  let done = 0;
  let all = 0;
  let hasRun = false;
  return linesOf((line) => {
    const head = /Running targets? .* for (\d+) projects?(?: and (\d+) tasks?)?/.exec(line);
    if (head !== null) all = Number(head[1]) + Number(head[2] ?? 0);
    const task = /^> nx run \S+(.*)$/.exec(line);
    if (task === null) return;
    done++;
    if (!/cache/.test(task[1])) hasRun = true;
    if (hasRun) report(done, Math.max(done, all));
  });
}

/** Splits text that arrives in arbitrary pieces into lines, for stdout and stderr separately. */
function linesOf(onLine) {
  const unfinished = new Map();
  return (text, stream) => {
    const lines = `${unfinished.get(stream) ?? ''}${text}`.split('\n');
    unfinished.set(stream, lines.pop());
    for (const line of lines) onLine(line);
  };
}
