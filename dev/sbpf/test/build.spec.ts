/** Programs are built by the real compiler and run by the real machine; what would fail there is refused here. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuildError } from '../src/build-error';
import { compile } from '../src/compile';
import { link } from '../src/link';
import { SYSTEM_CALLS } from '../src/system-calls';
import { runProgram } from './run-program';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const INCLUDE = path('../include');
const BUILD = path('../build.mjs');
const EVERYTHING = path('programs/everything.c');

const build = async (source: string, defines: readonly string[] = []) =>
  link(await compile({ source, includeFolder: INCLUDE, defines }));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellwether-sbpf-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a built program', () => {
  it('runs: constants, pointers to them, calls, system calls, heap, duplicate accounts', async () => {
    const program = await build(EVERYTHING);
    const { logs, result } = await runProgram(program, Uint8Array.of(3, 1), { accounts: 2 });
    expect(logs.filter((line) => /^Program (log|data): /.test(line))).toEqual([
      'Program log: hello',
      'Program log: zer',
      'Program log: 0x2, 0x2, 0x6, 0x301, 0x9',
      'Program data: AwE= IQ==',
      'Program log: 0x1f1df0, 0x3e8, 0x0, 0x0, 0x0',
    ]);
    expect(result).toBe('ok');
  });

  it('answers with its errors: its own, and built-in ones', async () => {
    const program = await build(EVERYTHING);
    const own = await runProgram(program, Uint8Array.of(9, 0), { accounts: 0 });
    expect(own.result).toBe('custom program error: 0x1092');
    const builtIn = await runProgram(program, new Uint8Array(), { accounts: 0 });
    expect(builtIn.result).toBe('invalid instruction data');
  });

  it('is the same bytes each time, wherever its source lies', async () => {
    const elsewhere = join(folder, 'renamed.c');
    copyFileSync(EVERYTHING, elsewhere);
    const [first, second] = [await build(EVERYTHING), await build(elsewhere)];
    expect(first.equals(second)).toBe(true);
  });

  it('takes definitions', async () => {
    const source = join(folder, 'defined.c');
    writeFileSync(
      source,
      '#include "svm.h"\nu64 entrypoint(const u8 *in) { return in[0] ? ANSWER : ANSWER; }\n',
    );
    for (const answer of [41, 42]) {
      const program = await build(source, [`-DANSWER=${answer}`]);
      const { result } = await runProgram(program, new Uint8Array(), { accounts: 0 });
      expect(result).toBe(`custom program error: 0x${answer.toString(16)}`);
    }
  });
});

describe('refused when it is built', () => {
  const refusals: Readonly<Record<string, RegExp>> = {
    'atomic-add': /instruction 0xdb is not of sBPF v0/,
    float: /'__muldf3' is not supported/,
    'function-pointer': /pointer to a function/,
    'implicit-memcpy': /'memcpy' is not supported/,
    'initialized-global': /writable global data \(\.data\)/,
    'large-frame': /stack limit of 512 bytes is exceeded/,
    'no-entry': /no function entrypoint/,
    'pointer-call': /call of a function pointer/,
    'signed-division': /signed division/,
    'six-arguments': /too many args/,
    'unknown-call': /sol_get_money is neither defined nor a system call/,
    warning: /unused variable/,
    'wide-integer': /'__multi3' is not supported/,
    'writable-global': /writable global data \(\.bss\)/,
  };

  it('every trap of the folder is in the table', () => {
    const files = readdirSync(path('programs/traps')).map((file) => file.replace(/\.c$/, ''));
    expect(files.toSorted()).toEqual(Object.keys(refusals).toSorted());
  });

  it.each(Object.entries(refusals))('%s', async (name, reason) => {
    const error: unknown = await build(path(`programs/traps/${name}.c`)).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(BuildError);
    expect(String(error)).toMatch(reason);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('int main() {}'.repeat(10))],
    [
      'an object for another machine',
      Buffer.from(readFileSync(process.execPath).subarray(0, 4096)),
    ],
  ])('%s in place of an object', (_title, bytes) => {
    expect(() => link(bytes)).toThrow(BuildError);
  });

  it('a program that is linked already', async () => {
    const program = await build(EVERYTHING);
    expect(() => link(program)).toThrow('not a relocatable eBPF object');
  });
});

it('the header declares the system calls that the linker knows', () => {
  const header = readFileSync(join(INCLUDE, 'svm/syscalls.h'), 'utf8');
  const declared = Array.from(header.matchAll(/^extern \w+ (\w+)\(/gm), ([, name]) => name!);
  expect(new Set(declared)).toEqual(SYSTEM_CALLS);
});

describe('the command', () => {
  const run = (...args: string[]): { readonly status: number; readonly output: string } => {
    try {
      const output = execFileSync(process.execPath, [BUILD, ...args], { stdio: 'pipe' });
      return { status: 0, output: String(output) };
    } catch (error) {
      const { status, stderr } = error as { status: number; stderr: Buffer };
      return { status, output: String(stderr) };
    }
  };

  it('writes the program', () => {
    const target = join(folder, 'everything.so');
    expect(run(EVERYTHING, target)).toMatchObject({ status: 0 });
    expect(readFileSync(target).subarray(1, 4).toString()).toBe('ELF');
  });

  it('leaves what was there when the build fails, and says why', () => {
    const target = join(folder, 'kept.so');
    writeFileSync(target, 'before');
    const { status, output } = run(path('programs/traps/no-entry.c'), target);
    expect([status, readFileSync(target, 'utf8')]).toEqual([1, 'before']);
    expect(output).toMatch(/no-entry\.c: no function entrypoint/);
  });

  it.each([[[]], [['only-a-source.c']], [['a.c', 'a.so', '-O3']]])(
    'says how to use it: %j',
    (args) => {
      expect(run(...args)).toMatchObject({ status: 2, output: expect.stringMatching(/^usage: /) });
    },
  );
});
