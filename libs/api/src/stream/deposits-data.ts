/** `data` of the channel `deposits:{public_key}`: docs/protocol/streams.md, section 5. */
import type { Deposit } from '@bellwether/funding';
import { z } from 'zod';
import type { ChainNames } from '../chain-names';
import { depositAnswer, withGas } from '../answer/deposit';
import { named, user } from '../answer/fields';
import type { Answer } from '../answer/fields';
import type { ChargedGas } from '../answer/gas';
import { from } from '../answer/inside';
import { present } from '../answer/present';

export const depositsSnapshotData = named(
  'DepositsSnapshot',
  z.strictObject({
    public_key: from('user', user()),
    deposits: z.array(depositAnswer).max(10).meta({ description: 'The last ten, newest first' }),
  }),
  "What became of a user's deposits.",
);

export type DepositsSnapshotData = Answer<typeof depositsSnapshotData>;

export interface DepositsOfUser {
  readonly user: Uint8Array;
  /** Newest first. */
  readonly deposits: readonly Deposit[];
  /** By the deposit's id in hex. */
  readonly charges: ReadonlyMap<string, readonly ChargedGas[]>;
}

export const presentDepositsSnapshot = (
  { user: key, deposits, charges }: DepositsOfUser,
  names: ChainNames,
): DepositsSnapshotData =>
  presentSnapshot({ user: key, deposits: withGas(deposits, charges, names) });

const presentSnapshot = present(depositsSnapshotData);
