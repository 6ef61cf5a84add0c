import { Controller, Inject } from '@nestjs/common';
import { exchangeAdmin, withPlace } from '@bellwether/api';
import { Endpoint, markReplay } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { requireOwnerKey } from '../account/owner-key';
import { AdminCommands } from './admin-commands';

/** The whole exchange: its mode, fees, user limits, and test money on the test network. */
@Controller()
export class ExchangeAdminController {
  constructor(@Inject(AdminCommands) private readonly commands: AdminCommands) {}

  @Endpoint(exchangeAdmin.creditTestMoney)
  async credit({ body: credit, request, reply }: In<typeof exchangeAdmin.creditTestMoney>) {
    requireOwnerKey('user', credit.user);
    const done = await this.commands.run(request, { kind: 'test_credit', ...credit }, 'credited');
    markReplay(reply, done);
    return withPlace(done.body, done);
  }

  @Endpoint(exchangeAdmin.setMode)
  async setMode({ body: { mode }, request }: In<typeof exchangeAdmin.setMode>) {
    const done = await this.commands.run(request, { kind: 'set_mode', mode }, 'mode');
    return withPlace(done.body, done);
  }

  @Endpoint(exchangeAdmin.setFees)
  async setFees({ body: { categories }, request }: In<typeof exchangeAdmin.setFees>) {
    const done = await this.commands.run(request, { kind: 'set_fees', categories }, 'fees');
    return withPlace(done.body, done);
  }

  @Endpoint(exchangeAdmin.setUserLimits)
  async setUserLimits({
    path: { public_key: user },
    body: { maxOpenOrders },
    request,
  }: In<typeof exchangeAdmin.setUserLimits>) {
    const command = { kind: 'set_user_limits', user, maxOpenOrders } as const;
    const done = await this.commands.run(request, command, 'open_order_limit');
    return withPlace(done.body, done);
  }
}
