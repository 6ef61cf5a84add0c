/**
 * What a local chain does in a second: node dev/local-chain/bench/measure-chain.mjs [transactions]
 *
 * The chain runs in a process of its own with a data folder; token transfers go in over HTTP with preflight and
 * full metadata. Then it is killed with -9 and started again, which is timed too.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as kit from '@solana/kit';
import * as token from '@solana-program/token';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PACKAGES = [
  'litesvm',
  'ws',
  '@solana/kit',
  '@solana-program/system',
  '@solana-program/token',
];
const STARTER = `
import { startLocalChain } from './chain.mjs';
const [dataDir, mint, mintAuthority] = process.argv.slice(2);
const genesis = { mints: [{ address: mint, decimals: 6, mintAuthority }] };
const before = performance.now();
const local = await startLocalChain({ dataDir, genesis });
console.log(local.url, performance.now() - before);
`;
const transactions = Number(process.argv[2] ?? 2_000);
const IN_FLIGHT = 8;

const folder = mkdtempSync(join(tmpdir(), 'bellwether-bench-chain-'));
const source = join(ROOT, 'dev/local-chain/src/rpc/start-local-chain.ts');
const target = ['--file', join(folder, 'chain.mjs'), '--format', 'esm', '--platform', 'node'];
const external = PACKAGES.flatMap((name) => ['-e', name]);
const config = ['--tsconfig', join(ROOT, 'tsconfig.base.json')];
const rolldown = join(ROOT, 'node_modules/.bin/rolldown');
execFileSync(rolldown, [source, ...target, ...config, ...external]);
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
writeFileSync(join(folder, 'starter.mjs'), STARTER);

async function start(args) {
  const child = spawn(
    process.execPath,
    [join(folder, 'starter.mjs'), join(folder, 'data'), ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const [url, readyMs] = line.split(' ');
  return { child, url, readyMs: Number(readyMs) };
}

async function stop({ child }) {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const payer = await kit.generateKeyPairSigner();
const mint = (await kit.generateKeyPairSigner()).address;
const args = [mint, payer.address];
const first = await start(args);
const rpc = kit.createSolanaRpc(first.url);

async function signed(instructions) {
  const { value } = await rpc.getLatestBlockhash({ commitment: 'processed' }).send();
  const message = kit.pipe(
    kit.createTransactionMessage({ version: 0 }),
    (draft) => kit.setTransactionMessageFeePayerSigner(payer, draft),
    (draft) => kit.setTransactionMessageLifetimeUsingBlockhash(value, draft),
    (draft) => kit.appendTransactionMessageInstructions(instructions, draft),
  );
  return kit.getBase64EncodedWireTransaction(await kit.signTransactionMessageWithSigners(message));
}
const send = (wire) => rpc.sendTransaction(wire, { encoding: 'base64' }).send();

await rpc.requestAirdrop(payer.address, kit.lamports(10n ** 12n)).send();
const tokenProgram = token.TOKEN_PROGRAM_ADDRESS;
const other = (await kit.generateKeyPairSigner()).address;
const [[from], [to]] = await Promise.all(
  [payer.address, other].map((owner) =>
    token.findAssociatedTokenPda({ owner, mint, tokenProgram }),
  ),
);
const create = (owner) =>
  token.getCreateAssociatedTokenIdempotentInstructionAsync({ payer, owner, mint });
const amount = 10n ** 12n;
await send(
  await signed([
    await create(payer.address),
    await create(other),
    token.getMintToInstruction({ mint, token: from, mintAuthority: payer, amount }),
  ]),
);

const wires = [];
for (let index = 1; index <= transactions; index++) {
  const source = { source: from, mint, destination: to, authority: payer };
  const moved = { ...source, amount: BigInt(index), decimals: 6 };
  wires.push(await signed([token.getTransferCheckedInstruction(moved)]));
}
/** Processor time of a process, from the system's ticks of 10 ms. */
function cpuMs({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const cpuBeforeMs = cpuMs(first.child);
const beforeMs = performance.now();
const queue = wires.values();
await Promise.all(
  Array.from({ length: IN_FLIGHT }, async () => {
    for (const wire of queue) await send(wire);
  }),
);
const perSecond = transactions / ((performance.now() - beforeMs) / 1_000);
const cpuPerTransferMs = (cpuMs(first.child) - cpuBeforeMs) / transactions;
await stop(first);
const second = await start(args);
await stop(second);
rmSync(folder, { recursive: true, force: true });

process.stdout.write(`ready, empty: ${first.readyMs.toFixed(0)} ms
token transfers with preflight: ${perSecond.toFixed(0)} a second, ${cpuPerTransferMs.toFixed(2)} ms of a processor each
ready, with ${transactions} of them, after kill -9: ${second.readyMs.toFixed(0)} ms
`);
