/** Made of libs/api and docs/api by `node tools/documents.mjs`. Not to be edited. */
/** The fields that an answer must have, by its type. */
export const AddedOperator = ['name', 'roles'] as const;
export const AlarmsPage = ['alarms', 'next_cursor', 'has_more'] as const;
export const ApiKeysPage = ['keys', 'next_cursor', 'has_more'] as const;
export const Attested = ['case_id', 'status', 'due', 'round', 'seq', 'timestamp'] as const;
export const AuditPage = ['entries', 'next_cursor', 'has_more'] as const;
export const Balance = [
  'available',
  'locked',
  'total',
  'withdrawing',
  'gas_debt',
  'staked',
  'seq',
  'timestamp',
] as const;
export const Book = [
  'market_id',
  'seq',
  'timestamp',
  'status',
  'yes',
  'no',
  'midpoint',
  'spread',
  'last_price',
] as const;
export const BridgeAddress = [
  'chain',
  'address',
  'instructions',
  'initialized',
  'usdc_token',
  'usdc_account',
  'estimated_gas',
  'main_address',
  'min_usdc_micro',
  'min_other_micro',
  'min_ext_lamports',
  'estimated_gas_other',
  'tier',
  'max_usdc_per_tx_micro',
  'daily_cap_remaining_usdc_micro',
  'daily_cap_resets_at',
] as const;
export const BridgeExecutor = ['enabled'] as const;
export const Builder = ['builder_id', 'name', 'max_fee_bps'] as const;
export const BuilderRevenue = [
  'interval',
  'from',
  'to',
  'total',
  'days',
  'markets',
  'other_markets',
] as const;
export const BuilderTradesPage = [
  'trades',
  'next_cursor',
  'has_more',
  'total_builder_fees',
  'total_protocol_fees',
  'user_count',
] as const;
export const BuilderUsersPage = ['users', 'next_cursor', 'has_more'] as const;
export const BuildersPage = ['builders', 'next_cursor', 'has_more'] as const;
export const Candles = ['candles'] as const;
export const Case = [
  'case_id',
  'event_id',
  'market_id',
  'status',
  'round',
  'outcome',
  'winner',
  'prices',
  'by',
  'source',
  'evidence_url',
  'evidence_sha256',
  'note',
  'proposed_at',
  'due',
  'overdue',
  'challenges',
  'decision',
  'paid_micro_usdc',
  'history',
] as const;
export const CaseChange = ['case_id', 'status', 'due', 'round', 'seq'] as const;
export const CasesPage = ['cases', 'next_cursor', 'has_more'] as const;
export const Categories = ['categories', 'seq', 'timestamp'] as const;
export const Confirmation = [
  'confirmation_id',
  'state',
  'operator',
  'role',
  'method',
  'path',
  'body',
  'asked_at',
  'ends_at',
  'decided_by',
  'decided_at',
] as const;
export const ConfirmationsPage = ['confirmations', 'next_cursor', 'has_more'] as const;
export const CreatedEvent = ['event_id', 'outcomes', 'seq'] as const;
export const Credited = ['user', 'available', 'seq'] as const;
export const DailyCap = ['micro_usdc', 'used', 'resets_at'] as const;
export const DepositAddress = [
  'chain',
  'address',
  'instructions',
  'initialized',
  'usdc_token',
  'usdc_account',
  'estimated_gas',
] as const;
export const DepositStatus = [
  'deposits',
  'watched',
  'watched_since',
  'deposit_address',
  'proxy_wallet',
  'scans',
  'hint',
] as const;
export const DisputeFund = ['amount', 'dispute_fund', 'seq'] as const;
export const EndedSession = ['ended'] as const;
export const EventDetail = [
  'event_id',
  'question',
  'category',
  'mutually_exclusive',
  'image_url',
  'fee_bps',
  'maker_rebate_pct',
  'expiry',
  'opens_at',
  'created_at',
  'status',
  'volume',
  'volume_24h',
  'outcomes',
  'description',
  'rules',
  'resolution_source',
  'resolution_rules',
  'source',
  'void_rule',
  'void_price',
  'exhaustive',
  'seq',
  'timestamp',
] as const;
export const EventsPage = ['events', 'next_cursor', 'has_more', 'seq', 'timestamp'] as const;
export const ExchangeStatus = [
  'network',
  'mode',
  'seq',
  'timestamp',
  'server_time',
  'history',
  'accounts',
  'markets',
  'resting_orders',
  'withdrawals_paused',
  'open_withdrawals',
  'funding',
  'limits',
] as const;
export const FaucetGift = ['chain', 'address', 'token', 'amount', 'tx_signature'] as const;
export const FeeSchedule = ['categories', 'seq'] as const;
export const Fees = [
  'as_of',
  'seq',
  'formula',
  'rounding',
  'categories',
  'builder',
  'examples',
] as const;
export const GasPrice = [
  'ext_per_tx_lamports',
  'ext_per_tx_usdc',
  'main_per_tx_usdc',
  'markup_bps',
  'actions',
  'min_withdrawal_main_micro',
  'min_withdrawal_ext_micro',
] as const;
export const IssuedKey = ['key_id', 'builder_id', 'api_key', 'secret'] as const;
export const KnownUsersPage = ['users', 'next_cursor', 'has_more'] as const;
export const LedgerPage = ['entries', 'next_cursor', 'has_more'] as const;
export const MadeGood = ['user', 'amount', 'available', 'seq'] as const;
export const Market = [
  'event_id',
  'question',
  'category',
  'mutually_exclusive',
  'image_url',
  'fee_bps',
  'maker_rebate_pct',
  'expiry',
  'opens_at',
  'created_at',
  'description',
  'rules',
  'resolution_source',
  'resolution_rules',
  'source',
  'void_rule',
  'void_price',
  'exhaustive',
  'label',
  'market_id',
  'status',
  'case_id',
  'due',
  'overdue',
  'yes_price',
  'chance',
  'yes_bid',
  'yes_ask',
  'last_price',
  'volume',
  'change_24h_bps',
  'volume_24h',
  'sparkline',
  'open_interest',
  'resolution',
  'resolution_price',
  'resolved_at',
  'paid_micro_usdc',
  'no_price',
  'no_bid',
  'no_ask',
  'outcomes',
  'seq',
  'timestamp',
] as const;
export const MarketResolution = [
  'market_id',
  'event_id',
  'status',
  'outcome',
  'price',
  'resolved_at',
  'paid_micro_usdc',
  'resolution_rules',
  'source',
  'void_rule',
  'void_price',
  'exhaustive',
  'cases',
] as const;
export const MarketStatusChange = ['market_id', 'status', 'seq'] as const;
export const MarketsPage = ['markets', 'next_cursor', 'has_more', 'seq', 'timestamp'] as const;
export const ModeChange = ['mode', 'seq'] as const;
export const NonceOutcome = [
  'nonce',
  'client_id',
  'outcome',
  'order',
  'refusal',
  'redemption',
  'challenge',
] as const;
export const Nonces = [
  'public_key',
  'order',
  'cancel_all',
  'withdraw',
  'recover',
  'cancel_after',
  'trading_key',
  'seq',
  'timestamp',
] as const;
export const OperatorKey = ['name', 'roles', 'key'] as const;
export const OperatorSession = [
  'operator',
  'roles',
  'confirmations',
  'idle_seconds',
  'ends_at',
  'csrf_token',
] as const;
export const OperatorsList = ['operators'] as const;
export const Order = [
  'order_id',
  'user',
  'market_id',
  'side',
  'outcome',
  'price',
  'size',
  'filled',
  'remaining',
  'order_type',
  'fee_bps',
  'builder_api_key',
  'nonce',
  'status',
  'cancel_reason',
  'seq',
  'created_at',
] as const;
export const OrdersPage = ['orders', 'next_cursor', 'has_more'] as const;
export const OwnBuilder = [
  'builder_id',
  'name',
  'max_fee_bps',
  'user_count',
  'key_id',
  'keys',
] as const;
export const Payout = [
  'reference',
  'amount',
  'gas_fee',
  'net_amount',
  'recipient',
  'recipient_kind',
  'chain',
  'status',
  'reason',
  'withdrawal_id',
  'tx_main',
  'tx_ext',
  'seq',
  'created_at',
  'updated_at',
] as const;
export const PayoutsPage = ['available', 'payouts', 'next_cursor', 'has_more'] as const;
export const Position = [
  'market_id',
  'yes_contracts',
  'no_contracts',
  'yes_locked',
  'no_locked',
  'seq',
  'timestamp',
] as const;
export const PositionsPage = ['positions', 'seq', 'next_cursor', 'has_more'] as const;
export const ProposedResult = ['case_id', 'status', 'due', 'round', 'seq'] as const;
export const ProxyWallet = [
  'main_address',
  'proxy_wallet',
  'proxy_usdc_ata',
  'usdc_balance',
  'initialized',
] as const;
export const QueuesPage = [
  'deposits',
  'next_cursor',
  'has_more',
  'bridge_executor',
  'daily_cap',
] as const;
export const RejectedDeposit = ['deposit_id', 'user', 'amount_micro_usdc'] as const;
export const ReleasedDeposit = ['deposit_id', 'user', 'amount_micro_usdc'] as const;
export const ResolutionRules = ['rules', 'seq', 'timestamp'] as const;
export const ResolutionRulesChange = ['rules', 'seq'] as const;
export const ResolvedEvent = ['event_id', 'markets', 'seq'] as const;
export const ResolvedMarket = [
  'market_id',
  'status',
  'outcome',
  'price',
  'paid_micro_usdc',
  'seq',
] as const;
export const RestoredKey = ['key_id'] as const;
export const RevokedKey = ['key_id', 'revoked_at'] as const;
export const RevokedOperator = ['name', 'revoked_at'] as const;
export const RotatedKey = [
  'key_id',
  'builder_id',
  'api_key',
  'secret',
  'previous_valid_until',
] as const;
export const Series = [
  'series_id',
  'event',
  'period_seconds',
  'first_start',
  'lead_seconds',
  'ends_at',
  'events_ahead',
] as const;
export const ServerTime = ['time', 'time_ms'] as const;
export const SignatureDiagnosis = [
  'kind',
  'network',
  'user',
  'signer',
  'key_state',
  'message',
  'text',
  'envelope',
  'form',
  'message_bytes',
  'message_hash',
  'fields',
  'verifies',
  'signature_encoding',
  'verifies_over_given',
  'given_kind',
  'first_difference',
  'differences',
  'mistakes',
  'proven_by',
  'next',
] as const;
export const Solvency = [
  'user_available',
  'user_locked',
  'withdrawing',
  'protocol_fees',
  'builder_revenue',
  'gas_revenue',
  'collateral',
  'stakes',
  'dispute_fund',
  'deposits_credited',
  'test_credits',
  'payouts',
  'liabilities',
  'assets',
  'difference',
  'seq',
  'timestamp',
  'chain',
] as const;
export const SourceChange = ['source', 'seq'] as const;
export const Sources = ['sources', 'seq', 'timestamp'] as const;
export const SteppedBlock = ['chain', 'slot', 'stepped_at', 'transactions'] as const;
export const TierChange = [
  'user',
  'tier',
  'previous_tier',
  'tx_signature',
  'max_usdc_per_tx_micro',
] as const;
export const TierRead = ['user', 'tier', 'refreshed_at'] as const;
export const TradesPage = ['trades', 'next_cursor', 'has_more'] as const;
export const TradingKeyList = ['account', 'trading_keys', 'seq', 'timestamp'] as const;
export const Treasury = ['protocol_fees', 'gas_revenue', 'seq', 'timestamp'] as const;
export const TreasuryPayout = [
  'source',
  'reference',
  'amount',
  'gas_fee',
  'net_amount',
  'recipient',
  'recipient_kind',
  'chain',
  'status',
  'reason',
  'withdrawal_id',
  'tx_main',
  'tx_ext',
  'seq',
  'created_at',
  'updated_at',
] as const;
export const TreasuryPayoutsPage = ['payouts', 'next_cursor', 'has_more'] as const;
export const UserAllowance = [
  'public_key',
  'max_open_orders',
  'rates',
  'seq',
  'timestamp',
] as const;
export const UserKey = ['user_id', 'public_key'] as const;
export const UserLimits = ['user', 'max_open_orders', 'seq'] as const;
export const WhoAmI = ['operator', 'roles', 'confirmations', 'session'] as const;
export const Withdrawal = [
  'withdrawal_id',
  'user',
  'amount',
  'gas_fee',
  'net_amount',
  'gas_micro_usdc',
  'gas_items',
  'recipient',
  'recipient_kind',
  'chain',
  'nonce',
  'created_at',
  'status',
  'builder_api_key',
  'reason',
  'attempt',
  'tx_main',
  'tx_ext',
  'sequence',
  'vaa',
  'seq',
  'updated_at',
  'history',
  'explanation',
] as const;
export const WithdrawalsPage = ['withdrawals', 'next_cursor', 'has_more'] as const;
export const WithdrawalsPaused = ['paused', 'seq'] as const;
