import { Controller, Inject } from '@nestjs/common';
import { accounts } from '@bellwether/api';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { AccountSessions } from './account-sessions';

/** AccountSessions: what an owner's reads take. */
@Controller()
export class AccountSessionController {
  constructor(@Inject(AccountSessions) private readonly sessions: AccountSessions) {}

  @Endpoint(accounts.openSession)
  open({ body }: In<typeof accounts.openSession>) {
    const { public_key: publicKey, timestamp, signature, trading_key: tradingKey } = body;
    const by = tradingKey === undefined ? {} : { tradingKey };
    return this.sessions.open({ publicKey, timestamp, signature, ...by });
  }
}
