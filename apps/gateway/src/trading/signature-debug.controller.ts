import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ENGINE_READ,
  debugSignatureAnswer,
  debugSignatureRequest,
  otherSigners,
  presentDiagnosis,
  readSignature,
  signedMessageOf,
  signerOf,
} from '@bellwether/api';
import type { DebugSignatureRequest } from '@bellwether/api';
import { diagnoseSignature } from '@bellwether/canonical-message';
import { CodedError } from '@bellwether/errors';
import { Answers } from '@bellwether/runtime';
import { verify } from '@bellwether/signature';
import { NetworkOfExchange } from '../exchange/network';

/**
 * Help with first signatures: which bytes should have been signed, and what differs. It knows no secret and sends no
 * command. It exists on the test network only: a client that still needs it is not ready for production.
 */
@ApiTags('Trading')
@Controller('/v1/debug')
export class SignatureDebugController {
  constructor(@Inject(NetworkOfExchange) private readonly exchange: NetworkOfExchange) {}

  @Answers('debugSignature', {
    summary: 'Find out why a signature does not hold',
    description:
      'On the test network alone. The canonical bytes field by field, whether the signature holds, what differs from the bytes that were signed, and which usual mistake explains it.',
    answer: debugSignatureAnswer,
    codes: [...ENGINE_READ, 'TEST_NETWORK_ONLY'],
  })
  @Post('/signature')
  @HttpCode(200)
  async signature(@Body({ schema: debugSignatureRequest }) body: DebugSignatureRequest) {
    const network = await this.exchange.network();
    if (network !== 'test') throw new CodedError('TEST_NETWORK_ONLY');
    const user = signerOf(body);
    const signature = body.signature === undefined ? null : readSignature(body.signature);
    const diagnosis = diagnoseSignature(
      {
        message: signedMessageOf(body, network),
        user,
        signature: signature?.bytes ?? null,
        signedBytes: body.message ?? null,
        otherKeys: otherSigners(body),
      },
      verify,
    );
    return presentDiagnosis({ kind: body.kind, network, user, signature }, diagnosis);
  }
}
