/** What an operator sees: how long the journal is, and the state that it comes to. */
import { setTimeout as sleep } from 'node:timers/promises';
import { hashOf } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { expectOk, status } from '../../e2e/src/answers';
import { eventually } from '../../e2e/src/eventually';
import type { Exchange } from '../../e2e/src/exchange';
import { journalSource } from '../../replay/src/records';
import { replay } from '../../replay/src/replay';
import { operatorFileOf } from './operator-file';

/** What one spec began, as the gas of a deposit that was credited, has reached the engine by then. */
const QUIET_MS = 1_000;

export interface Witnessed {
  /** The number of the last record. */
  readonly record: number;
  readonly seq: number;
  readonly accounts: number;
  /** Of the snapshot. */
  readonly stateBytes: number;
  readonly stateHash: string;
}

export const statusOf = async (exchange: Exchange) =>
  expectOk(status, await exchange.get('/v1/status'));

/** Once nothing goes on that others began. */
export async function whenQuiet(exchange: Exchange): Promise<void> {
  await eventually(
    async () => {
      const before = await statusOf(exchange);
      await sleep(QUIET_MS);
      const after = await statusOf(exchange);
      return { commands: after.seq - before.seq, payouts: after.open_withdrawals };
    },
    ({ commands, payouts }) => commands === 0 && payouts === 0,
  );
}

/** Reads the journal from its first record, as `npm run replay` does. */
export async function witness(attacked: Exchange): Promise<Witnessed> {
  const { nats_url: servers, nats_nkey_seed: nkeySeed } = operatorFileOf(attacked);
  const source = await journalSource({ servers, access: { nkeySeed }, network: 'test', shard: 0 });
  try {
    const { exchange, record } = await replay(source);
    const snapshot = exchange.snapshot();
    return {
      record,
      seq: exchange.lastSeq,
      accounts: exchange.status().accounts,
      stateBytes: snapshot.length,
      stateHash: toHex(hashOf(snapshot)),
    };
  } finally {
    await source.close();
  }
}
