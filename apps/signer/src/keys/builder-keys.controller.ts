import { Controller, Inject } from '@nestjs/common';
import { builderKeys } from '@bellwether/api';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { callerOf } from '../envelope/envelope.guard';
import { BuilderKeys } from './builder-keys';

/** Answers with a credential are neither logged nor stored. */
@Controller()
export class BuilderKeysController {
  constructor(@Inject(BuilderKeys) private readonly keys: BuilderKeys) {}

  @Endpoint(builderKeys.createBuilderKey)
  create({ body, request }: In<typeof builderKeys.createBuilderKey>) {
    return this.keys.create(callerOf(request), body);
  }

  @Endpoint(builderKeys.rotateBuilderKey)
  rotate({ path: { key_id: id }, request }: In<typeof builderKeys.rotateBuilderKey>) {
    return this.keys.rotate(callerOf(request), id);
  }

  @Endpoint(builderKeys.revokeBuilderKey)
  revoke({ path: { key_id: id }, request }: In<typeof builderKeys.revokeBuilderKey>) {
    return this.keys.revoke(callerOf(request), id);
  }
}
