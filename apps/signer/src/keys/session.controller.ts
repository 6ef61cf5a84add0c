import { Controller, Inject } from '@nestjs/common';
import { builderUsers } from '@bellwether/api';
import { FollowedClock } from '@bellwether/bus';
import { SESSION_SECONDS, sessionText } from '@bellwether/canonical-message';
import type { Network } from '@bellwether/exchange';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { callerOf } from '../envelope/envelope.guard';
import { USER_SESSION_SECONDS } from '../limits';
import { NETWORK } from '../tokens';
import { DelegatedKeys } from './delegated-keys';
import { UserLinks } from './user-links';

/** A builder reads its users' accounts at the gateway. The signer holds their keys, so it signs their sessions. */
@Controller()
export class SessionController {
  constructor(
    @Inject(UserLinks) private readonly links: UserLinks,
    @Inject(DelegatedKeys) private readonly keys: DelegatedKeys,
    @Inject(NETWORK) private readonly network: Network,
    @Inject(FollowedClock) private readonly clock: FollowedClock,
  ) {}

  @Endpoint(builderUsers.openUserSession)
  async open({ body: { user }, request }: In<typeof builderUsers.openUserSession>) {
    const owner = await this.links.ownerOf(user, callerOf(request).builderId);
    // It is signed as begun long ago, so that it ends soon. Gateways do not know the API key that opened it, nor its
    // revocation.
    const nowSeconds = Math.floor(this.clock.nowMs() / 1_000);
    const timestamp = nowSeconds - SESSION_SECONDS + USER_SESSION_SECONDS;
    const text = sessionText({ network: this.network, account: user, timestamp });
    const signature = this.keys.sign(owner, user, text);
    return { publicKey: user, timestamp, signature };
  }
}
