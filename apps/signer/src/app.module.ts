/** Where the signer's adapters are chosen and put together. */
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ChainNames } from '@bellwether/api';
import { EngineClient, FundingClient, type Bus, type FollowedClock } from '@bellwether/bus';
import type { Network } from '@bellwether/exchange';
import { BuilderOutflow, BuilderStore, TradeHistory, type Database } from '@bellwether/persistence';
import type { Logger } from '@bellwether/runtime';
import type { SignerConfig } from './config';
import { Authenticator } from './envelope/authenticator';
import { EnvelopeGuard } from './envelope/envelope.guard';
import { CreateUserKey } from './keys/create-user-key';
import { DelegatedKeys } from './keys/delegated-keys';
import { HmacSecrets } from './keys/hmac-secrets';
import { KeyAdministration } from './keys/key-administration';
import { KeyDirectory } from './keys/key-directory';
import { BuilderFunding } from './funding/builder-funding';
import { DepositController, NETWORK } from './funding/deposit.controller';
import { WithdrawalController } from './funding/withdrawal.controller';
import { KeysController } from './keys/keys.controller';
import { LastUsed } from './keys/last-used';
import { UserLinks } from './keys/user-links';
import { SignerLimits } from './envelope/signer-limits';
import { TradesController } from './trading/trades.controller';
import { Trading } from './trading/trading';
import { TradingController } from './trading/trading.controller';

export interface SignerWorld {
  readonly bus: Bus;
  readonly database: Database;
  readonly log: Logger;
  /** The exchange's, learned of the engine. */
  readonly time: FollowedClock;
}

export interface SignerParts {
  readonly engine: EngineClient;
  readonly authenticator: Authenticator;
  readonly limits: SignerLimits;
  readonly lastUsed: LastUsed;
  readonly administration: KeyAdministration;
  readonly createUserKey: CreateUserKey;
  readonly links: UserLinks;
  readonly trading: Trading;
  readonly tradeHistory: TradeHistory;
  readonly funding: BuilderFunding;
  readonly chainNames: ChainNames;
  readonly network: Network;
}

export function assembleSigner(config: SignerConfig, world: SignerWorld): SignerParts {
  const { bus, database, log, time } = world;
  const now = time.nowMs;
  const { masters, network } = config;
  const store = new BuilderStore(database);
  const engine = new EngineClient({ shard: config.shard, bus, time });
  const directory = new KeyDirectory({ network, now: time.clocks.steadyMs }, store);
  const lastUsed = new LastUsed(store, log);
  const keys = new DelegatedKeys(masters.delegatedKey);
  const envelopeKeys = {
    secrets: new HmacSecrets(masters.hmac),
    apiKeyPepper: masters.apiKeyPepper,
  };
  const links = new UserLinks(store);
  const apps = config.hasFunding ? new FundingClient(bus) : null;
  const outflow = new BuilderOutflow(database);
  return {
    engine,
    lastUsed,
    links,
    authenticator: new Authenticator({ keys: envelopeKeys, directory, lastUsed, time }),
    limits: new SignerLimits(config.rates),
    administration: new KeyAdministration({ network }, { masters, store, directory, now }),
    createUserKey: new CreateUserKey({ keys, links, engine, now }),
    trading: new Trading({ keys, links, engine }),
    tradeHistory: new TradeHistory(database),
    funding: new BuilderFunding({ network, keys, links, apps, outflow, now }),
    chainNames: new ChainNames(config.chainNames),
    network,
  };
}

@Module({})
export class SignerModule {
  static of(parts: SignerParts): DynamicModule {
    return {
      module: SignerModule,
      controllers: [
        KeysController,
        TradingController,
        DepositController,
        WithdrawalController,
        TradesController,
      ],
      providers: [
        {
          provide: APP_GUARD,
          useFactory: () => new EnvelopeGuard(parts.authenticator, parts.limits),
        },
        { provide: CreateUserKey, useValue: parts.createUserKey },
        { provide: Trading, useValue: parts.trading },
        { provide: UserLinks, useValue: parts.links },
        { provide: BuilderFunding, useValue: parts.funding },
        { provide: ChainNames, useValue: parts.chainNames },
        { provide: NETWORK, useValue: parts.network },
        { provide: TradeHistory, useValue: parts.tradeHistory },
        { provide: EngineClient, useValue: parts.engine },
      ],
    };
  }
}
