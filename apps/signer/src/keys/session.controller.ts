import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { presentAccountSession, accountSessionAnswer, userSessionRequest } from '@bellwether/api';
import type { UserSessionRequest } from '@bellwether/api';
import { FollowedClock } from '@bellwether/bus';
import { SESSION_SECONDS, sessionText } from '@bellwether/canonical-message';
import type { Network } from '@bellwether/exchange';
import { Answers } from '@bellwether/runtime';
import type { Caller } from '../envelope/authenticator';
import { FromCaller } from '../envelope/envelope.guard';
import { USER_SESSION_SECONDS } from '../limits';
import { NETWORK } from '../tokens';
import { DelegatedKeys } from './delegated-keys';
import { UserLinks } from './user-links';

/** A builder reads its users' accounts at the gateway: the signer holds their keys, so it signs their sessions. */
@ApiTags('Users')
@Controller('v1/session')
export class SessionController {
  constructor(
    @Inject(UserLinks) private readonly links: UserLinks,
    @Inject(DelegatedKeys) private readonly keys: DelegatedKeys,
    @Inject(NETWORK) private readonly network: Network,
    @Inject(FollowedClock) private readonly clock: FollowedClock,
  ) {}

  @Answers('openUserSession', {
    summary: "Open a session of a user's account",
    description:
      "Its token reads the user's orders, ledger, deposits and `user:` stream at the gateway for five minutes, and changes nothing: so long a revoked API key reads on. Clients open the next one by themselves.",
    answer: accountSessionAnswer,
    codes: ['NOT_YOUR_USER', 'SIGNER_UNAVAILABLE'],
  })
  @Post()
  @HttpCode(200)
  async open(
    @FromCaller() caller: Caller,
    @Body({ schema: userSessionRequest }) { user }: UserSessionRequest,
  ) {
    const owner = await this.links.ownerOf(user, caller.builderId);
    // It began so long ago that it ends soon: gateways know nothing of the key that opened it, nor when that is revoked.
    const nowSeconds = Math.floor(this.clock.nowMs() / 1_000);
    const timestamp = nowSeconds - SESSION_SECONDS + USER_SESSION_SECONDS;
    const text = sessionText({ network: this.network, account: user, timestamp });
    const signature = this.keys.sign(owner, user, text);
    return presentAccountSession({ publicKey: user, timestamp, signature });
  }
}
