import type { Network } from '@bellwether/exchange';
import type { EngineReader } from '../live/shared-queries';

/** The network, from the journal's first record. It never changes, so the engine is queried until it answers once. */
export class NetworkOfExchange {
  private known: Network | undefined;

  constructor(private readonly engine: EngineReader) {}

  /** @throws CodedError ENGINE_UNAVAILABLE */
  async network(): Promise<Network> {
    this.known ??= (await this.engine.query('status', {})).view.network;
    return this.known;
  }
}
