import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Of each log; what went wrong first is rarely further back. */
const LINES_A_LOG = 5;
/** As our apps, nats-server and PostgreSQL write it. */
const COMPLAINT = /"level":"(warn|error|fatal)"|\[(ERR|WRN|FTL)\]|\b(ERROR|FATAL|PANIC):/;

/**
 * The last complaints of each log of a folder; of a log without any, its last line.
 * @returns {Promise<string[]>} each with the name of its file before it
 */
export async function complaintsIn(folder) {
  const files = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    files
      .filter((file) => file.endsWith('.log'))
      .toSorted()
      .map(async (file) => {
        const lines = (await readFile(join(folder, file), 'utf8')).trimEnd().split('\n');
        const complaints = lines.filter((line) => COMPLAINT.test(line));
        const shown = complaints.length > 0 ? complaints.slice(-LINES_A_LOG) : lines.slice(-1);
        return shown.filter((line) => line !== '').map((line) => `${file}: ${line}`);
      }),
  );
  return found.flat();
}
