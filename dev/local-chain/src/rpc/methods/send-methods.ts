import { LAMPORTS_PER_SIGNATURE, TRANSACTION_BYTES_MAX } from '../../chain/limits';
import { MalformedTransaction, parseTransaction } from '../../chain/decode-transaction';
import type { ParsedTransaction } from '../../chain/decode-transaction';
import type { Execution } from '../../chain/executor';
import type { LocalChain } from '../../chain/local-chain';
import { messageFeeOf } from '../../chain/message-fee';
import type { TransactionError } from '../../chain/transaction-error';
import { TransactionRejected } from '../../chain/transaction-rejected';
import { accountViewOf } from '../encode-account';
import { commitmentOf, withContext } from '../method';
import type { Methods } from '../method';
import { Config, toAddress, toBytes } from '../params';
import type { Params } from '../params';
import { ACCOUNTS_PER_CALL_MAX } from '../limits';
import { RPC_CODES, RpcError, invalidParams } from '../rpc-error';
import { shown } from './account-methods';

/** Transactions on their way in. */
export const sendMethods: Methods = {
  sendTransaction: (chain, params) => {
    const sent = sentTransaction(params);
    const config = params.config(1);
    const signature = sent.signatures[0]!;
    const skipPreflight = config.flag('skipPreflight');
    commitmentOf(chain, new Config({ minContextSlot: config.raw('minContextSlot') }), 'processed');
    try {
      if (!skipPreflight) preflight(chain, sent);
      return chain.submit(sent).signature;
    } catch (error) {
      if (!(error instanceof TransactionRejected)) throw error;
      // Without a preflight the node knows no better than to pass it on.
      if (skipPreflight) return signature;
      throw preflightFailure(error.error, error.message, error);
    }
  },
  simulateTransaction: (chain, params) => {
    const sent = sentTransaction(params);
    const config = params.config(1);
    commitmentOf(chain, config);
    const verifySignatures = config.flag('sigVerify');
    const replaceBlockhash = config.flag('replaceRecentBlockhash');
    if (verifySignatures && replaceBlockhash) {
      throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
    }
    const simulated = simulate(chain, sent, { verifySignatures, replaceBlockhash });
    const replaced = replaceBlockhash
      ? { replacementBlockhash: chain.latestBlockhash('processed') }
      : {};
    return withContext(chain, 'processed', {
      ...encodeExecution(simulated),
      accounts: accountsAfter(chain, config, simulated),
      ...replaced,
    });
  },
  getFeeForMessage: (chain, params) => {
    const message = toBytes(params.text(0, 'message'), 'base64', 'parameter 0 (message)');
    const commitment = commitmentOf(chain, params.config(1));
    const { fee, blockhash } = orInvalid('message', () =>
      messageFeeOf(message, LAMPORTS_PER_SIGNATURE),
    );
    const isValid = chain.isBlockhashValid(blockhash, 'processed');
    return withContext(chain, commitment, isValid ? fee : null);
  },
};

type Simulated = ReturnType<LocalChain['simulate']>;

function sentTransaction(params: Params): ParsedTransaction {
  const text = params.text(0, 'transaction');
  const encoding = params.config(1).oneOf('encoding', ['base58', 'base64'] as const) ?? 'base58';
  const textMax = Math.ceil(TRANSACTION_BYTES_MAX * (encoding === 'base64' ? 4 / 3 : 1.4)) + 4;
  if (text.length > textMax) {
    throw invalidParams(`${encoding} encoded transaction too large: ${text.length} characters`);
  }
  const wire = toBytes(text, encoding, 'parameter 0 (transaction)');
  if (wire.length > TRANSACTION_BYTES_MAX) {
    throw invalidParams(
      `encoded transaction too large: ${wire.length} bytes (max: ${TRANSACTION_BYTES_MAX} bytes)`,
    );
  }
  return orInvalid('transaction', () => parseTransaction(wire));
}

function orInvalid<T>(what: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof MalformedTransaction)) throw error;
    throw invalidParams(`failed to deserialize the ${what}: ${error.message}`);
  }
}

function preflight(chain: LocalChain, sent: ParsedTransaction): void {
  if (chain.transaction(sent.signatures[0]!) !== undefined) {
    throw new TransactionRejected('AlreadyProcessed');
  }
  const simulated = chain.simulate(sent, { verifySignatures: true, replaceBlockhash: false });
  if (simulated.error !== null) {
    const { error, logs, computeUnits } = simulated;
    throw new TransactionRejected(error, logs, computeUnits);
  }
}

function preflightFailure(
  error: TransactionError,
  message: string,
  { logs, computeUnits }: { logs: readonly string[]; computeUnits: bigint },
): RpcError {
  if (error === 'SignatureFailure') {
    return new RpcError(
      RPC_CODES.signatureVerificationFailure,
      'Transaction signature verification failure',
    );
  }
  return new RpcError(RPC_CODES.preflightFailure, `Transaction simulation failed: ${message}`, {
    accounts: null,
    err: error,
    innerInstructions: null,
    loadedAccountsDataSize: 0,
    logs,
    replacementBlockhash: null,
    returnData: null,
    unitsConsumed: computeUnits,
  });
}

function simulate(
  chain: LocalChain,
  sent: ParsedTransaction,
  options: { verifySignatures: boolean; replaceBlockhash: boolean },
): Simulated {
  try {
    return chain.simulate(sent, options);
  } catch (error) {
    if (!(error instanceof TransactionRejected)) throw error;
    if (error.error === 'SignatureFailure') throw preflightFailure(error.error, '', error);
    const { error: cause, logs, computeUnits } = error;
    return {
      error: cause,
      logs,
      computeUnits,
      innerInstructions: [],
      returnData: null,
      accounts: [],
    };
  }
}

function encodeExecution({ error, logs, computeUnits, returnData }: Execution) {
  return {
    err: error,
    innerInstructions: null,
    loadedAccountsDataSize: 0,
    logs,
    returnData:
      returnData === null
        ? null
        : {
            programId: returnData.program,
            data: [Buffer.from(returnData.data).toString('base64'), 'base64'],
          },
    unitsConsumed: computeUnits,
  };
}

function accountsAfter(chain: LocalChain, config: Config, { accounts, error }: Simulated): unknown {
  const wanted = config.object('accounts');
  if (wanted === undefined || error !== null) return null;
  const addresses = wanted.raw('addresses');
  if (!Array.isArray(addresses) || addresses.length > ACCOUNTS_PER_CALL_MAX) {
    throw invalidParams(
      `\`accounts.addresses\` must be an array of at most ${ACCOUNTS_PER_CALL_MAX}`,
    );
  }
  const view = accountViewOf(wanted, 'base64');
  return addresses.map((value: unknown, index) => {
    const address = toAddress(value, `\`accounts.addresses\`, entry ${index}`);
    const after = accounts.find((account) => account.address === address);
    const account = after ?? chain.account(address);
    const exists = account !== null && account.lamports > 0n;
    return shown(chain, 'processed', exists ? account : null, view);
  });
}
