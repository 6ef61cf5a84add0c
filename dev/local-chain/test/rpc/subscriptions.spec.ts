import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateKeyPairSigner } from '@solana/kit';
import type { Address, KeyPairSigner } from '@solana/kit';
import { WebSocket } from 'ws';
import { SUBSCRIPTIONS_PER_CONNECTION_MAX, startLocalChain } from '@bellwether/local-chain';
import type { RunningChain } from '@bellwether/local-chain';
import { fundedWallet, transfer } from '../chain/wallet';

const AMOUNT = 5_000_000n;
interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly method?: string;
  readonly params?: { readonly subscription: number; readonly result: unknown };
}
let local: RunningChain;
let socket: WebSocket;
let reported: Message[];
let payer: KeyPairSigner;
let recipient: Address;
let waiting: Map<number, (message: Message) => void>;

beforeEach(async () => {
  local = await startLocalChain({ isMoving: false, finalizeAfterBlocks: 3 });
  payer = await fundedWallet(local.chain);
  recipient = (await generateKeyPairSigner()).address;
  local.chain.advance(4);
  socket = new WebSocket(local.wsUrl);
  reported = [];
  waiting = new Map();
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString('utf8')) as Message;
    if (message.id === undefined) reported.push(message);
    else waiting.get(message.id)?.(message);
  });
  await once(socket, 'open');
});
afterEach(async () => {
  socket.terminate();
  await local.stop();
});

let lastId = 0;
async function ask(method: string, ...params: unknown[]): Promise<Message> {
  const id = ++lastId;
  const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
  socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  return answer;
}
/** Everything sent before an answer has arrived with it: a WebSocket keeps the order. */
const results = async (method: string) => {
  await ask('getHealth');
  return reported
    .filter((message) => message.method === method)
    .map(({ params }) => params!.result);
};
const send = async () => {
  const lifetime = local.chain.latestBlockhash('processed');
  return local.chain.submit(await transfer(payer, { to: recipient, amount: AMOUNT, lifetime }));
};

describe('a subscription', () => {
  it('to slots tells each with its parent and the root', async () => {
    await ask('slotSubscribe');
    const { slot } = local.chain;
    local.chain.advance(2);
    expect(await results('slotNotification')).toEqual([
      { slot: slot + 1, parent: slot, root: slot - 2 },
      { slot: slot + 2, parent: slot + 1, root: slot - 1 },
    ]);
  });

  it('to roots tells what is final', async () => {
    await ask('rootSubscribe');
    const { slot } = local.chain;
    local.chain.advance(2);
    expect(await results('rootNotification')).toEqual([slot - 2, slot - 1]);
  });

  it('to an account tells it at the commitment, and that a fork took it back', async () => {
    await ask('accountSubscribe', recipient, { commitment: 'confirmed', encoding: 'base64' });
    await send();
    expect(await results('accountNotification')).toEqual([]);
    local.chain.advance();
    local.chain.fork(2);
    expect(await results('accountNotification')).toMatchObject([
      { value: { lamports: Number(AMOUNT) } },
      { value: { lamports: 0 } },
    ]);
  });

  it('to a signature ends with its one notification, also when it landed before', async () => {
    const { signature } = await send();
    await ask('signatureSubscribe', signature, { commitment: 'finalized' });
    local.chain.advance(5);
    const final = { err: null };
    expect(await results('signatureNotification')).toMatchObject([{ value: final }]);
    await ask('signatureSubscribe', signature, { commitment: 'finalized' });
    await ask('getHealth');
    expect(await results('signatureNotification')).toHaveLength(2);
  });

  it('to a program tells accounts that pass its filters', async () => {
    const system = '11111111111111111111111111111111';
    const filters = [{ dataSize: 0 }];
    await ask('programSubscribe', system, { commitment: 'processed', encoding: 'base64', filters });
    await send();
    const changed = (await results('programNotification')) as { value: { pubkey: string } }[];
    expect(changed.map(({ value }) => value.pubkey).toSorted()).toEqual(
      [payer.address, recipient].toSorted(),
    );
  });

  it('to logs tells the transactions that mention an address', async () => {
    await ask('logsSubscribe', { mentions: [recipient] }, { commitment: 'processed' });
    const { signature } = await send();
    await local.chain.airdrop(payer.address, AMOUNT);
    expect(await results('logsNotification')).toMatchObject([{ value: { signature, err: null } }]);
  });

  it('ends when its connection says so, and no other can end it', async () => {
    const { result: id } = await ask('slotSubscribe');
    expect(await ask('rootUnsubscribe', id)).toMatchObject({ result: false });
    expect(await ask('slotUnsubscribe', id)).toMatchObject({ result: true });
    local.chain.advance();
    expect(await results('slotNotification')).toEqual([]);
  });

  it('is refused beyond the limit of a connection', async () => {
    for (let count = 0; count < SUBSCRIPTIONS_PER_CONNECTION_MAX; count++)
      await ask('rootSubscribe');
    const { error } = await ask('rootSubscribe');
    expect(error!.message).toContain(`the most is ${SUBSCRIPTIONS_PER_CONNECTION_MAX}`);
  });
});

describe('a connection', () => {
  it.each([
    [
      'an id as deep as a body can hold',
      `{"id":${'['.repeat(200_000)}${']'.repeat(200_000)},"method":1}`,
    ],
    ['an id that is an object', '{"id":{"a":1},"method":"getSlot"}'],
    ['no JSON', '{"id":1'],
    ['a string without an end', `[1111111111111111,"${'\\"'.repeat(200_000)}`],
    [
      'parameters as deep',
      `{"id":1,"method":"getBalance","params":[${'['.repeat(200_000)}${']'.repeat(200_000)}]}`,
    ],
    [
      'a long integer among wrong parameters',
      '{"id":null,"method":"getBalance","params":[[1111111111111111111]]}',
    ],
    ['a null', 'null'],
  ])('that sends %s is answered, and the chain goes on', async (_, body) => {
    const answered = new Promise<Message>((resolve) => {
      socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()) as Message));
    });
    socket.send(body);
    expect((await answered).error).toBeDefined();
    expect(await ask('getHealth')).toMatchObject({ result: 'ok' });
    const response = await fetch(local.url, { method: 'POST', body });
    expect(await response.json()).toHaveProperty('error');
  });

  it('that asks and does not read is closed', async () => {
    const request = JSON.stringify({ id: 'x'.repeat(400_000), method: 'getHealth' });
    const closed = once(socket, 'close');
    socket.pause();
    for (let sent = 0; sent < 100; sent++) socket.send(request); // each comes back with its id
    for (let asked = 0; asked < 20; asked++) await fetch(`${local.url}/health`);
    socket.resume();
    await closed;
    const response = await fetch(`${local.url}/health`);
    expect(await response.text()).toBe('ok');
  });
});

describe('a port that is taken', () => {
  it('is an error of the start, not the end of the process', async () => {
    await expect(startLocalChain({ port: local.port })).rejects.toThrow(/EADDRINUSE/);
  });
});
