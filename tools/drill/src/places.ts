/**
 * The addresses of the exchange: a local one's folder has them; for any other, the operator gives them, with secrets in
 * the environment.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const operatorFile = z.object({ database_url: z.string() });
const exchangeFile = z.object({ gateway_url: z.url() });

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

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));
