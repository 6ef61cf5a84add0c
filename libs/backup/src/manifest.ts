/** A backup's manifest. It is written last: a folder without one is a backup that was cut off. */
import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NETWORKS } from '@bellwether/exchange';
import { z } from 'zod';

const FILE = 'manifest.json';
const OWNER_ALONE = 0o600;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const sum = z.string().regex(/^-?\d+$/);

const manifestShape = z.object({
  version: z.literal(1),
  /** Time of the rows' database snapshot. */
  taken_at: z.iso.datetime(),
  /** Migrations of the database's tables: `copyIn` needs these and accepts later ones. */
  migrations: z.array(z.string()).readonly(),
  tables: z
    .array(
      z.object({
        table: z.string(),
        columns: z.array(z.string()).readonly(),
        rows: z.int(),
        sha256: hash,
      }),
    )
    .readonly(),
  /** The journal that belongs to the rows, which reaches at least this far. */
  journal: z.object({
    network: z.enum(NETWORKS),
    shard: z.int(),
    record: z.int(),
    record_hash: hash,
    seq: z.int(),
    /** State hash of the exchange after `seq`, from replaying the archive. */
    state_hash: hash,
  }),
  /** Sums of history, which is not copied, to compare with a rebuilt one. Null if there was no history yet. */
  history: z
    .object({ seq: z.int(), timestamp_ms: z.int(), sums: z.record(z.string(), sum).readonly() })
    .nullable(),
});
export type Manifest = z.infer<typeof manifestShape>;
export type JournalMark = Manifest['journal'];

/** Durable when the promise resolves. Call it last: it makes the backup complete. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const unfinished = join(folder, `${FILE}.new`);
  const file = await open(unfinished, 'w', OWNER_ALONE);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(folder, FILE));
  for (const path of [folder, dirname(folder)]) await syncFolder(path);
}

/** A new name is durable only when its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws Error if the folder holds no complete backup, or its manifest cannot be read or is not of this release */
export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = await manifestIn(folder);
  if (manifest === null) throw new Error(`${folder} holds no whole backup`);
  return manifest;
}

/**
 * Null if there is none: the backup was cut off.
 * @throws Error if it cannot be read or is not of this release: the backup may be complete
 */
export async function manifestIn(folder: string): Promise<Manifest | null> {
  try {
    return manifestShape.parse(JSON.parse(await readFile(join(folder, FILE), 'utf8')));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`the manifest of ${folder} is unreadable: ${String(cause)}`, { cause });
  }
}
