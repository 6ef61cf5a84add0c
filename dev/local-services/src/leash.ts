import { spawn } from 'node:child_process';

/**
 * A shell that waits on its stdin. A line means "released": the server ended in the ordinary way. End of file means
 * that this process died, by whatever signal: then it stops the server, first kindly, then not.
 */
const SCRIPT = `
read -r released && exit 0
kill -s "$2" "$1" 2>/dev/null || exit 0
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  sleep 0.1
  kill -0 "$1" 2>/dev/null || exit 0
done
kill -s KILL "$1" 2>/dev/null
`;

/**
 * Ties a child's life to ours, so that even kill -9 of this process leaves no server behind.
 * Portable where PR_SET_PDEATHSIG is not; the shell has a session of its own, as a signal to our group must not end it.
 *
 * @returns releases the child: call it when the child has ended
 */
export function leash(pid: number, stopSignal: NodeJS.Signals): () => void {
  const args = ['-c', SCRIPT, 'leash', String(pid), stopSignal.replace(/^SIG/, '')];
  const shell = spawn('sh', args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  shell.on('error', () => undefined); // no shell: the child's record still lets the next start clear it
  shell.stdin.on('error', () => undefined); // the shell was killed: likewise
  shell.unref();
  return () => shell.stdin.end('released\n');
}
