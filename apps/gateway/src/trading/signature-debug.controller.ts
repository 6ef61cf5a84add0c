import { Controller, Inject } from '@nestjs/common';
import {
  accountOf,
  isDebugText,
  isOfTradingKeys,
  keyMistakes,
  keyStateOf,
  otherSigners,
  readSignature,
  revocationMistakes,
  shownDiagnosis,
  signedMessageOf,
  signedTextOf,
  signerOf,
  signersOf,
  trading,
  tradingKeysAsSigners,
} from '@bellwether/api';
import type { DebugMessageRequest, DebugTextRequest } from '@bellwether/api';
import { diagnoseSignature, diagnoseText } from '@bellwether/canonical-message';
import { sameBytes } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { Network, TradingKeyView } from '@bellwether/exchange';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { verify } from '@bellwether/signature';
import { NetworkOfExchange } from '../exchange/network';
import { SharedQueries } from '../live/shared-queries';

/**
 * Helps with first signatures: which bytes should have been signed, and what differs. It knows no secret and sends no
 * command. It exists on the test network only: a client that still needs it is not ready for production.
 */
@Controller()
export class SignatureDebugController {
  constructor(
    @Inject(NetworkOfExchange) private readonly exchange: NetworkOfExchange,
    @Inject(SharedQueries) private readonly queries: Pick<SharedQueries, 'query'>,
  ) {}

  @Endpoint(trading.debugSignature)
  async signature({ body }: In<typeof trading.debugSignature>) {
    const network = await this.exchange.network();
    if (network !== 'test') throw new CodedError('TEST_NETWORK_ONLY');
    return isDebugText(body) ? this.ofText(body, network) : this.ofMessage(body, network);
  }

  private async ofMessage(body: DebugMessageRequest, network: Network) {
    const user = accountOf(body);
    const signer = signerOf(body);
    const keys = await this.tradingKeysOf(user);
    const unnamed = keys.filter(({ tradingKey }) => !sameBytes(tradingKey, signer));
    const signature = body.signature === undefined ? null : readSignature(body.signature);
    const diagnosis = diagnoseSignature(
      {
        message: signedMessageOf(body, network),
        user: signer,
        signature: signature?.bytes ?? null,
        signedBytes: body.message ?? null,
        otherKeys: [...otherSigners(body), ...tradingKeysAsSigners(unnamed, isOfTradingKeys(body))],
      },
      verify,
    );
    const keyState = keyStateOf(signer, user, keys);
    const mistakes = keyMistakes(signer, user, keys);
    const { kind } = body;
    return shownDiagnosis(
      { kind, network, user, signer, keyState, mistakes, signature },
      diagnosis,
    );
  }

  private async ofText(body: DebugTextRequest, network: Network) {
    const { said, mistakes: sent } = signedTextOf(body, network);
    const { account: user, kind } = said;
    const keys = await this.tradingKeysOf(user);
    const signature = body.signature === undefined ? null : readSignature(body.signature);
    const public_key = body.kind === 'text' ? body.public_key : undefined;
    const diagnosis = diagnoseText(
      {
        said,
        signers: signersOf(said),
        signature: signature?.bytes ?? null,
        signedBytes: body.message ?? null,
        otherKeys: [
          ...(public_key === undefined ? [] : [{ name: 'public_key', key: public_key }]),
          ...tradingKeysAsSigners(keys, false),
        ],
      },
      verify,
    );
    const { signer } = diagnosis;
    const keyState = keyStateOf(signer, user, keys);
    const mistakes = [
      ...sent,
      ...keyMistakes(signer, user, keys),
      ...revocationMistakes(said, signer, keys),
    ];
    return shownDiagnosis(
      { kind, network, user, signer, keyState, mistakes, signature },
      diagnosis,
    );
  }

  private async tradingKeysOf(user: Uint8Array): Promise<readonly TradingKeyView[]> {
    return (await this.queries.query('trading_keys', { user })).view;
  }
}
