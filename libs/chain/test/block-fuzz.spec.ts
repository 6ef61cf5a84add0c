/**
 * Blocks with every kind of transaction that anyone could put there: versions, lookup tables, calls, logs that were cut
 * off or written by others, failures, accounts that were closed or given away. However the text is split into chunks,
 * and whatever is filtered, the result for a transaction is the same; and only the vault makes vault events. A failing
 * run prints its seed.
 */
import { describe, expect, it } from 'vitest';
import { encode } from '@bellwether/codec';
import { Random } from '@bellwether/seeded-random';
import { credit, VAULT_EVENTS } from '@bellwether/vault-program';
import { nativeMovementsOf, TOKEN_PROGRAM, tokenMovementsOf, vaultEventsOf } from '../src';
import type { Block, BlockFilter } from '../src';
import { blockOfChunks, blockOfJson } from '../src/blocks/block-of-json';
import { differenceOf } from '../src/blocks/parent-chain';
import { addressAt, blockhashAt, CALL_DATA, transactionJson } from './hostile-node';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const random = new Random(seed);
const oneOf = <T>(values: readonly T[]): T => values[random.index(values.length)]!;
const BLOCKS = 60;

const [VAULT, FOREIGN, MINT, OURS] = [addressAt(3), addressAt(2), addressAt(5), addressAt(4)];
const NAMES = [addressAt(1), addressAt(6), addressAt(7), addressAt(8), OURS, FOREIGN];
const vault = { program: VAULT, mint: MINT };

const eventLine = (amount: bigint): string => {
  const kind = VAULT_EVENTS.find((one) => one.kind === 'Credit')!;
  const key = new Uint8Array(32).fill(9);
  const fields = { user: key, proxy: key, amount, creditSeq: 1n };
  return `Program data: ${Buffer.from(encode(kind.layout, fields)).toString('base64')}`;
};
const ranBy = (program: string, lines: readonly string[]): string[] => [
  `Program ${program} invoke [1]`,
  ...lines,
  `Program ${program} success`,
];

/** Its log, and the number of vault events in it if the transaction did not fail. */
function drawnLog(): {
  readonly lines: readonly string[] | null;
  readonly reported: number;
  readonly isCut: boolean;
} {
  const amount = BigInt(1 + random.index(1_000));
  switch (random.index(7)) {
    case 0:
      return { lines: ranBy(VAULT, [eventLine(amount)]), reported: 1, isCut: false };
    // Another program logs the vault's event, under its own name and after the vault's.
    case 1:
      return { lines: ranBy(FOREIGN, [eventLine(amount)]), reported: 0, isCut: false };
    case 2:
      return {
        lines: [...ranBy(VAULT, []), ...ranBy(FOREIGN, [eventLine(amount)])],
        reported: 0,
        isCut: false,
      };
    // It also writes the runtime's own lines.
    case 3:
      return {
        lines: ranBy(FOREIGN, [
          `Program log: Program ${VAULT} invoke [1]`,
          eventLine(amount),
          `Program log: Program ${VAULT} success`,
        ]),
        reported: 0,
        isCut: false,
      };
    case 4:
      return {
        lines: [`Program ${VAULT} invoke [1]`, eventLine(amount), 'Log truncated'],
        reported: 0,
        isCut: true,
      };
    case 5:
      return { lines: null, reported: 0, isCut: true };
    default:
      return { lines: ranBy(FOREIGN, ['Program log: "\\u0000 {[“']), reported: 0, isCut: false };
  }
}

interface Drawn {
  readonly json: object;
  readonly namesVault: boolean;
  readonly isFailed: boolean;
  readonly log: ReturnType<typeof drawnLog>;
}

function drawnTransaction(at: number): Drawn {
  const accounts = [`${addressAt(1)}`, FOREIGN, ...NAMES.filter(() => random.chance(0.4))];
  const loaded = NAMES.filter(() => random.chance(0.2));
  const namesVault = random.chance(0.5);
  if (namesVault) oneOf([accounts, loaded]).push(VAULT);
  accounts.push(TOKEN_PROGRAM);
  const all = [...accounts, ...loaded];
  const isFailed = random.chance(0.2);
  const log = drawnLog();
  const balances = () => all.map(() => oneOf([0, 1, 890_880, 10 ** 15, 2 ** 53 - 1]));
  const tokens = () =>
    all.flatMap((_, accountIndex) =>
      random.chance(0.3)
        ? [
            {
              accountIndex,
              mint: oneOf([MINT, addressAt(11)]),
              owner: oneOf(NAMES),
              programId: TOKEN_PROGRAM,
              uiTokenAmount: {
                amount: oneOf(['0', '1', '18446744073709551615']),
                decimals: 6,
                uiAmount: oneOf([null, 0.1]),
                uiAmountString: '"[{',
              },
            },
          ]
        : [],
    );
  const calls = Array.from({ length: random.index(6) }, () => ({
    programIdIndex: random.index(all.length),
    accounts: all.map((_, index) => index),
    data: oneOf(['', '1', '3Bxs', CALL_DATA]),
    stackHeight: oneOf([2, 3, null]),
  }));
  const header = { numRequiredSignatures: 1 };
  const json = transactionJson({
    signature: `${'s'.repeat(80)}${at}`,
    accounts,
    message: {
      header,
      instructions: [{ programIdIndex: 1, accounts: [0], data: '3Bxs', stackHeight: 1 }],
    },
    meta: {
      err: isFailed ? { InstructionError: [0, { Custom: 18_446_744 }] } : null,
      preBalances: balances(),
      postBalances: balances(),
      preTokenBalances: oneOf([null, tokens()]),
      postTokenBalances: tokens(),
      innerInstructions: oneOf([null, [{ index: 0, instructions: calls }]]),
      logMessages: log.lines,
      loadedAddresses: { writable: loaded, readonly: [] },
    },
  });
  const version = oneOf<unknown>(['legacy', 0, 1]);
  return { json: { ...json, version }, namesVault, isFailed, log };
}

const blockJson = (transactions: readonly object[]): object =>
  Object.fromEntries(
    Object.entries({
      blockTime: 1_700_000_000,
      blockhash: blockhashAt(7),
      parentSlot: 6,
      previousBlockhash: blockhashAt(6),
      transactions,
      // Places where a list of the same name is not the block's.
      rewards: [{ transactions: [1] }],
    }).sort(() => (random.chance(0.5) ? 1 : -1)),
  );

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + random.index(oneOf([1, 7, 500, 50_000]));
    yield bytes.subarray(at, end);
    at = end;
  }
}

const ours: BlockFilter = {
  wants: ({ isFailed, accounts, owners }) =>
    !isFailed && [...accounts, ...owners].some((one) => one === VAULT || one === OURS),
  programs: new Set([VAULT]),
};

const movementsOf = (block: Block) => ({
  tokens: tokenMovementsOf(block).filter(
    ({ account, owner }) => account === OURS || owner === OURS,
  ),
  natives: nativeMovementsOf(block).filter(({ account }) => account === OURS),
  vault: vaultEventsOf(block, vault),
});

describe(`blocks of anything (SEED=${seed})`, () => {
  it('are read the same whole, in pieces, and by what is wanted of them', async () => {
    for (let count = 0; count < BLOCKS; count++) {
      const drawn = Array.from({ length: random.index(12) }, (_, at) => drawnTransaction(at));
      const json = blockJson(drawn.map((one) => one.json));
      const answer = JSON.stringify({ id: 1, result: json, jsonrpc: '2.0' }, null, oneOf([0, 2]));
      const whole = blockOfJson(7, JSON.parse(JSON.stringify(json)));
      const streamed = await blockOfChunks(7, pieces(answer), { wants: () => true });
      expect(streamed).toEqual(whole);
      const wanted = await blockOfChunks(7, pieces(answer), ours);
      expect(differenceOf(wanted, whole)).toBeUndefined();
      expect(movementsOf(wanted)).toEqual(movementsOf(whole));
      expect(wanted.transactions.length).toBeLessThanOrEqual(whole.transactions.length);
    }
  });

  it('hold the vault’s events where the vault told them, and nowhere else', () => {
    for (let count = 0; count < BLOCKS; count++) {
      const drawn = Array.from({ length: 12 }, (_, at) => drawnTransaction(at));
      const { events, cutOff } = vaultEventsOf(
        blockOfJson(7, blockJson(drawn.map((one) => one.json)), ours),
        vault,
      );
      const counts = drawn.map(({ namesVault, isFailed, log }) =>
        namesVault && !isFailed ? log.reported : 0,
      );
      const cut = drawn.map(
        ({ namesVault, isFailed, log }) => namesVault && !isFailed && log.isCut,
      );
      const seen = drawn.map((_, at) => events.filter((one) => one.transactionIndex === at).length);
      expect(seen).toEqual(counts);
      expect(cutOff.map((one) => one.transactionIndex)).toEqual(
        cut.flatMap((isCut, at) => (isCut ? [at] : [])),
      );
      // Whatever was logged, `credit` was not called.
      expect(credit.discriminator.length).toBe(8);
      expect(cutOff.flatMap((one) => one.credits)).toEqual([]);
    }
  });
});

describe('what is no block', () => {
  const LIST = '{"result":{"transactions":[';
  it.each([
    ['half of one', `${LIST}{"meta":`],
    ['a string without an end', `${LIST}{"a":"${'x'.repeat(100)}`],
    ['transactions that are numbers', `${LIST}1,2]}}`],
    ['transactions that are lists', `${LIST}[{}]]}}`],
    ['transactions that are texts', `${LIST}"{}"]}}`],
    ['two lists', `${LIST}],"transactions":[]}}`],
    ['no list', '{"result":{"transactions":{}}}'],
    ['nothing', ''],
    ['a page', '<html>502</html>'],
    ['brackets without end', '['.repeat(100_000)],
    ['brackets that close', ']'.repeat(1_000)],
    ['a transaction of anything', `${LIST}{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}]}}`],
  ])('%s is refused', async (_name, text) => {
    await expect(blockOfChunks(7, pieces(text), ours)).rejects.toThrow(
      /is not|JSON|input|more than/,
    );
  });

  it('a transaction without an end is refused when it is larger than any', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${LIST}{"a":"`);
      for (;;) yield Buffer.alloc(65_536, 'x');
    }
    await expect(blockOfChunks(7, endless(), ours)).rejects.toThrow('a transaction of more than');
  });

  it('the node’s own refusal is told as it is', async () => {
    const text = '{"jsonrpc":"2.0","error":{"code":-32009,"message":"Slot 7 was skipped"},"id":1}';
    await expect(blockOfChunks(7, pieces(text), ours)).rejects.toThrow('Slot 7 was skipped');
  });
});
