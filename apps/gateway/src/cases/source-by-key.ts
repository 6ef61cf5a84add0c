import type { EngineClient } from '@bellwether/bus';
import { sameBytes } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';

/** @throws CodedError SOURCE_NOT_FOUND */
export async function sourceByKey(engine: Pick<EngineClient, 'query'>, key: Uint8Array) {
  const { view: sources } = await engine.query('sources', {});
  const known = sources.find((source) => sameBytes(source.key, key));
  if (known === undefined) throw new CodedError('SOURCE_NOT_FOUND');
  return known;
}
