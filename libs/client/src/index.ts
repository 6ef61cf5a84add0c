/**
 * The TypeScript SDK of Bellwether, for browsers and Node.js: queries, trading with one's own key, builder and
 * operator calls, live books and accounts. Every error says whether the request may have been carried out.
 */
export { AccountSessions, ownSession, signSession, signedSessionAt } from './account-sessions';
export type { SessionOpener, SignedSession } from './account-sessions';
export { eventHashFor, signAttestation, verifyAttestation } from './attestations';
export type { SignedAttestation } from './attestations';
export { AdminClient } from './admin-client';
export type { AdminClientOptions } from './admin-client';
export type * from './generated/interface';
export type { HeldCancels, NonceKind, NonceOutcome, PageEnd, Place, RequestKind } from './answers';
export type { DetailsOf } from './error-details';
export { BuilderClient } from './builder-client';
export type { BuilderClientOptions } from './builder-client';
export { Envelope } from './envelope';
export type { BuilderCredentials, EnvelopedRequest } from './envelope';
export type { ErrorCode } from './error-code';
export * from './errors';
export type { Receipt } from './http/caller';
export type { CallOptions, ConnectionOptions } from './http/http-sender';
export { DEFAULT_RETRY_POLICY } from './http/retry-policy';
export type { RetryPolicy } from './http/retry-policy';
export { KeyPair } from './key-pair';
export { newOperatorKey } from './operator-key';
export type { NewOperatorKey } from './operator-key';
export type { MessageSigner } from './key-pair';
export {
  MICRO_USDC_PER_USDC,
  PRICE_SCALE_BPS,
  costMicroUsdc,
  formatPrice,
  formatUsdc,
  oppositePrice,
  parsePrice,
  parseUsdc,
} from './money';
export {
  allowTradingKeyText,
  challengeText,
  offChainEnvelope,
  recoverText,
  revokeTradingKeyText,
  withdrawText,
} from './owner-texts';
export type { AllowedTradingKey, TextOf } from './owner-texts';
export { PublicClient } from './public-client';
export type { PublicClientOptions } from './owner-reads';
export type { Quote } from './quoting/quote';
export { Quoter } from './quoting/quoter';
export type { Quoted, QuoterParts, RefusedOperation } from './quoting/quoter';
export type {
  AmendRequest,
  BatchOperation,
  BudgetRequest,
  BuilderBudgetRequest,
  BuilderOrderRequest,
  BuilderOrderTerms,
  CancelAfterRequest,
  CancelAllRequest,
  CancelRequest,
  OrderRequest,
  OrderTerms,
  RecoverRequest,
  ChallengeRequest,
  RedeemRequest,
  ResolveEventRequest,
  WithdrawRequest,
} from './requests';
export {
  attestationBytes,
  cancelAllBytes,
  cancelBytes,
  orderBytes,
  recoverBytes,
  amendBytes,
  cancelAfterBytes,
  fullOrderBytes,
  challengeBytes,
  redeemBytes,
  withdrawBytes,
  withdrawalIdFor,
} from './signed-bytes';
export type { AttestationTerms, Signing } from './signed-bytes';
export type { Gap } from './stream/channel';
export type { ConnectionLost } from './stream/connection';
export type { Unlisten } from './stream/listeners';
export { LiveBook } from './stream/live-book';
export { LiveDeposits } from './stream/live-deposits';
export { LiveCases } from './stream/live-cases';
export { LiveMarkets } from './stream/live-markets';
export { LiveTrades } from './stream/live-trades';
export type { MissedTrades } from './stream/live-trades';
export { LiveUser } from './stream/live-user';
export { LiveView } from './stream/live-view';
export type { LiveEvents, ChannelHandle } from './stream/live-view';
export { MarketStream } from './stream/market-stream';
export type { MarketStreamOptions, StreamEvents } from './stream/market-stream';
export { OrderSocket } from './stream/order-socket';
export type { OrderSocketOptions } from './stream/order-socket';
export type { WebSocketConstructor, WebSocketLike } from './stream/web-socket';
export { GatewayNonces } from './submission/nonce-source';
export type { NonceSource } from './submission/nonce-source';
export type { AnswerOfKind, BeforeSend, PreparedRequest } from './submission/prepared-request';
export { operationError } from './submission/operation-error';
export type { SubmitOptions } from './submission/submissions';
export { Trader } from './trader';
export type { TraderOptions } from './trader-options';
export { TradingKeys, signText } from './trading-keys';
export type { SignedText, TradingKeysOptions } from './trading-keys';
