import { Controller, Inject } from '@nestjs/common';
import { accounts } from '@bellwether/api';
import { LedgerHistory } from '@bellwether/persistence';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';

/** A user's statement from history: every movement of its money. */
@Controller()
export class LedgerController {
  constructor(@Inject(LedgerHistory) private readonly ledger: LedgerHistory) {}

  @Endpoint(accounts.getLedger)
  statement({ path: { public_key: user }, query }: In<typeof accounts.getLedger>) {
    return this.ledger.ofUser(user, query);
  }
}
