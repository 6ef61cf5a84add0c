/** Payments in the shapes that wallets, companies and exchanges give them, with `@solana/web3.js` and `@solana/spl-token`. */
import web3 from '@solana/web3.js';
import * as spl from '@solana/spl-token';

const DECIMALS = 6;
const FEES_LAMPORTS = 10_000_000;
const MEMO_PROGRAM = new web3.PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const { SystemProgram } = web3;

// A bill is `{ user, mint, payments: [{ to, amount }] }`, with the key of who pays and the wallets of who are paid.
const accountOf = ({ mint }, owner) => spl.getAssociatedTokenAddressSync(mint, owner, true);

const accountsOf = (bill) =>
  bill.payments.map(({ to }) =>
    spl.createAssociatedTokenAccountIdempotentInstruction(
      bill.user.publicKey,
      accountOf(bill, to),
      to,
      bill.mint,
    ),
  );

/** Plain transfers between accounts that are there. */
export const transfersOf = (bill) =>
  bill.payments.map(({ to, amount }) => {
    const me = bill.user.publicKey;
    return spl.createTransferInstruction(accountOf(bill, me), accountOf(bill, to), me, amount);
  });

/** @param authority who moves them: by default the owner of the account that pays */
function checkedOf(bill, owner = bill.user.publicKey, authority = owner, signers = []) {
  const from = accountOf(bill, owner);
  return bill.payments.map(({ to, amount }) => {
    const places = [from, bill.mint, accountOf(bill, to)];
    return spl.createTransferCheckedInstruction(...places, authority, amount, DECIMALS, signers);
  });
}

const withAccounts = (bill) => [...accountsOf(bill), ...checkedOf(bill)];

const send = (connection, instructions, signers) =>
  web3.sendAndConfirmTransaction(connection, new web3.Transaction().add(...instructions), signers);

async function sendV0(connection, { user }, instructions, tables = []) {
  const latest = await connection.getLatestBlockhash();
  const message = new web3.TransactionMessage({
    payerKey: user.publicKey,
    recentBlockhash: latest.blockhash,
    instructions,
  }).compileToV0Message(tables);
  const transaction = new web3.VersionedTransaction(message);
  transaction.sign([user]);
  const signature = await connection.sendTransaction(transaction);
  const { value } = await connection.confirmTransaction({ signature, ...latest }, 'confirmed');
  if (value.err !== null) throw new Error(JSON.stringify(value.err));
  return signature;
}

async function lookupTableOf(connection, user, addresses) {
  const { AddressLookupTableProgram: program } = web3;
  const recentSlot = await connection.getSlot('confirmed');
  const of = { authority: user.publicKey, payer: user.publicKey };
  const [made, lookupTable] = program.createLookupTable({ ...of, recentSlot });
  const extended = program.extendLookupTable({ ...of, lookupTable, addresses });
  await send(connection, [made, extended], [user]);
  const usedAfter = await connection.getSlot('processed');
  while ((await connection.getSlot('confirmed')) <= usedAfter) await sleep(20);
  return (await connection.getAddressLookupTable(lookupTable)).value;
}

/** Each takes a bill and a connection, and answers with the signature of the one transaction that pays it. */
export const SHAPES = {
  /** Pays nothing. */
  accounts: (bill, connection) => send(connection, accountsOf(bill), [bill.user]),

  async transfer(bill, connection) {
    await SHAPES.accounts(bill, connection);
    return send(connection, transfersOf(bill), [bill.user]);
  },

  transferChecked: (bill, connection) => send(connection, withAccounts(bill), [bill.user]),

  version0: (bill, connection) => sendV0(connection, bill, withAccounts(bill)),

  async lookupTable(bill, connection) {
    await SHAPES.accounts(bill, connection);
    const addresses = bill.payments.map(({ to }) => accountOf(bill, to));
    const table = await lookupTableOf(connection, bill.user, addresses);
    return sendV0(connection, bill, transfersOf(bill), [table]);
  },

  phone: (bill, connection) =>
    sendV0(connection, bill, [
      web3.ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 50_000 }),
      web3.ComputeBudgetProgram.setComputeUnitLimit({ units: 120_000 }),
      ...withAccounts(bill),
      new web3.TransactionInstruction({
        keys: [],
        programId: MEMO_PROGRAM,
        data: Buffer.from('from my phone'),
      }),
    ]),

  async delegate(bill, connection) {
    const { user, payments } = bill;
    const delegate = web3.Keypair.generate();
    const [me, toPubkey] = [user.publicKey, delegate.publicKey];
    const sum = payments.reduce((all, { amount }) => all + amount, 0n);
    const fees = { fromPubkey: me, toPubkey, lamports: FEES_LAMPORTS };
    const approve = spl.createApproveInstruction(accountOf(bill, me), toPubkey, me, sum);
    const prepared = [SystemProgram.transfer(fees), approve, ...accountsOf(bill)];
    await send(connection, prepared, [user]);
    return send(connection, checkedOf(bill, me, toPubkey), [delegate]);
  },

  /** Of the token program's own multisigs, 2 of 3. */
  async multisig(bill, connection) {
    const { user, payments } = bill;
    const members = [1, 2, 3].map(() => web3.Keypair.generate());
    const keys = members.map(({ publicKey }) => publicKey);
    const owner = await spl.createMultisig(connection, user, keys, 2);
    const funds = payments.map(({ amount }) => ({ to: owner, amount }));
    await SHAPES.transferChecked({ ...bill, payments: funds }, connection);
    await SHAPES.accounts(bill, connection);
    const signing = [members[0], members[2]];
    return send(connection, checkedOf(bill, owner, owner, signing), [user, ...signing]);
  },

  async durableNonce(bill, connection) {
    const { user } = bill;
    const account = web3.Keypair.generate();
    const of = { noncePubkey: account.publicKey, authorizedPubkey: user.publicKey };
    const bytes = web3.NONCE_ACCOUNT_LENGTH;
    const lamports = await connection.getMinimumBalanceForRentExemption(bytes);
    const made = SystemProgram.createNonceAccount({ ...of, fromPubkey: user.publicKey, lamports });
    await send(connection, made.instructions, [user, account]);
    const { nonce } = await connection.getNonce(account.publicKey);
    const nonceInfo = { nonce, nonceInstruction: SystemProgram.nonceAdvance(of) };
    const minContextSlot = await connection.getSlot('confirmed');
    const transaction = new web3.Transaction({ nonceInfo, minContextSlot });
    transaction.add(...withAccounts(bill));
    return web3.sendAndConfirmTransaction(connection, transaction, [user]);
  },

  lamports: ({ user, payments }, connection) => {
    const pay = ({ to: toPubkey, amount: lamports }) =>
      SystemProgram.transfer({ fromPubkey: user.publicKey, toPubkey, lamports });
    return send(connection, payments.map(pay), [user]);
  },
};
