/** The pipeline's dependencies: the exchange, the journal, and the publisher. */
import type { ClockWatch, EventPublisher, Journal } from '@bellwether/bus';
import type { Exchange } from '@bellwether/exchange';
import type { Logger } from '@bellwether/runtime';
import type { DiskMode } from './ingress/disk-watch';
import type { LeaderLease } from './leadership/leader-lease';
import type { ConfiguredLimits } from './own-commands';
import type { Snapshots } from './snapshots/snapshots';
import type { EngineMetrics } from './telemetry/engine-metrics';
import type { SignatureChecks } from './verify/signature-checks';
import type { UserLimits } from './verify/user-limits';

export interface PipelineParts extends ConfiguredLimits {
  readonly exchange: Exchange;
  readonly journal: Journal;
  readonly publisher: EventPublisher;
  readonly lease: LeaderLease;
  readonly snapshots: Snapshots;
  readonly signatures: SignatureChecks;
  /** Absent: no rate limits. */
  readonly userLimits?: Pick<UserLimits, 'admit' | 'ratesOf'>;
  readonly disk?: { readonly mode: DiskMode; readonly isOut: boolean };
  readonly metrics: EngineMetrics;
  readonly log: Logger;
  /** The exchange's time: Unix time in milliseconds. */
  readonly clock: () => number;
  /** Whether records may be stamped with it. */
  readonly clockWatch: Pick<ClockWatch, 'isSure' | 'whenSure'>;
}
