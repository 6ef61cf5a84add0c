import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BODY_BYTES_MAX } from './limits';
import { FakeSwapService } from './fake-swap-service';
import type { FakeSwapServiceOptions } from './fake-swap-service';
import type { SwapFaults } from './swap-faults';
import { SwapOrders } from './swap-orders';
import type { Execution } from './swap-orders';
import { addressText } from './swap-quote';
import { SwapRefusal } from './swap-refusal';

export interface SwapServerOptions extends FakeSwapServiceOptions {
  /** 0 is any free one. */
  readonly port: number;
  /** What `x-api-key` must say on v2; without it anything passes. */
  readonly apiKey?: string;
}

export interface SwapServer {
  /** The root: clients add `/swap/v1` or `/swap/v2`. */
  readonly url: string;
  /** What it does wrong from now on, in place of what it did before. */
  setFaults(faults: SwapFaults): void;
  close(): Promise<void>;
}

const swapBody = z.object({
  userPublicKey: addressText,
  payer: addressText.optional(),
  quoteResponse: z.unknown(),
  destinationTokenAccount: addressText.optional(),
  nativeDestinationAccount: addressText.optional(),
  wrapAndUnwrapSol: z.boolean().optional(),
});
const orderQuery = z.object({ taker: addressText.optional(), payer: addressText.optional() });
const executeBody = z.object({ requestId: z.string(), signedTransaction: z.string() });

/** A swap aggregator's HTTP interface, versions 1 and 2, over a stock of tokens on a local chain. */
export async function startSwapServer(options: SwapServerOptions): Promise<SwapServer> {
  const desk = new FakeSwapService(options);
  const orders = new SwapOrders(options.rpc);
  const app = fastify({ bodyLimit: BODY_BYTES_MAX, forceCloseConnections: true });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof SwapRefusal) return reply.code(error.status).send(error.body);
    const message = error instanceof Error ? error.message : 'Internal error';
    return reply.code(statusOf(error)).send({ error: message });
  });
  app.addHook('preHandler', async (_request, reply) => {
    const { delayMs = 0, error } = desk.faults;
    if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
    if (error !== undefined) return reply.code(error.status).send(error.body);
  });
  serveVersion1(app, desk);
  serveVersion2(app, { desk, orders, apiKey: options.apiKey });
  const url = await app.listen({ port: options.port, host: '127.0.0.1' });
  return {
    url,
    setFaults: (faults) => {
      desk.faults = faults;
    },
    close: () => app.close(),
  };
}

function serveVersion1(app: FastifyInstance, desk: FakeSwapService): void {
  app.get('/swap/v1/quote', ({ query }) => desk.quote(query));
  app.post('/swap/v1/swap', async ({ body }) => {
    const asked = parse(swapBody, body);
    const { transaction, lastValidBlockHeight } = await desk.build(asked.quoteResponse, {
      user: asked.userPublicKey,
      payer: asked.payer,
      destination: asked.destinationTokenAccount ?? asked.nativeDestinationAccount,
      isNativeUnwrapped: asked.wrapAndUnwrapSol,
    });
    return {
      swapTransaction: transaction,
      lastValidBlockHeight: Number(lastValidBlockHeight),
      prioritizationFeeLamports: 0,
    };
  });
}

interface Version2 {
  readonly desk: FakeSwapService;
  readonly orders: SwapOrders;
  readonly apiKey: string | undefined;
}

function serveVersion2(app: FastifyInstance, { desk, orders, apiKey }: Version2): void {
  const admit = (given: unknown) => {
    if (apiKey !== undefined && given !== apiKey) {
      throw new SwapRefusal('UNAUTHORIZED', 'Unauthorized', 401);
    }
  };
  app.get('/swap/v2/order', async ({ query, headers }) => {
    admit(headers['x-api-key']);
    const { taker, payer } = parse(orderQuery, query);
    const quote = await desk.quote(query);
    const requestId = randomUUID();
    const order = {
      ...quote,
      requestId,
      taker: taker ?? null,
      router: 'jupiterz',
      mode: payer === undefined ? 'ultra' : 'manual',
      swapType: 'rfq',
      gasless: false,
      feeBps: 0,
      feeMint: quote.outputMint,
      prioritizationFeeLamports: 0,
    };
    if (taker === undefined) return { ...order, transaction: null };
    if (!(await desk.isAffordable(quote, taker))) {
      const error = 'Insufficient funds';
      return { ...order, transaction: null, errorCode: 1, errorMessage: error, error };
    }
    const { transaction, lastValidBlockHeight } = await desk.build(quote, { user: taker, payer });
    orders.keep(requestId, { quote, transaction });
    return { ...order, transaction, lastValidBlockHeight: String(lastValidBlockHeight) };
  });
  app.post('/swap/v2/execute', async ({ body, headers }): Promise<Execution> => {
    admit(headers['x-api-key']);
    const { requestId, signedTransaction } = parse(executeBody, body);
    return orders.execute(requestId, signedTransaction);
  });
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new SwapRefusal('INVALID_REQUEST', `Failed to deserialize: ${field}: ${issue?.message}`);
}

function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500;
  return typeof error.statusCode === 'number' ? error.statusCode : 500;
}
