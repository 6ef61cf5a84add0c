/** `@solana/web3.js` 1.x and `@solana/spl-token` as a client of the cases in dev/local-chain/test/clients. */
const POLL_MS = 10;
const ORDER = ['processed', 'confirmed', 'finalized'];
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Web3Client {
  constructor({ web3, spl }, url, wsUrl) {
    this.web3 = web3;
    this.spl = spl;
    const config = { commitment: 'confirmed', wsEndpoint: wsUrl };
    this.connection = new web3.Connection(url, config);
  }

  key = (address) => new this.web3.PublicKey(address);
  wallet = async () => this.web3.Keypair.generate();
  addressOf = (wallet) => wallet.publicKey.toBase58();

  async airdrop(address, lamports) {
    const signature = await this.connection.requestAirdrop(this.key(address), lamports);
    const latest = await this.connection.getLatestBlockhash();
    await this.connection.confirmTransaction({ signature, ...latest }, 'confirmed');
    return signature;
  }

  balance = (address, commitment) => this.connection.getBalance(this.key(address), commitment);

  transferOf = (from, to, lamports) =>
    this.web3.SystemProgram.transfer({
      fromPubkey: from.publicKey,
      toPubkey: this.key(to),
      lamports,
    });

  send = (payer, instructions, signers = []) =>
    this.web3.sendAndConfirmTransaction(
      this.connection,
      new this.web3.Transaction().add(...instructions),
      [payer, ...signers],
    );

  transfer = (from, to, lamports) => this.send(from, [this.transferOf(from, to, lamports)]);

  async transferBlindly(from, to, lamports) {
    const transaction = new this.web3.Transaction().add(this.transferOf(from, to, lamports));
    return this.connection.sendTransaction(transaction, [from], { skipPreflight: true });
  }

  async transferAfter(from, to, meanwhile) {
    const transaction = new this.web3.Transaction().add(this.transferOf(from, to, 1_000_000));
    transaction.feePayer = from.publicKey;
    transaction.recentBlockhash = (await this.connection.getLatestBlockhash()).blockhash;
    transaction.sign(from);
    await meanwhile();
    return this.connection.sendRawTransaction(transaction.serialize());
  }

  async transferByNonce(from, to, meanwhile) {
    const { Keypair, NONCE_ACCOUNT_LENGTH, SystemProgram, Transaction } = this.web3;
    const account = Keypair.generate();
    const of = { noncePubkey: account.publicKey, authorizedPubkey: from.publicKey };
    const lamports = await this.connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH);
    const create = { ...of, fromPubkey: from.publicKey, lamports };
    await this.send(from, SystemProgram.createNonceAccount(create).instructions, [account]);
    const { nonce } = await this.connection.getNonce(account.publicKey);
    const nonceInfo = { nonce, nonceInstruction: SystemProgram.nonceAdvance(of) };
    const minContextSlot = await this.connection.getSlot('confirmed');
    const pay = (amount) =>
      new Transaction({ nonceInfo, minContextSlot }).add(this.transferOf(from, to, amount));
    const [first, second] = [pay(1_000_000), pay(2_000_000)];
    await meanwhile();
    await this.web3.sendAndConfirmTransaction(this.connection, first, [from]);
    return this.connection.sendTransaction(second, [from]);
  }

  async transferByLookupTable(from, to, lamports) {
    const { AddressLookupTableProgram: program } = this.web3;
    const of = { authority: from.publicKey, payer: from.publicKey };
    const recentSlot = await this.connection.getSlot('confirmed');
    const [create, lookupTable] = program.createLookupTable({ ...of, recentSlot });
    const extend = program.extendLookupTable({ ...of, lookupTable, addresses: [this.key(to)] });
    await this.send(from, [create, extend]);
    const usedAfter = await this.connection.getSlot('processed');
    while ((await this.connection.getSlot('confirmed')) <= usedAfter) await sleep(POLL_MS);
    const table = (await this.connection.getAddressLookupTable(lookupTable)).value;
    const latest = await this.connection.getLatestBlockhash();
    const message = new this.web3.TransactionMessage({
      payerKey: from.publicKey,
      recentBlockhash: latest.blockhash,
      instructions: [this.transferOf(from, to, lamports)],
    }).compileToV0Message([table]);
    const transaction = new this.web3.VersionedTransaction(message);
    transaction.sign([from]);
    const signature = await this.connection.sendTransaction(transaction);
    await this.connection.confirmTransaction({ signature, ...latest }, 'confirmed');
    return signature;
  }

  async simulateTransfer(from, to, lamports) {
    const transaction = new this.web3.Transaction().add(this.transferOf(from, to, lamports));
    const { value } = await this.connection.simulateTransaction(transaction, [from]);
    return { failed: value.err !== null, units: value.unitsConsumed };
  }

  async createAccount(payer, space) {
    const created = this.web3.Keypair.generate();
    const create = this.web3.SystemProgram.createAccount({
      fromPubkey: payer.publicKey,
      newAccountPubkey: created.publicKey,
      lamports: await this.connection.getMinimumBalanceForRentExemption(space),
      space,
      programId: this.web3.SystemProgram.programId,
    });
    await this.send(payer, [create], [created]);
    return created.publicKey.toBase58();
  }

  async createMint(authority, decimals) {
    const { connection, spl } = this;
    const mint = await spl.createMint(connection, authority, authority.publicKey, null, decimals);
    return mint.toBase58();
  }

  async createTokenAccount(payer, mint, owner) {
    const account = await this.spl.getOrCreateAssociatedTokenAccount(
      this.connection,
      payer,
      this.key(mint),
      this.key(owner),
    );
    return account.address.toBase58();
  }

  mintTo = (authority, mint, account, amount) =>
    this.spl.mintTo(
      this.connection,
      authority,
      this.key(mint),
      this.key(account),
      authority,
      amount,
    );

  transferToken = (owner, { mint, from, to, amount, decimals }) =>
    this.spl.transferChecked(
      this.connection,
      owner,
      this.key(from),
      this.key(mint),
      this.key(to),
      owner,
      amount,
      decimals,
    );

  tokenBalance = async (account) =>
    (await this.spl.getAccount(this.connection, this.key(account))).amount.toString();

  tokenSupply = async (mint) =>
    (await this.connection.getTokenSupply(this.key(mint), 'confirmed')).value.amount;

  async tokensOf(owner, mint) {
    const filter = { mint: this.key(mint) };
    const { value } = await this.connection.getParsedTokenAccountsByOwner(this.key(owner), filter);
    return value.map(({ account }) => account.data.parsed.info.tokenAmount.amount);
  }

  async waitFor(signature, commitment) {
    for (;;) {
      const status = await this.status(signature);
      if (status !== null && ORDER.indexOf(status.commitment) >= ORDER.indexOf(commitment)) return;
      await sleep(POLL_MS);
    }
  }

  async status(signature) {
    const { value } = await this.connection.getSignatureStatus(signature);
    return value === null
      ? null
      : { failed: value.err !== null, commitment: value.confirmationStatus };
  }

  async transaction(signature) {
    const stored = await this.connection.getTransaction(signature, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    });
    if (stored === null) return null;
    const { meta } = stored;
    const listed = (balances) =>
      balances.map(({ owner, uiTokenAmount }) => ({ owner, amount: uiTokenAmount.amount }));
    return {
      slot: stored.slot,
      fee: meta.fee,
      failed: meta.err !== null,
      version: String(stored.version),
      loaded: meta.loadedAddresses.writable.map(String),
      before: listed(meta.preTokenBalances),
      after: listed(meta.postTokenBalances),
    };
  }

  async parsedTypes(signature) {
    const stored = await this.connection.getParsedTransaction(signature, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    });
    return stored.transaction.message.instructions.map(({ parsed }) => parsed?.type ?? '?');
  }

  async block(slot) {
    const block = await this.connection.getBlock(slot, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    });
    return {
      signatures: block.transactions.map(({ transaction }) => transaction.signatures[0]),
      parentSlot: block.parentSlot,
      isDated: block.blockTime !== null,
    };
  }

  signatures = async (address, page) =>
    (await this.connection.getSignaturesForAddress(this.key(address), page, 'confirmed')).map(
      ({ signature }) => signature,
    );

  async watchBalance(address, count, doing) {
    const balances = [];
    const id = this.connection.onAccountChange(this.key(address), ({ lamports }) =>
      balances.push(lamports),
    );
    await this.subscribed(id);
    await doing();
    while (balances.length < count) await sleep(POLL_MS);
    await this.connection.removeAccountChangeListener(id);
    return balances;
  }

  async watchLogs(address, doing) {
    const told = [];
    const id = this.connection.onLogs(this.key(address), ({ signature }) => told.push(signature));
    await this.subscribed(id);
    await doing();
    while (told.length === 0) await sleep(POLL_MS);
    await this.connection.removeOnLogsListener(id);
    return told[0];
  }

  errorText = (error) => [error.message, ...(error.logs ?? [])].join('\n');

  /** This library subscribes in the background. */
  subscribed = (id) =>
    new Promise((resolve) => {
      const stop = this.connection._onSubscriptionStateChange(id, (state) => {
        if (state !== 'subscribed') return;
        stop();
        resolve();
      });
    });
}
