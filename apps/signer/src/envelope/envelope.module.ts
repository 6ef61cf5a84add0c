import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { FollowedClock } from '@bellwether/bus';
import type { SignerConfig } from '../config';
import { HmacSecrets } from '../keys/hmac-secrets';
import { KeyDirectory } from '../keys/key-directory';
import { KeysModule } from '../keys/keys.module';
import { LastUsed } from '../keys/last-used';
import { SignerLimits } from '../rate-limits/signer-limits';
import { SIGNER_CONFIG } from '../tokens';
import { Authenticator } from './authenticator';
import { EnvelopeGuard } from './envelope.guard';

/** Who is calling: the guard before every endpoint of the signer. */
@Module({
  imports: [KeysModule],
  providers: [
    {
      provide: Authenticator,
      inject: [SIGNER_CONFIG, KeyDirectory, LastUsed, FollowedClock],
      useFactory: (
        { masters }: SignerConfig,
        directory: KeyDirectory,
        lastUsed: LastUsed,
        time: FollowedClock,
      ) => {
        const { apiKeyPepper, hmac } = masters;
        const keys = { secrets: new HmacSecrets(hmac), apiKeyPepper };
        return new Authenticator({ keys, directory, lastUsed, time });
      },
    },
    {
      provide: SignerLimits,
      inject: [SIGNER_CONFIG],
      useFactory: ({ rates }: SignerConfig) => new SignerLimits(rates),
    },
    {
      provide: APP_GUARD,
      inject: [Authenticator, SignerLimits],
      useFactory: (authenticator: Authenticator, limits: SignerLimits) =>
        new EnvelopeGuard(authenticator, limits),
    },
  ],
})
export class EnvelopeModule {}
