import { Controller, Inject } from '@nestjs/common';
import {
  builderKeys,
  presentIssuedKey,
  presentRevokedKey,
  presentRotatedKey,
} from '@bellwether/api';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { callerOf } from '../envelope/envelope.guard';
import { BuilderKeys } from './builder-keys';

/** Answers with a credential are neither logged nor stored. */
@Controller()
export class BuilderKeysController {
  constructor(@Inject(BuilderKeys) private readonly keys: BuilderKeys) {}

  @Endpoint(builderKeys.createBuilderKey)
  async create({ body, request }: In<typeof builderKeys.createBuilderKey>) {
    return presentIssuedKey(await this.keys.create(callerOf(request), body));
  }

  @Endpoint(builderKeys.rotateBuilderKey)
  async rotate({ path: { key_id: id }, request }: In<typeof builderKeys.rotateBuilderKey>) {
    return presentRotatedKey(await this.keys.rotate(callerOf(request), id));
  }

  @Endpoint(builderKeys.revokeBuilderKey)
  async revoke({ path: { key_id: id }, request }: In<typeof builderKeys.revokeBuilderKey>) {
    return presentRevokedKey(await this.keys.revoke(callerOf(request), id));
  }
}
