import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ENGINE_READ,
  accountOf,
  debugSignatureAnswer,
  debugSignatureRequest,
  isDebugText,
  keyMistakes,
  keyStateOf,
  otherSigners,
  presentDiagnosis,
  readSignature,
  revocationMistakes,
  signedMessageOf,
  signedTextOf,
  signerOf,
  signersOf,
  tradingKeysAsSigners,
} from '@bellwether/api';
import type { DebugMessageRequest, DebugSignatureRequest, DebugTextRequest } from '@bellwether/api';
import { diagnoseSignature, diagnoseText } from '@bellwether/canonical-message';
import { sameBytes } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { Network, TradingKeyView } from '@bellwether/exchange';
import { Answers } from '@bellwether/runtime';
import { verify } from '@bellwether/signature';
import { NetworkOfExchange } from '../exchange/network';
import { SharedQueries } from '../live/shared-queries';

/**
 * Help with first signatures: which bytes should have been signed, and what differs. It knows no secret and sends no
 * command. It exists on the test network only: a client that still needs it is not ready for production.
 */
@ApiTags('Trading')
@Controller('/v1/debug')
export class SignatureDebugController {
  constructor(
    @Inject(NetworkOfExchange) private readonly exchange: NetworkOfExchange,
    @Inject(SharedQueries) private readonly queries: Pick<SharedQueries, 'query'>,
  ) {}

  @Answers('debugSignature', {
    summary: 'Find out why a signature does not hold',
    description:
      'On the test network alone. The canonical bytes field by field, of a text line by line, whether the signature holds, in which form and by which key, what differs from the bytes that were signed, and which usual mistake explains it.',
    answer: debugSignatureAnswer,
    codes: [...ENGINE_READ, 'TEST_NETWORK_ONLY'],
  })
  @Post('/signature')
  @HttpCode(200)
  async signature(@Body({ schema: debugSignatureRequest }) body: DebugSignatureRequest) {
    const network = await this.exchange.network();
    if (network !== 'test') throw new CodedError('TEST_NETWORK_ONLY');
    return isDebugText(body) ? this.ofText(body, network) : this.ofMessage(body, network);
  }

  private async ofMessage(body: DebugMessageRequest, network: Network) {
    const user = accountOf(body);
    const signer = signerOf(body);
    const keys = await this.tradingKeysOf(user);
    const mayTrade = body.kind !== 'withdraw' && body.kind !== 'recover';
    const unnamed = keys.filter(({ tradingKey }) => !sameBytes(tradingKey, signer));
    const signature = body.signature === undefined ? null : readSignature(body.signature);
    const diagnosis = diagnoseSignature(
      {
        message: signedMessageOf(body, network),
        user: signer,
        signature: signature?.bytes ?? null,
        signedBytes: body.message ?? null,
        otherKeys: [...otherSigners(body), ...tradingKeysAsSigners(unnamed, mayTrade)],
      },
      verify,
    );
    const keyState = keyStateOf(signer, user, keys);
    const mistakes = keyMistakes(signer, user, keys);
    const { kind } = body;
    return presentDiagnosis(
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
    return presentDiagnosis(
      { kind, network, user, signer, keyState, mistakes, signature },
      diagnosis,
    );
  }

  private async tradingKeysOf(user: Uint8Array): Promise<readonly TradingKeyView[]> {
    return (await this.queries.query('trading_keys', { user })).view;
  }
}
