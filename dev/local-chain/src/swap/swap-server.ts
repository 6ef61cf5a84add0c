import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BODY_BYTES_MAX } from './limits';
import { FakeSwapService } from './fake-swap-service';
import type { FakeSwapServiceOptions } from './fake-swap-service';
import type { SwapFaults } from './swap-faults';
import { addressText } from './swap-quote';
import { SwapRefusal } from './swap-refusal';

export interface SwapServerOptions extends FakeSwapServiceOptions {
  /** 0 is any free port. */
  readonly port: number;
}

export interface SwapServer {
  /** The base URL: clients append `/swap/v1`. */
  readonly url: string;
  /** Sets its faults from now on, replacing earlier ones. */
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

/** A swap aggregator's HTTP interface over a stock of tokens on a local chain. */
export async function startSwapServer(options: SwapServerOptions): Promise<SwapServer> {
  const desk = new FakeSwapService(options);
  const app = fastify({ bodyLimit: BODY_BYTES_MAX, forceCloseConnections: true });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof SwapRefusal) return reply.code(error.status).send(error.body);
    const message = error instanceof Error ? error.message : 'Internal error';
    return reply.code(statusOf(error)).send({ error: message });
  });
  app.addHook('preHandler', async (_request, reply) => {
    const { error } = desk.faults;
    if (error !== undefined) return reply.code(error.status).send(error.body);
  });
  serveSwaps(app, desk);
  const url = await app.listen({ port: options.port, host: '127.0.0.1' });
  return {
    url,
    setFaults: (faults) => {
      desk.faults = faults;
    },
    close: () => app.close(),
  };
}

function serveSwaps(app: FastifyInstance, desk: FakeSwapService): void {
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
