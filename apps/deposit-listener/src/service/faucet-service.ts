import type { FundingRequest } from '@bellwether/bus';
import { addressOf, signatureBytes } from '@bellwether/chain';
import { CodedError } from '@bellwether/errors';
import { MAX_FAUCET_LAMPORTS, MAX_FAUCET_MICRO_USDC } from '@bellwether/funding';
import type { ListenerParts } from '../parts';

/** Test money from a local network's own faucets. */
export class FaucetService {
  constructor(
    private readonly parts: Pick<ListenerParts, 'faucets' | 'faucetDay' | 'usdc' | 'now'>,
  ) {}

  /**
   * @returns the transaction, under way
   * @throws CodedError TEST_NETWORK_ONLY, VALIDATION_FAILED, RATE_LIMITED, CHAIN_UNAVAILABLE
   */
  async give(request: FundingRequest<'faucet'>): Promise<{ readonly txSignature: Uint8Array }> {
    const { faucets, faucetDay, usdc, now } = this.parts;
    const { chain, token } = request;
    if (faucets === undefined) throw new CodedError('TEST_NETWORK_ONLY', { what: 'faucet' });
    const most = token === 'native' ? MAX_FAUCET_LAMPORTS : MAX_FAUCET_MICRO_USDC;
    requireAmount(request.amount, Math.min(most, faucetDay.most(token)));
    faucetDay.take(token, request.amount, now());
    const to = addressOf(request.address);
    const amount = BigInt(request.amount);
    const signature =
      token === 'native'
        ? await faucets[chain].lamports(to, amount)
        : await faucets[chain].tokens(to, usdc[chain], amount);
    return { txSignature: signatureBytes(signature) };
  }
}

function requireAmount(value: number, max: number): void {
  if (value <= max) return;
  throw new CodedError('VALIDATION_FAILED', { field: 'amount', value, expected: `at most ${max}` });
}
