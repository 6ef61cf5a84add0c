/** The free space of a folder's file system: for its writers and for metrics. */
import { statfs } from 'node:fs/promises';
import { Gauge } from 'prom-client';
import type { Metrics } from '../metrics/metrics';

export interface DiskRoom {
  /** Bytes that this process may still write. */
  readonly freeBytes: number;
  /** The size of the file system. */
  readonly sizeBytes: number;
}

/** null: there is no such folder, or the system does not report it. */
export async function roomOfFolder(folder: string): Promise<DiskRoom | null> {
  try {
    // Not `bfree`: some of that is the administrator's.
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  } catch {
    return null;
  }
}

/** NaN without a limit, or with an unknown one. */
const NOT_KNOWN: DiskRoom = { freeBytes: Number.NaN, sizeBytes: Number.NaN };

/** Shows the free space of an app's folders at each scrape. @param folders their paths by name */
export function watchFolders(
  { registry }: Pick<Metrics, 'registry'>,
  folders: Readonly<Record<string, string>>,
): void {
  const gauge = (name: string, help: string, value: (room: DiskRoom) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['folder'],
      registers: [registry],
      async collect(this: Gauge<'folder'>): Promise<void> {
        for (const [folder, path] of Object.entries(folders)) {
          this.set({ folder }, value((await roomOfFolder(path)) ?? NOT_KNOWN));
        }
      },
    });
  };
  gauge(
    'bellwether_folder_free_bytes',
    'What the file system of a folder still takes. Not a number: it is not told.',
    ({ freeBytes }) => freeBytes,
  );
  gauge(
    'bellwether_folder_size_bytes',
    'What the file system of a folder holds in all.',
    ({ sizeBytes }) => sizeBytes,
  );
}
