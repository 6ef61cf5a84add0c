/** Only the vault's own log entries count, whatever other programs write into the log. */
import { describe, expect, it } from 'vitest';
import { DecodeError, encode } from '@bellwether/codec';
import { VAULT_EVENTS, VAULT_PROGRAM_ID, dataLoggedBy, vaultEventsOfLog } from '../src/index';

const VAULT = VAULT_PROGRAM_ID;
const OTHER = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const layout = VAULT_EVENTS.find(({ kind }) => kind === 'TierSet')!.layout as Parameters<
  typeof encode<object>
>[0];
const tierSet = (tier: number) => ({ user: new Uint8Array(32).fill(9), previousTier: 0, tier });
const dataLine = (tier: number) =>
  `Program data: ${Buffer.from(encode(layout, tierSet(tier))).toString('base64')}`;
const invoke = (program: string, depth: number) => `Program ${program} invoke [${depth}]`;
const success = (program: string) => `Program ${program} success`;
const consumed = (program: string) => `Program ${program} consumed 4000 of 200000 compute units`;

const tiersOf = (lines: readonly string[]) =>
  vaultEventsOfLog(lines, VAULT).events.map((event) =>
    event.kind === 'TierSet' ? event.tier : event.kind,
  );

describe('events of a log', () => {
  it.each<readonly [title: string, lines: readonly string[], tiers: readonly number[]]>([
    [
      'are read at the top',
      [
        invoke(VAULT, 1),
        'Program log: Instruction: SetTier',
        dataLine(1),
        consumed(VAULT),
        success(VAULT),
      ],
      [1],
    ],
    [
      'are read where another program calls the vault',
      [invoke(OTHER, 1), invoke(VAULT, 2), dataLine(1), success(VAULT), success(OTHER)],
      [1],
    ],
    [
      'are read before and after the vault calls another',
      [
        invoke(VAULT, 1),
        dataLine(1),
        invoke(TOKEN, 2),
        dataLine(7),
        success(TOKEN),
        dataLine(2),
        success(VAULT),
      ],
      [1, 2],
    ],
    [
      'of several instructions keep their order',
      [
        invoke(VAULT, 1),
        dataLine(2),
        success(VAULT),
        invoke(VAULT, 1),
        dataLine(1),
        success(VAULT),
      ],
      [2, 1],
    ],
    ['of another program do not count', [invoke(OTHER, 1), dataLine(1), success(OTHER)], []],
    [
      'of another program that ran the vault before do not count',
      [invoke(OTHER, 1), invoke(VAULT, 2), success(VAULT), dataLine(1), success(OTHER)],
      [],
    ],
    [
      'that another program forges in its log text do not count',
      [
        invoke(OTHER, 1),
        `Program log: ${invoke(VAULT, 2)}`,
        `Program log: \n${invoke(VAULT, 2)}\n${dataLine(1)}`,
        `Program log: ${dataLine(1)}`,
        `Program log: ${success(OTHER)}`,
        dataLine(1),
        success(OTHER),
      ],
      [],
    ],
    [
      'are not ended by a text of the vault that looks like its end',
      [invoke(VAULT, 1), `Program log: ${success(VAULT)}`, dataLine(1), success(VAULT)],
      [1],
    ],
    [
      'of a program whose id begins like the vault do not count',
      [invoke(`${VAULT.slice(0, -1)}2`, 1), dataLine(1), success(`${VAULT.slice(0, -1)}2`)],
      [],
    ],
    [
      'of a kind that is not known are passed over',
      [invoke(VAULT, 1), 'Program data: AAAAAAAAAAA=', success(VAULT)],
      [],
    ],
  ])('%s', (_title, lines, tiers) => {
    const log = vaultEventsOfLog(lines, VAULT);
    expect(log.isComplete).toBe(true);
    expect(tiersOf(lines)).toEqual(tiers);
  });

  it('another deployment of the program is another program', () => {
    const lines = [invoke(VAULT, 1), dataLine(1), success(VAULT)];
    expect(vaultEventsOfLog(lines, OTHER).events).toEqual([]);
  });

  it.each([
    ['was cut off', [invoke(VAULT, 1), dataLine(1), 'Log truncated', success(VAULT)]],
    ['has no end', [invoke(VAULT, 1), dataLine(1)]],
    ['ends what did not run', [invoke(VAULT, 1), dataLine(1), success(OTHER)]],
    ['lacks a line', [invoke(VAULT, 1), dataLine(1), invoke(OTHER, 3), success(OTHER)]],
  ])('a log that %s says so, and keeps what came before', (_title, lines) => {
    expect(vaultEventsOfLog(lines, VAULT).isComplete).toBe(false);
    expect(tiersOf(lines)).toEqual([1]);
  });

  it('an event of the vault in another form is an error, not nothing', () => {
    const line = dataLine(1).slice(0, -8);
    expect(() => vaultEventsOfLog([invoke(VAULT, 1), line, success(VAULT)], VAULT)).toThrow(
      DecodeError,
    );
  });

  it('an empty log is complete', () => {
    expect(dataLoggedBy([], VAULT)).toEqual({ data: [], isComplete: true });
  });
});
