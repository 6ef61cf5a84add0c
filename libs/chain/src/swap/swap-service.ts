/**
 * A swap aggregator over HTTP, in Jupiter's shapes (`/swap/v1/quote`, `/swap/v1/swap`). Its answers are only offers:
 * `checkSwapTransaction` checks them against what was agreed.
 */
import { CodedError } from '@bellwether/errors';
import { isAddress } from '@solana/kit';
import type { Address } from '../address';
import { askJson } from '../http/ask-json';
import type { JsonAnswer, JsonRequest } from '../http/ask-json';

export interface SwapService {
  /** Without `/swap/v1`. */
  readonly url: string;
  /** Sent as `x-api-key`. A secret: never logged. */
  readonly apiKey?: string;
}

export interface SwapTerms {
  /** `NATIVE_MINT` for lamports. */
  readonly inputMint: Address;
  readonly outputMint: Address;
  /** Exact input, in its smallest unit. */
  readonly amountIn: bigint;
  /** Fixed slippage: at most 100 here. */
  readonly slippageBps: number;
  /** Names of exchanges that the route may not use. Default: none. */
  readonly withoutDexes?: readonly string[];
}

export interface SwapQuote {
  readonly amountIn: bigint;
  readonly quotedOut: bigint;
  /** The minimum output that the service promises. */
  readonly minimumOut: bigint;
  /** Names of the exchanges on its route, as the service names them. */
  readonly dexes: readonly string[];
  /** The service's answer, which it needs back unchanged. */
  readonly answer: Readonly<Record<string, unknown>>;
}

export interface OfferedTransaction {
  /** Not signed by us yet; possibly by others. */
  readonly wireBytes: Uint8Array;
}

/**
 * Requests a quote.
 * @throws CodedError SWAP_REFUSED if the token or amount is not accepted, SWAP_UNAVAILABLE
 */
export async function quoteSwap(service: SwapService, terms: SwapTerms): Promise<SwapQuote> {
  const answer = await ask(service, 'swap/v1/quote', queryOf(terms), {});
  return quoteOf(answer, terms);
}

/**
 * Requests a transaction for a quote.
 * @throws CodedError SWAP_REFUSED, SWAP_UNAVAILABLE
 */
export async function buildSwap(
  service: SwapService,
  request: {
    readonly quote: SwapQuote;
    /** Owner of the tokens or lamports that are given; signs. */
    readonly user: Address;
    /** Pays fee and rent; signs. */
    readonly payer: Address;
    /** The token account that receives the output. */
    readonly destination: Address;
  },
): Promise<OfferedTransaction> {
  const answer = await ask(
    service,
    'swap/v1/swap',
    {},
    {
      method: 'POST',
      body: {
        quoteResponse: request.quote.answer,
        userPublicKey: request.user,
        payer: request.payer,
        destinationTokenAccount: request.destination,
        wrapAndUnwrapSol: true,
        dynamicComputeUnitLimit: true,
      },
    },
  );
  return { wireBytes: transactionOf(answer.swapTransaction) };
}

type Fields = Readonly<Record<string, unknown>>;

async function ask(
  service: SwapService,
  path: string,
  parameters: Readonly<Record<string, string>>,
  request: JsonRequest,
): Promise<Fields> {
  const url = new URL(path, service.url.endsWith('/') ? service.url : `${service.url}/`);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const headers = service.apiKey === undefined ? {} : { 'x-api-key': service.apiKey };
  const answer = await askJson('SWAP_UNAVAILABLE', url, { ...request, headers });
  const body = fieldsOf(answer);
  if (answer.status === 400 || answer.status === 422) throw refused(body);
  if (answer.status !== 200) {
    throw new CodedError('SWAP_UNAVAILABLE', { path, status: answer.status });
  }
  return body;
}

const queryOf = (terms: SwapTerms): Record<string, string> => ({
  inputMint: terms.inputMint,
  outputMint: terms.outputMint,
  amount: String(terms.amountIn),
  slippageBps: String(terms.slippageBps),
  swapMode: 'ExactIn',
  ...(terms.withoutDexes?.length ? { excludeDexes: terms.withoutDexes.join(',') } : {}),
});

/** The offer must match the request. */
function quoteOf(answer: Fields, terms: SwapTerms): SwapQuote {
  const { inputMint, outputMint } = answer;
  const isAsked =
    isMint(inputMint, terms.inputMint) &&
    isMint(outputMint, terms.outputMint) &&
    amountOf(answer, 'inAmount') === terms.amountIn;
  if (!isAsked) throw malformed('quote');
  return {
    amountIn: terms.amountIn,
    quotedOut: amountOf(answer, 'outAmount'),
    minimumOut: amountOf(answer, 'otherAmountThreshold'),
    dexes: dexesOf(answer.routePlan),
    answer,
  };
}

/** A comma separates names in a request, so none has one. */
const dexesOf = (plan: unknown): string[] =>
  (Array.isArray(plan) ? (plan as unknown[]) : []).flatMap((step) => {
    const label = (step as { swapInfo?: { label?: unknown } } | null)?.swapInfo?.label;
    return typeof label === 'string' && !label.includes(',') ? [label] : [];
  });

const isMint = (value: unknown, mint: Address): boolean =>
  typeof value === 'string' && isAddress(value) && value === mint;

function amountOf(answer: Fields, field: string): bigint {
  const value = answer[field];
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value);
  throw malformed(field);
}

function transactionOf(value: unknown): Uint8Array {
  if (typeof value === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(value)) {
    return new Uint8Array(Buffer.from(value, 'base64'));
  }
  throw malformed('transaction');
}

function fieldsOf({ body }: JsonAnswer): Fields {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Fields;
  throw malformed('body');
}

const MAX_REASON_CHARACTERS = 200;

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : 'no reason given').slice(0, MAX_REASON_CHARACTERS);

const refused = (body: Fields): CodedError =>
  new CodedError('SWAP_REFUSED', {
    reason: textOf(body.error ?? body.errorMessage),
    service_code: textOf(body.errorCode),
  });

const malformed = (field: string): CodedError =>
  new CodedError('SWAP_UNAVAILABLE', { field, expected: 'what the interface says' });
