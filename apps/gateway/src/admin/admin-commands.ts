import { carriedOut } from '@bellwether/api';
import type { CarriedOut } from '@bellwether/api';
import type { EngineClient } from '@bellwether/bus';
import type { Command, ReplyKind } from '@bellwether/exchange';
import { requestIdOf } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';

/** Commands of operators, on a lane that only they may use. */
export class AdminCommands {
  constructor(private readonly engine: Pick<EngineClient, 'send'>) {}

  /** @throws CodedError the engine's refusals; OUTCOME_UNKNOWN if it may have been carried out */
  async run<K extends ReplyKind>(
    request: FastifyRequest,
    command: Command,
    kind: K,
  ): Promise<CarriedOut<K>> {
    const requestId = requestIdOf(request);
    return carriedOut(await this.engine.send('admin', command, { requestId }), kind);
  }
}
