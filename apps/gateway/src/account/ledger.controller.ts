import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { HISTORY_READ, ledgerAnswer, ledgerQuery, presentLedger, publicKey } from '@bellwether/api';
import type { LedgerQuery } from '@bellwether/api';
import { LedgerHistory } from '@bellwether/persistence';
import { Answers, PathParam, QueryParams } from '@bellwether/runtime';
import { OwnerReads } from '../account-sessions/owner.guard';

/** A user's statement from history: every movement of its money. */
@ApiTags('Accounts')
@Controller('/v1/ledger')
@OwnerReads('public_key')
export class LedgerController {
  constructor(@Inject(LedgerHistory) private readonly ledger: LedgerHistory) {}

  @Answers('getLedger', {
    summary: "List the movements of a user's money",
    description: 'A statement of history: each movement with the total that it left.',
    answer: ledgerAnswer,
    codes: HISTORY_READ,
  })
  @Get('/:public_key')
  async statement(
    @PathParam('public_key', publicKey) user: Uint8Array,
    @QueryParams(ledgerQuery) query: LedgerQuery,
  ) {
    return presentLedger(await this.ledger.ofUser(user, query));
  }
}
