/** Authenticates a caller: looks up the key, checks the envelope, and records the use. */
import type { FollowedClock } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import type { KeyDirectory } from '../keys/key-directory';
import type { LastUsed } from '../keys/last-used';
import { checkApiKey, checkEnvelope, type EnvelopeKeys } from './check-envelope';
import type { SignedHeaders } from './envelope-headers';

/** The API key of an authenticated request, as far as the endpoints need it. */
export interface Caller {
  readonly keyId: Uint8Array;
  readonly builderId: string;
  readonly scopes: readonly string[];
  readonly maxFeeBps: number;
  readonly ordersPerSecond: number;
  /** The most that may be withdrawn through the key on a UTC day. */
  readonly dailyOutflowMicroUsdc: number;
  readonly generation: number;
  /** An operator issued it, and has seen its first credential. */
  readonly isFirst: boolean;
}

export interface EnvelopedRequest {
  readonly headers: SignedHeaders;
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
  readonly rawBody: Uint8Array;
}

export interface AuthenticatorParts {
  readonly keys: EnvelopeKeys;
  readonly directory: KeyDirectory;
  readonly lastUsed: LastUsed;
  /** The exchange's time, if it is known. */
  readonly time: Pick<FollowedClock, 'nowMs' | 'isSure'>;
}

export class Authenticator {
  constructor(private readonly parts: AuthenticatorParts) {}

  /** Throws `API_KEY_INVALID`, `SIGNER_UNAVAILABLE`. */
  async byApiKey(apiKey: string): Promise<Caller> {
    const known = await this.parts.directory.find(apiKey);
    const nowMs = this.parts.time.nowMs();
    return this.admitted(checkApiKey(apiKey, known, nowMs, this.parts.keys), nowMs);
  }

  /**
   * Throws `API_KEY_INVALID`, `TIMESTAMP_SKEW`, `SIGNER_UNAVAILABLE`; the last also if one of the clocks is wrong,
   * possibly this signer's.
   */
  async byEnvelope(request: EnvelopedRequest): Promise<Caller> {
    const known = await this.parts.directory.find(request.headers.apiKey);
    const { time, keys } = this.parts;
    const nowMs = time.nowMs();
    const { isSure } = time;
    try {
      return this.admitted(checkEnvelope(request, known, nowMs, keys), nowMs);
    } catch (error) {
      const isOfTime = error instanceof CodedError && error.code === 'TIMESTAMP_SKEW';
      if (!isOfTime || isSure) throw error;
      throw new CodedError('SIGNER_UNAVAILABLE', { reason: 'clock' }, { cause: error });
    }
  }

  private admitted<K extends Caller>(key: K, nowMs: number): K {
    this.parts.lastUsed.note(key.keyId, nowMs);
    return key;
  }
}
