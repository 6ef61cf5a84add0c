import type { Network } from '@bellwether/exchange';
import type { EngineReader } from '../live/shared-queries';

/** Which network this is, by the journal's first record: asked of the engine until it is known, as it never changes. */
export class NetworkOfExchange {
  private known: Network | undefined;

  constructor(private readonly engine: EngineReader) {}

  /** @throws CodedError ENGINE_UNAVAILABLE */
  async network(): Promise<Network> {
    this.known ??= (await this.engine.query('status', {})).view.network;
    return this.known;
  }
}
