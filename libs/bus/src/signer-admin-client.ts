import { CodedError } from '@bellwether/errors';
import type { Bus } from './bus';
import { SIGNER_TIMEOUT_MS } from './limits';
import { RequestError } from './request-mux';
import type { SignerKeyAnswer, SignerKeyRequest } from './signer-admin';
import { decodeSignerResponse, encodeSignerRequest } from './signer-admin-json';
import { signerKeysSubject } from './subjects';
import type { SignerKeyOperation } from './subjects';

/** The signer's key administration, from the gateway's admin role. */
export class SignerAdminClient {
  constructor(private readonly bus: Bus) {}

  /**
   * @throws CodedError what the signer refused with; SIGNER_UNAVAILABLE (nothing was done);
   *   OUTCOME_UNKNOWN (it may have been: `list_keys` tells)
   */
  async ask<O extends SignerKeyOperation>(
    operation: O,
    request: SignerKeyRequest<O>,
    options: { readonly requestId: string; readonly timeoutMs?: number },
  ): Promise<SignerKeyAnswer<O>> {
    const payload = encodeSignerRequest(request, options.requestId);
    const response = decodeSignerResponse<O>(
      await this.exchange(operation, payload, options.timeoutMs),
    );
    if ('failed' in response) throw new CodedError(response.failed.code, response.failed.details);
    return response.answer;
  }

  private async exchange(
    operation: SignerKeyOperation,
    payload: Uint8Array,
    timeoutMs = SIGNER_TIMEOUT_MS,
  ): Promise<Uint8Array> {
    try {
      const subject = signerKeysSubject(operation);
      return (await this.bus.request(subject, payload, timeoutMs)).data;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // Listing changes nothing: without an answer it is as if it had not been asked.
      const nothingDone = error.neverSent || operation === 'list_keys';
      throw new CodedError(
        nothingDone ? 'SIGNER_UNAVAILABLE' : 'OUTCOME_UNKNOWN',
        {},
        { cause: error },
      );
    }
  }
}
