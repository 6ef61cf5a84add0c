/**
 * Writes positions: what contracts cost and brought, folded by the rules of `libs/exchange`. All under the cursor's
 * lock, so a row that was read is still current when it is written.
 */
import { NO_RESULT, positionAfter } from '@bellwether/exchange';
import type { PositionResult } from '@bellwether/exchange';
import type { PoolClient } from 'pg';
import { fieldsOf } from '../columns';
import type { Records } from '../columns';
import type { PositionChangeRow } from './position-rows';
import { Remembered } from './remembered';
import type { Lookup } from './remembered';
import { keyOf } from './row-key';
import { RowSet, columnsFor } from './row-set';
import { changeRows } from './write-rows';

/** A position as it stands. */
interface KnownPosition {
  readonly openedSeq: number;
  readonly result: PositionResult;
}

/** Some 300 bytes each: 30 MB. The positions of a busy day. */
const MAX_REMEMBERED_POSITIONS = 100_000;

/** Positions as of a cursor. */
export class RememberedPositions extends Remembered<KnownPosition> {
  constructor() {
    super(MAX_REMEMBERED_POSITIONS);
  }
}

/** Positions that some changes have changed, as they left them. */
export type ChangedPositions = ReadonlyMap<string, KnownPosition>;

interface DirtyPosition {
  readonly user: Uint8Array;
  readonly marketId: Uint8Array;
  openedSeq: number;
  result: PositionResult;
  updatedSeq: number;
  updatedMs: number;
}

/**
 * @param changes in the order of their events
 * @param remembered positions before these changes, as far as they are known
 * @returns the positions that changed, after them
 * @throws InvariantViolation if the changes do not follow from what the rows hold
 */
export async function writePositions(
  client: PoolClient,
  changes: readonly PositionChangeRow[],
  remembered: Lookup<KnownPosition>,
): Promise<ChangedPositions> {
  const dirty = new Map<string, DirtyPosition>();
  if (changes.length === 0) return dirty;
  const positionOf = changes.map((change) => dirtied(dirty, change));
  await readPositions(client, dirty, remembered);
  for (const [at, { change, seq, timestampMs }] of changes.entries()) {
    const position = positionOf[at]!;
    position.result = positionAfter(position.result, change);
    position.updatedSeq = seq;
    position.updatedMs = timestampMs;
  }
  await changeRows(client, WRITE_POSITIONS, POSITIONS, Array.from(dirty.values(), recordOf));
  return new Map(
    Array.from(dirty, ([name, { openedSeq, result }]) => [name, { openedSeq, result }]),
  );
}

const nameOf = (user: Uint8Array, marketId: Uint8Array): string => keyOf(user) + keyOf(marketId);

function dirtied(
  dirty: Map<string, DirtyPosition>,
  { user, marketId, seq, timestampMs }: PositionChangeRow,
): DirtyPosition {
  const name = nameOf(user, marketId);
  const found = dirty.get(name);
  if (found !== undefined) return found;
  const fresh = {
    user,
    marketId,
    openedSeq: seq,
    result: NO_RESULT,
    updatedSeq: seq,
    updatedMs: timestampMs,
  };
  dirty.set(name, fresh);
  return fresh;
}

async function readPositions(
  client: PoolClient,
  dirty: ReadonlyMap<string, DirtyPosition>,
  remembered: Lookup<KnownPosition>,
): Promise<void> {
  const unknown: DirtyPosition[] = [];
  for (const [name, position] of dirty) {
    const known = remembered.get(name);
    if (known === undefined) unknown.push(position);
    else Object.assign(position, known);
  }
  if (unknown.length === 0) return;
  const values = NAMES.values(unknown);
  const { rows } = await client.query<PositionRow>({ ...READ_POSITIONS, values });
  for (const { user, marketId, openedSeq, ...result } of rows) {
    const position = dirty.get(nameOf(user, marketId))!;
    position.openedSeq = openedSeq;
    position.result = result;
  }
}

const READ = [
  'user',
  'marketId',
  'openedSeq',
  'yesContracts',
  'yesCost',
  'noContracts',
  'noCost',
  'realised',
  'fees',
] as const;
type PositionRow = Pick<Records['Position'], (typeof READ)[number]>;

const recordOf = ({ result, ...position }: DirtyPosition): Records['Position'] => ({
  ...position,
  ...result,
  isOpen: result.yesContracts > 0 || result.noContracts > 0,
});

const NAMES = new RowSet<DirtyPosition>(columnsFor('Position', ['user', 'marketId']));
const POSITIONS = new RowSet(columnsFor('Position'));

const READ_POSITIONS = {
  name: 'read_positions',
  text: `
  SELECT ${fieldsOf('Position', 'p', READ)} FROM ${NAMES.table}
  JOIN positions p USING (user_key, market_id)`,
};

const CHANGED = POSITIONS.names
  .split(', ')
  .filter((name) => name !== 'user_key' && name !== 'market_id' && name !== 'opened_seq')
  .map((name) => `${name} = EXCLUDED.${name}`);

const WRITE_POSITIONS = {
  name: 'write_positions',
  text: `
  INSERT INTO positions (${POSITIONS.names}) SELECT ${POSITIONS.names} FROM ${POSITIONS.table}
  ON CONFLICT (user_key, market_id) DO UPDATE SET ${CHANGED.join(', ')}`,
};
