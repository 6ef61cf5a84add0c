/** What npm and Nx write while they work, in a few words. */

/**
 * Reads the output of `npm ci --loglevel=info`.
 * @param {(line: string) => void} tell hears each step, as `312 downloads, 20 s`
 */
export function npmSays(tell) {
  const startedMs = performance.now();
  const complaints = [];
  let downloads = 0;
  let step = '';
  const again = () => {
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    const parts = [downloads > 0 ? `${downloads} downloads` : '', step, `${seconds} s`];
    tell(parts.filter((part) => part !== '').join(', '));
  };
  const hear = linesOf((line) => {
    if (line.startsWith('npm http fetch ')) downloads++;
    else if (/^npm (warn|error) /.test(line)) complaints.push(line);
    else if (line.startsWith('added ')) step = line;
    else step = /^npm info run (\S+ \w+) (?!\{)/.exec(line)?.[1] ?? step;
    again();
  });
  return { hear, again, complaints: () => complaints };
}

/**
 * Reads the output of `nx run-many --output-style=static`.
 * @param {(done: number, all: number) => void} tell hears of each task, from the first one on that was really run
 */
export function tasksDone(tell) {
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
    if (hasRun) tell(done, Math.max(done, all));
  });
}

/** Text comes in pieces that end anywhere; stdout and stderr each have their own. */
function linesOf(onLine) {
  const unfinished = new Map();
  return (text, stream) => {
    const lines = `${unfinished.get(stream) ?? ''}${text}`.split('\n');
    unfinished.set(stream, lines.pop());
    for (const line of lines) onLine(line);
  };
}
