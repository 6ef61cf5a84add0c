/** The guardian service with chains behind their RPC: what it signs, when, and the faults that tests can set. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toHex } from '@bellwether/codec';
import { decodeVaa, encodeVaaBody, tokenBridgeSeeds, verifyVaa } from '@bellwether/wormhole';
import { bytesOf } from '../../src/network/genesis-account';
import { startFaultyRpc } from '../../src/rpc/faults';
import type { FaultyRpc } from '../../src/rpc/faults';
import { startGuardians } from '../../src/wormhole/guardians';
import type { Guardians } from '../../src/wormhole/guardians';
import { BridgeBench, GUARDIAN_KEYS, GUARDIAN_SET, USDC } from './bridge-bench';
import { tokenBridgeAddress } from './wormhole-instructions';

const FINALIZE_AFTER_BLOCKS = 8;

let bench: BridgeBench;
let extRpc: FaultyRpc;
let guardians: Guardians;
let emitter: string;

const start = () => {
  const { main } = bench.running;
  return startGuardians({
    privateKeys: GUARDIAN_KEYS,
    guardianSetIndex: GUARDIAN_SET.index,
    pollMs: 5,
    chains: [
      { chain: 'ext', rpcUrl: extRpc.url },
      { chain: 'main', rpcUrl: main.url },
    ],
  });
};

beforeAll(async () => {
  bench = await BridgeBench.open({ finalizeAfterBlocks: FINALIZE_AFTER_BLOCKS });
  emitter = toHex(bytesOf(await tokenBridgeAddress('ext', tokenBridgeSeeds.emitter())));
  extRpc = await startFaultyRpc({ upstream: bench.running.ext.url });
  guardians = await start();
});
afterAll(async () => {
  await guardians.close();
  await extRpc.stop();
  await bench.close();
});
afterEach(() => guardians.setFaults({}));

const ask = async (path: string) => {
  const response = await fetch(`${guardians.url}/v1/signed_vaa/${path}`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const vaaNow = async (sequence: bigint): Promise<Uint8Array | undefined> => {
  const { status, body } = await ask(`1/${emitter}/${sequence}`);
  return status === 200
    ? new Uint8Array(Buffer.from(String(body['vaaBytes']), 'base64'))
    : undefined;
};

/** Polls until there is one: the guardians watch the chains continuously. */
const vaaOf = async (sequence: bigint): Promise<Uint8Array> => {
  for (;;) {
    const vaa = await vaaNow(sequence);
    if (vaa !== undefined) return vaa;
    await sleep(5);
  }
};

/** A transfer on ext, with the body that guardians should sign. */
const posted = async () => {
  const to = await bench.accountOf(bench.wrapped.usdc);
  const { message, landed } = await bench.transfer('ext', { mint: USDC, amount: 5n, to });
  expect(landed.error).toBeNull();
  return bench.bodyOf('ext', message);
};

const NOT_FOUND = {
  status: 404,
  body: { code: 5, message: 'requested VAA not found in store', details: [] },
};

it('a message is signed when it is final, not before', async () => {
  const marker = await posted();
  bench.chains.ext.advance(FINALIZE_AFTER_BLOCKS - 1); // the next transaction's block makes the marker final
  const body = await posted();
  await vaaOf(marker.sequence); // the guardians are up to date
  expect(await ask(`1/${emitter}/${body.sequence}`)).toEqual(NOT_FOUND);
  bench.chains.ext.advance(FINALIZE_AFTER_BLOCKS);
  const vaa = await vaaOf(body.sequence);
  expect(verifyVaa(vaa, GUARDIAN_SET)).toEqual({ vaa: decodeVaa(vaa) });
  expect(decodeVaa(vaa).signatures).toHaveLength(13);
  expect(encodeVaaBody(decodeVaa(vaa))).toEqual(encodeVaaBody(body));
  expect(vaa).toHaveLength(1_048);
});

it('a message that a fork drops is never signed', async () => {
  const lost = await posted();
  bench.chains.ext.fork(2);
  const kept = await posted();
  expect(kept.sequence).toBe(lost.sequence);
  bench.chains.ext.advance(FINALIZE_AFTER_BLOCKS);
  expect(encodeVaaBody(decodeVaa(await vaaOf(kept.sequence)))).toEqual(encodeVaaBody(kept));
});

it('after a restart the same messages have the same VAAs', async () => {
  const { sequence } = await posted();
  bench.chains.ext.advance(FINALIZE_AFTER_BLOCKS);
  const before = await vaaOf(sequence);
  await guardians.close();
  guardians = await start();
  expect(await vaaOf(sequence)).toEqual(before);
  expect(await vaaOf(0n)).toHaveLength(1_048);
});

it('messages that came while no guardian was there are found', async () => {
  await guardians.close();
  const { sequence } = await posted();
  bench.chains.ext.advance(FINALIZE_AFTER_BLOCKS + 300);
  guardians = await start();
  expect(await vaaOf(sequence)).toHaveLength(1_048);
});

it('messages that came while the RPC failed are found', async () => {
  const { asked, faults } = extRpc;
  faults.fails = () => ({ httpStatus: 503 });
  const { sequence } = await posted();
  bench.chains.ext.advance(FINALIZE_AFTER_BLOCKS);
  const before = asked.length;
  while (asked.length < before + 2) await sleep(5); // they have tried, in vain
  expect(await vaaNow(sequence)).toBeUndefined();
  faults.fails = () => undefined;
  expect(await vaaOf(sequence)).toHaveLength(1_048);
});

describe('what is asked wrongly', () => {
  it.each([
    ['a chain that is no number', 'ext/00/1', 400],
    ['an emitter that is no hex', `1/${'z'.repeat(64)}/1`, 400],
    ['a short emitter', '1/00ff/1', 400],
    ['a sequence that is no number', `1/${'00'.repeat(32)}/-1`, 400],
    ['a sequence past 64 bits', `1/${'00'.repeat(32)}/18446744073709551616`, 400],
    ['a chain that nobody watches', `2/${'00'.repeat(32)}/1`, 404],
    ['an emitter without messages', `1/${'00'.repeat(32)}/1`, 404],
    ['a sequence to come', `1/${'00'.repeat(32)}/18446744073709551615`, 404],
    ['a path that is none', 'x', 404],
  ])('%s', async (_what, path, status) => {
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      code: status === 400 ? 3 : 5,
      message: expect.any(String),
      details: [],
    });
  });
});
