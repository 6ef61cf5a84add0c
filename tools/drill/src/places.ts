/** Where the exchange is: a local one says it in its folder; of any other the operator does, secrets by the environment. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const operatorFile = z.object({ database_url: z.string() });
const exchangeFile = z.object({ gateway_url: z.url() });
const statusAnswer = z.object({ seq: z.int() });

const REQUEST_PATIENCE_MS = 10_000;

export interface PlaceOptions {
  readonly data?: string;
  readonly gateway?: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface RunningPlace {
  readonly databaseUrl: string;
  readonly gatewayUrl: string;
}

/** @throws Error that says what is missing */
export async function runningPlace(
  { data, gateway }: PlaceOptions,
  environment: Environment,
): Promise<RunningPlace> {
  if (data !== undefined) {
    const { database_url } = operatorFile.parse(await readJson(join(data, 'operator.json')));
    const { gateway_url } = exchangeFile.parse(await readJson(join(data, 'exchange.json')));
    return { databaseUrl: database_url, gatewayUrl: gateway_url };
  }
  if (gateway === undefined) throw new Error('--data DIR or --gateway URL: of which exchange?');
  return { databaseUrl: databaseUrlOf(environment), gatewayUrl: gateway };
}

export function databaseUrlOf({ DATABASE_URL: url }: Environment): string {
  if (url !== undefined && url !== '') return url;
  throw new Error('DATABASE_URL is missing: where is PostgreSQL?');
}

/** Seq of the engine's last command. @throws Error where the gateway does not tell */
export async function seqOfEngine(gatewayUrl: string): Promise<number> {
  const response = await fetch(new URL('/v1/status', gatewayUrl), {
    signal: AbortSignal.timeout(REQUEST_PATIENCE_MS),
  });
  if (!response.ok) throw new Error(`${gatewayUrl}/v1/status says ${response.status}`);
  return statusAnswer.parse(await response.json()).seq;
}

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));
