import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateKeyPairSigner, getAddressDecoder } from '@solana/kit';
import type { Address, EncodedAccount } from '@solana/kit';
import { LiteSVM } from 'litesvm';
import { LocalChain } from '@bellwether/local-chain';
import type { Genesis } from '@bellwether/local-chain';
import { fundedWallet, signed } from './wallet';

const PROGRAM = fileURLToPath(new URL('../../programs/wormhole-core.1.so', import.meta.url));
/** What the program says to an instruction it does not know: proof that it ran. */
const UNKNOWN_INSTRUCTION = { InstructionError: [0, 'InvalidInstructionData'] };
let folder: string;
let elf: Uint8Array;
let program: Address;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-programs-'));
  elf = await readFile(PROGRAM);
  program = (await generateKeyPairSigner()).address;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function answerOf(chain: LocalChain): Promise<unknown> {
  const payer = await fundedWallet(chain);
  const instructions = [{ programAddress: program, accounts: [], data: Uint8Array.of(99) }];
  const lifetime = chain.latestBlockhash('processed');
  return chain.submit(await signed({ payer, instructions, lifetime })).error;
}

/** The accounts a deployment leaves: the program, which points to its code, and the code. */
function deployedAccounts(): EncodedAccount[] {
  const svm = new LiteSVM();
  svm.addProgram(program, elf);
  const read = (address: Address): EncodedAccount => {
    const found = svm.getAccount(address);
    if (!found.exists) throw new Error(`no account ${address}`);
    const { exists: _, ...account } = found;
    return account;
  };
  const account = read(program);
  return [account, read(getAddressDecoder().decode(account.data.slice(4, 36)))];
}

describe('a program', () => {
  it.each([
    ['of the genesis', () => ({ programs: [{ address: program, elf }] }), true],
    ['in accounts, as a deployment leaves it', () => ({ accounts: deployedAccounts() }), false],
  ])('%s runs at once and after a restart', async (name, genesisOf, isPlacedAgain) => {
    const dataDir = join(folder, name);
    const genesis: Genesis = genesisOf();
    const first = await LocalChain.open({ dataDir, genesis });
    expect(await answerOf(first)).toEqual(UNKNOWN_INSTRUCTION);
    first.close();
    const second = await LocalChain.open({ dataDir, genesis: isPlacedAgain ? genesis : {} });
    expect(await answerOf(second)).toEqual(UNKNOWN_INSTRUCTION);
    second.close();
  });
});
