import { Inject, Module } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { EngineClient, FollowedClock } from '@bellwether/bus';
import { LOG } from '@bellwether/nest-bus';
import { BuilderStore, Database } from '@bellwether/persistence';
import { CallLimit, provide } from '@bellwether/runtime';
import { SIGNER_CONFIG } from '../tokens';
import { BuilderKeys } from './builder-keys';
import { BuilderKeysController } from './builder-keys.controller';
import { CreateUserKey } from './create-user-key';
import { DelegatedKeys } from './delegated-keys';
import { KeyAdministration } from './key-administration';
import { KeyAdministrationController } from './key-administration.controller';
import { KeyDirectory } from './key-directory';
import { KeyIssue } from './key-issue';
import { KeysController } from './keys.controller';
import { LastUsed } from './last-used';
import { SessionController } from './session.controller';
import { UserLinks } from './user-links';

/** API keys of builders, delegated keys of their users, and which user belongs to which builder. */
@Module({
  controllers: [
    KeysController,
    SessionController,
    KeyAdministrationController,
    BuilderKeysController,
  ],
  providers: [
    provide(BuilderStore, [Database], (database) => new BuilderStore(database)),
    provide(
      DelegatedKeys,
      [SIGNER_CONFIG],
      ({ masters }) => new DelegatedKeys(masters.delegatedKey),
    ),
    provide(UserLinks, [BuilderStore], (store) => new UserLinks(store)),
    provide(
      KeyDirectory,
      [SIGNER_CONFIG, FollowedClock, BuilderStore],
      ({ network }, { clocks }, store) =>
        new KeyDirectory({ network, now: clocks.steadyMs }, store),
    ),
    provide(LastUsed, [BuilderStore, LOG], (store, log) => new LastUsed(store, log)),
    provide(
      KeyIssue,
      [SIGNER_CONFIG, BuilderStore, KeyDirectory, FollowedClock],
      ({ network, masters }, store, directory, { nowMs: now }) =>
        new KeyIssue({ network }, { masters, store, directory, now }),
    ),
    provide(
      KeyAdministration,
      [KeyIssue, BuilderStore, KeyDirectory, FollowedClock],
      (issue, store, directory, { nowMs: now }) =>
        new KeyAdministration({ issue, store, directory, now }),
    ),
    provide(
      BuilderKeys,
      [KeyIssue, BuilderStore, KeyDirectory, FollowedClock],
      (issue, store, directory, { nowMs: now }) =>
        new BuilderKeys({ issue, store, directory, now }),
    ),
    provide(
      CreateUserKey,
      [SIGNER_CONFIG, DelegatedKeys, UserLinks, EngineClient, FollowedClock],
      ({ rates }, keys, links, engine, { nowMs: now }) => {
        const limit = rates?.newUsers ?? null;
        const newUsers = new CallLimit({ name: 'new_users_of_builder', limit });
        return new CreateUserKey({ keys, links, engine, newUsers, now });
      },
    ),
  ],
  exports: [BuilderStore, DelegatedKeys, KeyDirectory, LastUsed, UserLinks],
})
export class KeysModule implements OnApplicationShutdown {
  constructor(@Inject(LastUsed) private readonly lastUsed: LastUsed) {}

  async onApplicationShutdown(): Promise<void> {
    await this.lastUsed.stop();
  }
}
