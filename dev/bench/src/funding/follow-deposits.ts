import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BuilderClient } from '@bellwether/client';
import type { Deposit } from '@bellwether/client';
import { createSolanaRpc, signature as signatureOf } from '@solana/kit';
import type { ExchangeFile } from '../../../local-exchange/src/exchange-file';

const POLL_MS = 25;
const PAUSE_MS = 1_000;
const TIMEOUT_MS = 180_000;
const FIRST_MICRO_USDC = 20_000_000;

interface FollowedDeposit {
  /** Milliseconds after the node reported the transfer as final. Negative if it was shown before. */
  readonly seenSeconds: number;
  readonly creditedSeconds: number;
  /**
   * The first slot in which the transfer is final: as far after its own as the chain's newest slot is after its final
   * one.
   */
  readonly finalSlot: number;
  /** The time of the vault's credit. */
  readonly creditSlot: number | null;
}

/** Sends `count` deposits of USDC, one a second, each of a new user. Follows each to its credit. */
export function followDeposits(
  file: ExchangeFile,
  chain: 'ext' | 'main',
  count: number,
): Promise<FollowedDeposit[]> {
  const { gateway_url: gatewayUrl, signer_url: signerUrl, api_key: apiKey, secret } = file;
  const builder = new BuilderClient({ gatewayUrl, signerUrl, apiKey, secret });
  const rpcUrl = chain === 'ext' ? file.ext_rpc_url : file.main_rpc_url;
  const place = {
    chain,
    builder,
    rpc: createSolanaRpc(rpcUrl),
    main: createSolanaRpc(file.main_rpc_url),
  };
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await sleep(index * PAUSE_MS);
      return followOne(place, FIRST_MICRO_USDC + index);
    }),
  );
}

interface Place {
  readonly chain: 'ext' | 'main';
  readonly builder: BuilderClient;
  readonly rpc: Rpc;
  readonly main: Rpc;
}
type Rpc = ReturnType<typeof createSolanaRpc>;

async function followOne(place: Place, amount: number): Promise<FollowedDeposit> {
  const { chain, builder, rpc, main } = place;
  const { public_key: user } = await builder.createUserKey({ user_id: `bench-${randomUUID()}` });
  const { address } = await builder.depositAddress({ user, chain });
  const gift = { chain, address, token: 'usdc', amount } as const;
  const { tx_signature: transfer } = (await builder.gateway.askFaucet(gift)).answer;
  const shown = async (): Promise<Deposit | undefined> => {
    const { deposits } = await builder.gateway.depositStatus(user);
    return deposits.find((one) => one.tx_signature === transfer);
  };
  const [final, seenMs, [credited, creditedMs]] = await Promise.all([
    whenFinal(rpc, transfer),
    until(shown, (deposit) => deposit !== undefined).then(([, atMs]) => atMs),
    until(shown, (deposit) => deposit?.phase === 'credited'),
  ]);
  return {
    seenSeconds: (seenMs - final.atMs) / 1_000,
    creditedSeconds: (creditedMs - final.atMs) / 1_000,
    finalSlot: final.slot,
    creditSlot: chain === 'main' ? await slotOf(main, creditOf(credited)) : null,
  };
}

/** The vault's transaction. */
const creditOf = (deposit: Deposit | undefined): string | null =>
  deposit?.history.find(({ state }) => state === 'credited')?.tx_signature ?? null;

async function whenFinal(rpc: Rpc, transfer: string) {
  const ask = async () => {
    const { value } = await rpc.getSignatureStatuses([signatureOf(transfer)]).send();
    return value[0];
  };
  const [status, atMs] = await until(ask, (one) => one?.confirmationStatus === 'finalized');
  const final = await rpc.getSlot({ commitment: 'finalized' }).send();
  const newest = await rpc.getSlot({ commitment: 'processed' }).send();
  return { atMs, slot: Number(status!.slot + newest - final) };
}

async function slotOf(rpc: Rpc, transaction: string | null): Promise<number | null> {
  if (transaction === null) return null;
  const { value } = await rpc
    .getSignatureStatuses([signatureOf(transaction)], { searchTransactionHistory: true })
    .send();
  const [status] = value;
  return status ? Number(status.slot) : null;
}

/** Repeats the query until its answer satisfies. @returns the answer, and its time */
async function until<T>(ask: () => Promise<T>, is: (answer: T) => boolean): Promise<[T, number]> {
  const deadlineMs = performance.now() + TIMEOUT_MS;
  for (;;) {
    const answer = await ask();
    if (is(answer)) return [answer, performance.now()];
    if (performance.now() > deadlineMs) throw new Error(`not after ${TIMEOUT_MS / 1_000} s`);
    await sleep(POLL_MS);
  }
}
