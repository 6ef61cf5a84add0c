/** The package as its users get it: packed by npm, unpacked outside this repository, then used and bundled there. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const run = promisify(execFile);

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly sideEffects: boolean;
  readonly dependencies: Readonly<Record<string, string>>;
}

let folder: string;
let installed: string;
let manifest: Manifest;

/** Builds in a directory of the test, packs, and unpacks as an installer would; dependencies are linked from ours. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-client-'));
  const built = join(folder, 'built');
  await run(process.execPath, [join(ROOT, 'libs/client/test/build.mjs'), built]);
  const npm = ['pack', '--json', '--offline', '--ignore-scripts', '--pack-destination', folder];
  await run('npm', npm, { cwd: built });
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  installed = join(folder, 'app/node_modules/@bellwether/client');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components', '1']);
  manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(folder, 'app/node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(ROOT, 'node_modules', name), link);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const textsOf = async (suffix: string): Promise<readonly string[]> => {
  const names = await readdir(installed, { recursive: true });
  const wanted = names.filter((name) => name.endsWith(suffix));
  return Promise.all(wanted.map((name) => readFile(join(installed, name), 'utf8')));
};

const program = `
import { Envelope, KeyPair, Trader, orderBytes, parsePrice } from '@bellwether/client';
import type { Book, ErrorCode, OrderRequest, Receipt, SubmittedOrder } from '@bellwether/client';

const key = KeyPair.fromSeed('07'.repeat(32));
const order: OrderRequest = {
  market_id: 'ab'.repeat(32), side: 'buy', outcome: 'yes', price: parsePrice('0.45'), size: 1, order_type: 'gtc',
};
const trader = new Trader({ gatewayUrl: 'http://127.0.0.1:1', network: 'test', key });
export const place = (): Promise<Receipt<SubmittedOrder>> => trader.placeOrder(order);
export const best = (book: Book): number | null => book.yes.bids[0]?.price ?? null;
export const code: ErrorCode = 'NONCE_TOO_LOW';
// @ts-expect-error there is no such code
export const none: ErrorCode = 'NO_SUCH_CODE';
// @ts-expect-error an order has a price
export const half: OrderRequest = { market_id: '', side: 'buy', outcome: 'yes', size: 1, order_type: 'gtc' };
export const bytes: Uint8Array = orderBytes(order, { user: trader.user, nonce: 1 });
export const envelope = new Envelope({ apiKey: 'k', secret: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' });
console.log(bytes.length, key.sign(bytes).length, order.price);
`;

async function typeCheck(options: object): Promise<string> {
  const app = join(folder, 'app');
  await writeFile(join(app, 'program.ts'), program);
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    rootDir: '.',
    outDir: 'out',
    ...options,
  };
  await writeFile(
    join(app, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['program.ts'] }),
  );
  await writeFile(join(app, 'package.json'), '{"type":"module"}');
  const { stdout } = await run(process.execPath, [TSC, '-p', app]).catch((error: unknown) =>
    typeof error === 'object' && error !== null && 'stdout' in error
      ? { stdout: String(error.stdout) }
      : { stdout: String(error) },
  );
  return stdout;
}

describe('the package', () => {
  it('names its dependencies exactly, and nothing of ours', () => {
    expect(manifest).toMatchObject({ name: '@bellwether/client', sideEffects: false });
    expect(manifest.private).toBeUndefined();
    expect(Object.keys(manifest.dependencies)).toEqual([
      '@noble/curves',
      '@noble/hashes',
      '@scure/base',
    ]);
    for (const version of Object.values(manifest.dependencies)) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });

  it('stands alone: neither code nor declarations import a lib of this repository', async () => {
    const imports = /(?:from|import)\s*\(?\s*['"](@bellwether\/[^'"]+|node:[^'"]+)['"]/;
    for (const text of [...(await textsOf('.d.ts')), ...(await textsOf('.js'))]) {
      expect(imports.exec(text)?.[1]).toBeUndefined();
    }
  });

  it.each([
    [
      'a bundler, with the types of a browser',
      { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'], types: [] },
    ],
    [
      'Node.js',
      {
        module: 'nodenext',
        moduleResolution: 'nodenext',
        lib: ['es2023'],
        types: ['node'],
        typeRoots: [join(ROOT, 'node_modules/@types')],
      },
    ],
  ])('is type-checked as for %s, its declarations too', async (_title, options) => {
    expect(await typeCheck({ target: 'es2022', ...options })).toBe('');
  });

  it('runs', async () => {
    const { stdout } = await run(process.execPath, [join(folder, 'app/out/program.js')]);
    expect(stdout).toBe('90 64 4500\n');
  });

  it('becomes a bundle for browsers, in which nothing of Node.js remains', async () => {
    const bundler = join(ROOT, 'libs/client/test/bundle-for-browser.mjs');
    const { stdout } = await run(process.execPath, [bundler, join(folder, 'app/out/program.js')]);
    const { imports, code } = JSON.parse(stdout) as { imports: string[]; code: string };
    expect(imports).toEqual([]);
    expect(code).not.toMatch(/['"]node:|\brequire\(|\bprocess\.|\bBuffer\./);
  });

  it('is small where little of it is used', async () => {
    const entry = join(folder, 'app/money.js');
    await writeFile(
      entry,
      "import { parsePrice } from '@bellwether/client'; console.log(parsePrice('0.5'));",
    );
    const bundler = join(ROOT, 'libs/client/test/bundle-for-browser.mjs');
    const { stdout } = await run(process.execPath, [bundler, entry]);
    const { code } = JSON.parse(stdout) as { code: string };
    expect(code).not.toContain('/v1/orders');
  });
});
