/** Key administration: requests of the gateway's admin role over the bus. */
import { Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { SIGNER_ADMIN, signerKeysSubject } from '@bellwether/bus';
import type { SignerKeyAnswer, SignerKeyRequest } from '@bellwether/bus';
import { BusController } from '@bellwether/nest-bus';
import { KeyAdministration } from './key-administration';

const { requests } = SIGNER_ADMIN;

@BusController()
export class KeyAdministrationController {
  constructor(@Inject(KeyAdministration) private readonly administration: KeyAdministration) {}

  @MessagePattern(signerKeysSubject('create_builder'), SIGNER_ADMIN)
  createBuilder(
    @Payload({ schema: requests.create_builder }) request: SignerKeyRequest<'create_builder'>,
  ): Promise<SignerKeyAnswer<'create_builder'>> {
    return this.administration.createBuilder(request);
  }

  @MessagePattern(signerKeysSubject('create_key'), SIGNER_ADMIN)
  createKey(
    @Payload({ schema: requests.create_key }) request: SignerKeyRequest<'create_key'>,
  ): Promise<SignerKeyAnswer<'create_key'>> {
    return this.administration.createKey(request);
  }

  @MessagePattern(signerKeysSubject('restore_key'), SIGNER_ADMIN)
  restoreKey(
    @Payload({ schema: requests.restore_key }) request: SignerKeyRequest<'restore_key'>,
  ): Promise<SignerKeyAnswer<'restore_key'>> {
    return this.administration.restoreKey(request);
  }

  @MessagePattern(signerKeysSubject('revoke_key'), SIGNER_ADMIN)
  revokeKey(
    @Payload({ schema: requests.revoke_key }) request: SignerKeyRequest<'revoke_key'>,
  ): Promise<SignerKeyAnswer<'revoke_key'>> {
    return this.administration.revokeKey(request);
  }

  @MessagePattern(signerKeysSubject('list_keys'), SIGNER_ADMIN)
  listKeys(
    @Payload({ schema: requests.list_keys }) request: SignerKeyRequest<'list_keys'>,
  ): Promise<SignerKeyAnswer<'list_keys'>> {
    return this.administration.listKeys(request);
  }

  @MessagePattern(signerKeysSubject('list_builders'), SIGNER_ADMIN)
  listBuilders(
    @Payload({ schema: requests.list_builders }) request: SignerKeyRequest<'list_builders'>,
  ): Promise<SignerKeyAnswer<'list_builders'>> {
    return this.administration.listBuilders(request);
  }
}
