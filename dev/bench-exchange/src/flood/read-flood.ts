import type { ExchangeUnderTest } from '../exchange-under-test';
import { HttpConnection, getRequest } from '../http-connection';
import type { FloodMeter } from './flood-meter';

/** Ten times as many as keep the gateway busy: with sixteen under way it does nothing else. */
const CONNECTIONS = 160;

/** The list of markets, again and again. @returns when it is under way */
export async function floodWithReads(exchange: ExchangeUnderTest, meter: FloodMeter) {
  const url = `${exchange.gatewayUrl}/v1/markets`;
  const request = getRequest(url);
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => HttpConnection.open(url)),
  );
  const lane = async (connection: HttpConnection): Promise<never> => {
    for (;;) {
      meter.asked++;
      const { status } = await connection.exchange(request);
      if (status === 200) meter.done++;
      else meter.refused++;
    }
  };
  for (const connection of connections) void lane(connection);
}
