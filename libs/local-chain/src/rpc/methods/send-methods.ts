import { getBase58Decoder } from '@solana/kit';
import type { Signature } from '@solana/kit';
import { LAMPORTS_PER_SIGNATURE, TRANSACTION_BYTES_MAX } from '../../chain/limits';
import { MalformedTransaction, parseTransaction } from '../../chain/decode-transaction';
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
    const wire = wireOf(params);
    const config = params.config(1);
    const signature = signatureOf(wire);
    const skipPreflight = config.flag('skipPreflight');
    commitmentOf(chain, new Config({ minContextSlot: config.raw('minContextSlot') }), 'processed');
    try {
      if (!skipPreflight) preflight(chain, wire, signature);
      return chain.submit(wire).signature;
    } catch (error) {
      if (!(error instanceof TransactionRejected)) throw error;
      // Without a preflight the node knows no better than to pass it on.
      if (skipPreflight) return signature;
      throw preflightFailure(error.error, error.message, error);
    }
  },
  simulateTransaction: (chain, params) => {
    const wire = wireOf(params);
    const config = params.config(1);
    commitmentOf(chain, config);
    const verifySignatures = config.flag('sigVerify');
    const replaceBlockhash = config.flag('replaceRecentBlockhash');
    if (verifySignatures && replaceBlockhash) {
      throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
    }
    signatureOf(wire);
    const simulated = simulate(chain, wire, { verifySignatures, replaceBlockhash });
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
    const { fee, blockhash } = messageFeeOf(message, LAMPORTS_PER_SIGNATURE);
    const isValid = chain.isBlockhashValid(blockhash, 'processed');
    return withContext(chain, commitment, isValid ? fee : null);
  },
};

type Simulated = ReturnType<LocalChain['simulate']>;

function wireOf(params: Params): Uint8Array {
  const text = params.text(0, 'transaction');
  const encoding = params.config(1).oneOf('encoding', ['base58', 'base64'] as const) ?? 'base58';
  const textMax = Math.ceil(TRANSACTION_BYTES_MAX * (encoding === 'base64' ? 4 / 3 : 1.4)) + 4;
  if (text.length > textMax) {
    throw invalidParams(`${encoding} encoded transaction too large: ${text.length} characters`);
  }
  const wire = toBytes(text, encoding, 'parameter 0 (transaction)');
  if (wire.length <= TRANSACTION_BYTES_MAX) return wire;
  throw invalidParams(
    `encoded transaction too large: ${wire.length} bytes (max: ${TRANSACTION_BYTES_MAX} bytes)`,
  );
}

/** The signature a transaction goes by; an unsigned one has that of zeros. */
function signatureOf(wire: Uint8Array): Signature {
  try {
    const { transaction } = parseTransaction(wire);
    const signed = Object.values(transaction.signatures)[0];
    return getBase58Decoder().decode(signed ?? new Uint8Array(64)) as Signature;
  } catch (error) {
    if (error instanceof MalformedTransaction) {
      throw invalidParams(`failed to deserialize the transaction: ${error.message}`);
    }
    throw error;
  }
}

function preflight(chain: LocalChain, wire: Uint8Array, signature: Signature): void {
  if (chain.transaction(signature) !== undefined) {
    throw new TransactionRejected('AlreadyProcessed');
  }
  const simulated = chain.simulate(wire, { verifySignatures: true, replaceBlockhash: false });
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
  wire: Uint8Array,
  options: { verifySignatures: boolean; replaceBlockhash: boolean },
): Simulated {
  try {
    return chain.simulate(wire, options);
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
