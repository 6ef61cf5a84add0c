import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lockFolder } from '@bellwether/local-services';

/** Where everything of one exchange lies. Folders are ours alone, secrets 0600. */
export interface DataFolder {
  readonly root: string;
  readonly nats: string;
  readonly postgres: string;
  readonly chains: string;
  /** The apps' settings of the chains. */
  readonly chainsFile: string;
  readonly logs: string;
  /** Records of the processes that run. */
  readonly run: string;
  /** Of the engines, a folder each. */
  readonly snapshots: string;
  readonly secretsFile: string;
  readonly exchangeFile: string;
  /** Where the journal and the history are, for an operator's tools. */
  readonly operatorFile: string;
  /** Lets the next start have it. */
  release(): void;
}

/**
 * Takes the folder for this process; what a killed predecessor left is continued.
 * @throws Error when a live run holds it: two engines over one journal would fence each other for ever
 */
export function openDataFolder(root: string): DataFolder {
  const folders = {
    nats: join(root, 'nats'),
    postgres: join(root, 'postgres'),
    chains: join(root, 'chains'),
    logs: join(root, 'logs'),
    run: join(root, 'run'),
    snapshots: join(root, 'snapshots'),
  };
  for (const folder of [root, ...Object.values(folders)]) makeFolder(folder);
  keepOutOfGit(root);
  const lock = lockFolder(join(root, 'run', 'supervisor.json'), 'choose another with --data');
  return {
    root,
    ...folders,
    chainsFile: join(root, 'chains.json'),
    secretsFile: join(root, 'secrets.json'),
    exchangeFile: join(root, 'exchange.json'),
    operatorFile: join(root, 'operator.json'),
    release: () => lock.release(),
  };
}

/**
 * One folder after the other: where the kernel refuses a new one with ENOENT, as in /proc, Node.js' recursive
 * `mkdirSync` never returns.
 * @throws Error naming the folder that cannot be made
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (existsSync(folder)) return;
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`the data folder cannot be made: ${why}. Choose another with --data`, {
      cause: error,
    });
  }
}

/** It may lie in somebody's checkout: what is data is neither committed nor formatted. */
function keepOutOfGit(root: string): void {
  const file = join(root, '.gitignore');
  if (!existsSync(file)) writeFileSync(file, '*\n');
}
