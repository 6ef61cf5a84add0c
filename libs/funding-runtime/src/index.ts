/** The common base of deposit-listener, bridge-relayer and withdraw-worker: variables, parts, start and stop. */
export { forgetMessages } from './forget-messages';
export { FUNDING_ALARM_KINDS, assembleFundingApp } from './funding-parts';
export type { FundingAlarmKind, FundingParts, FundingDependencies, OfBoth } from './funding-parts';
export {
  FUNDING_SECRETS,
  fundingConfigOf,
  fundingVariables,
  signingKey,
  FUNDING_FILES,
} from './funding-variables';
export type { FundingConfig } from './funding-variables';
export { watchKeyLamports } from './key-lamports';
export { lastAttemptOf } from './last-attempt';
export { madeWallet } from './made-wallet';
export { noteKeys } from './note-keys';
export { MessageReader } from './message-reader';
export { payeeNow, requireWallet } from './payee';
export type { Payee, PayeeNow, PayeeParts } from './payee';
export { startFundingApp } from './start-funding-app';
export type { FundingApp, RunningFundingApp } from './start-funding-app';
export { madeOfParts } from './funding-app.module';
export { PARTS } from './tokens';
export { UnderWayGauges } from './under-way-gauges';
export type { UnderWay } from './under-way-gauges';
