import { Inject, Module } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { EngineClient, FollowedClock } from '@bellwether/bus';
import type { Log } from '@bellwether/bus';
import { LOG } from '@bellwether/nest-bus';
import { BuilderStore, Database } from '@bellwether/persistence';
import type { SignerConfig } from '../config';
import { SIGNER_CONFIG } from '../tokens';
import { CreateUserKey } from './create-user-key';
import { DelegatedKeys } from './delegated-keys';
import { KeyAdministration } from './key-administration';
import { KeyAdministrationController } from './key-administration.controller';
import { KeyDirectory } from './key-directory';
import { KeysController } from './keys.controller';
import { LastUsed } from './last-used';
import { UserLinks } from './user-links';

/** API keys of builders, delegated keys of their users, and who belongs to whom. */
@Module({
  controllers: [KeysController, KeyAdministrationController],
  providers: [
    {
      provide: BuilderStore,
      inject: [Database],
      useFactory: (database: Database) => new BuilderStore(database),
    },
    {
      provide: DelegatedKeys,
      inject: [SIGNER_CONFIG],
      useFactory: ({ masters }: SignerConfig) => new DelegatedKeys(masters.delegatedKey),
    },
    {
      provide: UserLinks,
      inject: [BuilderStore],
      useFactory: (store: BuilderStore) => new UserLinks(store),
    },
    {
      provide: KeyDirectory,
      inject: [SIGNER_CONFIG, FollowedClock, BuilderStore],
      useFactory: ({ network }: SignerConfig, { clocks }: FollowedClock, store: BuilderStore) =>
        new KeyDirectory({ network, now: clocks.steadyMs }, store),
    },
    {
      provide: LastUsed,
      inject: [BuilderStore, LOG],
      useFactory: (store: BuilderStore, log: Log) => new LastUsed(store, log),
    },
    {
      provide: KeyAdministration,
      inject: [SIGNER_CONFIG, BuilderStore, KeyDirectory, FollowedClock],
      useFactory: (
        { network, masters }: SignerConfig,
        store: BuilderStore,
        directory: KeyDirectory,
        { nowMs: now }: FollowedClock,
      ) => new KeyAdministration({ network }, { masters, store, directory, now }),
    },
    {
      provide: CreateUserKey,
      inject: [DelegatedKeys, UserLinks, EngineClient, FollowedClock],
      useFactory: (
        keys: DelegatedKeys,
        links: UserLinks,
        engine: EngineClient,
        { nowMs: now }: FollowedClock,
      ) => new CreateUserKey({ keys, links, engine, now }),
    },
  ],
  exports: [DelegatedKeys, KeyDirectory, LastUsed, UserLinks],
})
export class KeysModule implements OnApplicationShutdown {
  constructor(@Inject(LastUsed) private readonly lastUsed: LastUsed) {}

  async onApplicationShutdown(): Promise<void> {
    await this.lastUsed.stop();
  }
}
