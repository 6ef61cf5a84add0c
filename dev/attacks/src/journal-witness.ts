/** The length of the journal and its final state, as an operator sees them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JournalPosition } from '@bellwether/bus';
import { expectOk, status } from '../../e2e/src/answers';
import { eventually } from '../../e2e/src/eventually';
import type { Exchange } from '../../e2e/src/exchange';
import { journalSource } from '../../../tools/replay/src/records';
import { replay } from '../../../tools/replay/src/replay';
import { operatorFileOf } from './operator-file';

/** By then, work that an earlier spec began has reached the engine, such as the gas charge of a credited deposit. */
const QUIET_MS = 1_000;

/**
 * Without ticks: while anyone reads, an engine journals one a second to prove that it leads, however many readers there
 * are.
 */
export interface Witnessed {
  readonly commands: number;
  readonly accounts: number;
  /** The length of the snapshot. */
  readonly stateBytes: number;
}

export const statusOf = async (exchange: Exchange) =>
  expectOk(status, await exchange.get('/v1/status'));

/** Waits until no work of earlier specs is under way. */
export async function whenQuiet(exchange: Exchange): Promise<void> {
  await eventually(
    async () => {
      const before = await witness(exchange);
      await sleep(QUIET_MS);
      const after = await witness(exchange);
      const { open_withdrawals } = await statusOf(exchange);
      return { commands: after.commands - before.commands, payouts: open_withdrawals };
    },
    ({ commands, payouts }) => commands === 0 && payouts === 0,
  );
}

/** Reads the journal from its first record, as `npm run replay` does. */
export async function witness(attacked: Exchange): Promise<Witnessed> {
  const { nats_url: servers, nats_nkey_seed: nkeySeed } = operatorFileOf(attacked);
  const source = await journalSource({ servers, access: { nkeySeed }, network: 'test', shard: 0 });
  try {
    let commands = 0;
    const { network, shard } = source;
    const counted = async function* (from: JournalPosition) {
      for await (const record of source.read(from)) {
        commands += record.commands.filter(({ command }) => command.kind !== 'tick').length;
        yield record;
      }
    };
    const close = () => source.close();
    const { exchange } = await replay({ network, shard, read: counted, close });
    const { accounts } = exchange.status();
    return { commands, accounts, stateBytes: exchange.snapshot().length };
  } finally {
    await source.close();
  }
}
