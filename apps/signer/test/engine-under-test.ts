/**
 * The engine's rules behind the real bus, without a journal: what a signer sees of an engine. Commands are checked as
 * the engine checks them (lane, shape, signature), then applied in order of arrival.
 */
import { serveEngine } from '@bellwether/bus';
import type { Bus, EngineService, EngineQueryRequest, IncomingCommand } from '@bellwether/bus';
import { encodeCancel, encodeCancelAll } from '@bellwether/canonical-message';
import {
  Exchange,
  LANES_OF,
  challengeBytes,
  orderBytes,
  recoverBytes,
  validateCommand,
  withdrawBytes,
} from '@bellwether/exchange';
import type { Answer, Command, Lane, Network, SequencedEvent } from '@bellwether/exchange';
import { verify } from '@bellwether/signature';

export class EngineUnderTest {
  readonly exchange: Exchange;
  /** Every command that was applied. */
  readonly commands: Command[] = [];
  readonly events: SequencedEvent[] = [];
  /** If set, commands are executed, and their answers are not sent. */
  isMute = false;
  /** The exchange's time. */
  nowMs = (): number => Date.now();
  private service: EngineService | undefined;

  constructor(
    private readonly bus: Bus,
    network: Network = 'test',
  ) {
    this.exchange = new Exchange({ network });
  }

  async serve(): Promise<void> {
    this.service = await serveEngine(this.bus, 0, {
      nowMs: () => this.nowMs(),
      onCommand: (incoming) => this.take(incoming),
      onQuery: (incoming) => {
        const { what } = incoming.query;
        const view = this.view(incoming.query);
        if (view === undefined) incoming.fail('NOT_FOUND', { what });
        else incoming.answer({ seq: this.exchange.lastSeq, timestampMs: this.nowMs(), view });
      },
    });
  }

  async stop(): Promise<void> {
    await this.service?.stop();
    this.service = undefined;
  }

  /** Applies a command of an operator, or of a test. */
  apply(lane: Lane, command: Command): Answer {
    const place = { seq: this.exchange.lastSeq + 1, timestampMs: this.nowMs() };
    const { answer, events } = this.exchange.apply({ lane, command, ...place });
    this.commands.push(command);
    events.forEach((event, index) => this.events.push({ ...place, index, event }));
    return answer;
  }

  private take(incoming: IncomingCommand): void {
    const { lane, command, deadlineMs } = incoming;
    const nowMs = this.nowMs();
    if (nowMs > deadlineMs) {
      incoming.fail('DEADLINE_EXCEEDED', { now_ms: nowMs });
      return;
    }
    const isOnItsLane = LANES_OF[command.kind].includes(lane);
    const refusal = validateCommand(command, lane);
    if (!isOnItsLane || refusal !== null) {
      incoming.fail('VALIDATION_FAILED', { field: command.kind });
    } else if (!isSigned(command)) {
      incoming.fail('SIGNATURE_INVALID');
    } else {
      const answer = this.apply(lane, command);
      if (!this.isMute) incoming.answer(answer);
    }
  }

  private view(question: EngineQueryRequest) {
    if (question.what === 'status') return this.exchange.status();
    if (question.what === 'market') return this.exchange.market(question.params.marketId);
    if (question.what === 'revenue') return this.exchange.revenue(question.params.keys);
    return undefined;
  }
}

function isSigned(command: Command): boolean {
  switch (command.kind) {
    case 'order':
      return verify(command.signature, orderBytes(command, 'test'), command.user);
    case 'cancel':
      return verify(command.signature, encodeCancel(command), command.user);
    case 'cancel_all':
      return verify(command.signature, encodeCancelAll(command), command.user);
    case 'withdraw':
      return verify(command.signature, withdrawBytes(command, 'test'), command.user);
    case 'recover':
      return verify(command.signature, recoverBytes(command, 'test'), command.user);
    case 'challenge':
      return verify(command.signature, challengeBytes(command, 'test'), command.user);
    default:
      return true;
  }
}
