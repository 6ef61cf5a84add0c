import { Controller, Inject } from '@nestjs/common';
import { builderUsers } from '@bellwether/api';
import { Endpoint, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { callerOf } from '../envelope/envelope.guard';
import { CreateUserKey } from './create-user-key';

@Controller()
export class KeysController {
  constructor(@Inject(CreateUserKey) private readonly createUserKey: CreateUserKey) {}

  @Endpoint(builderUsers.createUserKey)
  async create({ body: { userId }, request }: In<typeof builderUsers.createUserKey>) {
    const user = await this.createUserKey.run(callerOf(request), userId, requestIdOf(request));
    return { userId, publicKey: user };
  }
}
