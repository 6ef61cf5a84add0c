import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { presentAccountSession, accountSessionAnswer, sessionRequest } from '@bellwether/api';
import type { SessionRequest } from '@bellwether/api';
import { Answers } from '@bellwether/runtime';
import { AccountSessions } from './account-sessions';

/** AccountSessions: what an owner's reads take. */
@ApiTags('Accounts')
@Controller('/v1/session')
export class AccountSessionController {
  constructor(@Inject(AccountSessions) private readonly sessions: AccountSessions) {}

  @Answers('openSession', {
    summary: 'Open a session',
    description:
      "Its token reads the account's orders, ledger, deposits and `user:` stream for 24 hours, and changes nothing. Any gateway takes it. One that a trading key signed ends with that key.",
    answer: accountSessionAnswer,
    codes: ['SIGNATURE_INVALID', 'SESSION_INVALID', 'ENGINE_UNAVAILABLE', 'OVERLOADED'],
  })
  @Post()
  @HttpCode(200)
  async open(@Body({ schema: sessionRequest }) body: SessionRequest) {
    const { public_key: publicKey, timestamp, signature, trading_key: tradingKey } = body;
    const by = tradingKey === undefined ? {} : { tradingKey };
    const session = { publicKey, timestamp, signature, ...by };
    return presentAccountSession(await this.sessions.open(session));
  }
}
