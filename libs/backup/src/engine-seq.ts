import { z } from 'zod';
import { STATUS_TIMEOUT_MS } from './limits';

const statusAnswer = z.object({ seq: z.int() });

/** Seq of the engine's last command. @throws Error if the gateway does not report it */
export async function seqOfEngine(gatewayUrl: string): Promise<number> {
  const response = await fetch(new URL('/v1/status', gatewayUrl), {
    signal: AbortSignal.timeout(STATUS_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${gatewayUrl}/v1/status says ${response.status}`);
  return statusAnswer.parse(await response.json()).seq;
}
