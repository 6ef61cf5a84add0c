import { Body, Controller, Delete, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  OWN_KEYS,
  builderKeyRequest,
  emptyRequest,
  issuedKeyAnswer,
  keyId,
  presentIssuedKey,
  presentRevokedKey,
  presentRotatedKey,
  revokedKeyAnswer,
  rotatedKeyAnswer,
} from '@bellwether/api';
import type { BuilderKeyRequest } from '@bellwether/api';
import { Answers, PathParam } from '@bellwether/runtime';
import type { Caller } from '../envelope/authenticator';
import { FromCaller, MayBeHandedOver } from '../envelope/envelope.guard';
import { BuilderKeys } from './builder-keys';

/** Answers with a credential are neither logged nor stored. */
@ApiTags('Keys')
@Controller('v1/builder/keys')
export class BuilderKeysController {
  constructor(@Inject(BuilderKeys) private readonly keys: BuilderKeys) {}

  @Answers('createBuilderKey', {
    summary: 'Make a key of the builder',
    description:
      'The calling key needs the scope `keys`. What the new one may do is yours to say; its orders a second are at most those of the calling key. The secrets are shown this once.',
    answer: issuedKeyAnswer,
    codes: [...OWN_KEYS, 'CAPACITY_REACHED'],
  })
  @Post()
  @HttpCode(200)
  async create(
    @FromCaller() caller: Caller,
    @Body({ schema: builderKeyRequest }) body: BuilderKeyRequest,
  ) {
    return presentIssuedKey(await this.keys.create(caller, body));
  }

  @Answers('rotateBuilderKey', {
    summary: 'Replace a credential',
    description:
      'Of any key of the builder, the calling one too, which needs the scope `keys`. The credential before works on for 24 hours; the first one, which an operator has seen, can do nothing but this, and ends at once.',
    answer: rotatedKeyAnswer,
    codes: [...OWN_KEYS, 'KEY_NOT_FOUND'],
  })
  @Post(':key_id/rotate')
  @MayBeHandedOver()
  @HttpCode(200)
  async rotate(
    @FromCaller() caller: Caller,
    @PathParam('key_id', keyId) id: string,
    @Body({ schema: emptyRequest }) _body: object,
  ) {
    return presentRotatedKey(await this.keys.rotate(caller, id));
  }

  @Answers('revokeBuilderKey', {
    summary: 'Revoke a key',
    description:
      'Any key of the builder, the calling one too, which needs the scope `keys`. It ends within 2 seconds, on every signer, for ever.',
    answer: revokedKeyAnswer,
    codes: [...OWN_KEYS, 'KEY_NOT_FOUND'],
  })
  @Delete(':key_id')
  async revoke(
    @FromCaller() caller: Caller,
    @PathParam('key_id', keyId) id: string,
    @Body({ schema: emptyRequest }) _body: object,
  ) {
    return presentRevokedKey(await this.keys.revoke(caller, id));
  }
}
