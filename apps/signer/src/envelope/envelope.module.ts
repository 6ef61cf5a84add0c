import { Module } from '@nestjs/common';
import { FollowedClock } from '@bellwether/bus';
import { provide } from '@bellwether/runtime';
import { HmacSecrets } from '../keys/hmac-secrets';
import { KeyDirectory } from '../keys/key-directory';
import { KeysModule } from '../keys/keys.module';
import { LastUsed } from '../keys/last-used';
import { SignerLimits } from './signer-limits';
import { SIGNER_CONFIG } from '../tokens';
import { Authenticator } from './authenticator';
import { EnvelopeGuard } from './envelope.guard';

/** Authentication: the guard before every endpoint of the signer. */
@Module({
  imports: [KeysModule],
  providers: [
    provide(
      Authenticator,
      [SIGNER_CONFIG, KeyDirectory, LastUsed, FollowedClock],
      ({ masters: { apiKeyPepper, hmac } }, directory, lastUsed, time) => {
        const keys = { secrets: new HmacSecrets(hmac), apiKeyPepper };
        return new Authenticator({ keys, directory, lastUsed, time });
      },
    ),
    provide(SignerLimits, [SIGNER_CONFIG], ({ rates }) => new SignerLimits(rates)),
    provide(
      EnvelopeGuard,
      [Authenticator, SignerLimits],
      (authenticator, limits) => new EnvelopeGuard(authenticator, limits),
    ),
  ],
  exports: [SignerLimits],
})
export class EnvelopeModule {}
