# Made of docs/api by `node tools/documents.mjs`. Not to be edited.
"""Words of the interface. A newer exchange may know more: at run time they are plain text."""

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    AcceptedWithdrawalStatus = Literal["pending"]
    AttestedKind = Literal["value", "winner"]
    CancelReason = Literal[
        "ioc_remainder",
        "fill_limit",
        "user",
        "cancel_all",
        "self_trade",
        "market_closed",
        "market_resolved",
        "expired",
        "reduce_only",
        "cancel_after",
        "open_order_limit",
        "max_cost",
    ]
    CancelledOrderStatus = Literal["cancelled"]
    CandleInterval = Literal["1m", "5m", "15m", "1h", "1d"]
    CaseNewsWhat = Literal[
        "proposed",
        "challenged",
        "decided",
        "withdrawn",
        "final",
        "attested",
        "contradicted",
    ]
    CaseOutcome = Literal["yes", "no", "void", "winner"]
    CaseStatus = Literal["proposed", "disputed", "final", "withdrawn", "reopened"]
    CaseStepWhat = Literal[
        "proposed",
        "challenged",
        "decided",
        "withdrawn",
        "final",
        "attested",
        "contradicted",
        "corrected",
    ]
    ChallengeState = Literal["open", "returned", "forfeited", "rewarded"]
    Claim = Literal["yes", "no", "void", "winner", "too_early"]
    ConfirmationState = Literal["open", "confirmed", "rejected", "spent", "ended"]
    CreateEventRequestVoidRule = Literal["fixed", "last"]
    DebugSignatureRequestKind = Literal[
        "order",
        "cancel",
        "cancel_all",
        "withdraw",
        "recover",
        "redeem",
        "amend",
        "full_order",
        "cancel_after",
        "challenge",
        "attestation",
        "text",
        "session",
    ]
    DepositPhase = Literal[
        "detected",
        "queued",
        "swapped",
        "bridged",
        "credited",
        "rejected",
        "failed",
    ]
    DepositStage = Literal["swap", "bridge", "sweep"]
    ErrorCode = Literal[
        "MALFORMED_JSON",
        "VALIDATION_FAILED",
        "UNKNOWN_FIELD",
        "UNIT_MILLISECONDS",
        "INVALID_CURSOR",
        "BODY_TOO_LARGE",
        "UNSUPPORTED_MEDIA_TYPE",
        "API_KEY_INVALID",
        "TIMESTAMP_SKEW",
        "SIGNATURE_INVALID",
        "ADMIN_KEY_INVALID",
        "SESSION_REQUIRED",
        "SESSION_INVALID",
        "SESSION_ENDED",
        "SCOPE_MISSING",
        "KEY_NOT_TAKEN_OVER",
        "ROLE_MISSING",
        "CSRF_TOKEN_INVALID",
        "OWN_ACT",
        "ADDED_BY_ONE",
        "NOT_YOUR_USER",
        "NOT_YOUR_ACCOUNT",
        "DELEGATED_USER",
        "ACCOUNT_NOT_FUNDED",
        "TRADING_KEY_UNKNOWN",
        "TRADING_KEY_ENDED",
        "TRADING_KEY_BOUND",
        "TEST_NETWORK_ONLY",
        "NOT_FOUND",
        "MARKET_NOT_FOUND",
        "EVENT_NOT_FOUND",
        "ORDER_NOT_FOUND",
        "DEPOSIT_NOT_FOUND",
        "PAYOUT_NOT_FOUND",
        "WITHDRAWAL_NOT_FOUND",
        "BUILDER_NOT_FOUND",
        "KEY_NOT_FOUND",
        "OPERATOR_NOT_FOUND",
        "CASE_NOT_FOUND",
        "SOURCE_NOT_FOUND",
        "SERIES_NOT_FOUND",
        "CONFIRMATION_NOT_FOUND",
        "METHOD_NOT_ALLOWED",
        "UPGRADE_REQUIRED",
        "NONCE_REUSED",
        "NONCE_TOO_LOW",
        "FILLED_MEANWHILE",
        "ORDER_NOT_OPEN",
        "ALREADY_RESOLVED",
        "MARKET_STATE_CONFLICT",
        "RESOLVE_BY_EVENT",
        "EVENT_EXISTS",
        "REFERENCE_REUSED",
        "USER_BELONGS_TO_ANOTHER_BUILDER",
        "BUILDER_HAS_KEYS",
        "OPERATOR_EXISTS",
        "OPERATOR_OF_CONFIGURATION",
        "CONFIRMATION_NEEDED",
        "CONFIRMATION_ENDED",
        "RESOLUTION_BY_PROPOSAL",
        "CASE_ENDED",
        "CASE_FULL",
        "ALREADY_CHALLENGED",
        "CLAIM_IS_THE_PROPOSAL",
        "SOURCE_RETIRED",
        "SOURCE_KEY_TAKEN",
        "SOURCE_CONTRADICTED",
        "CREDIT_GAP",
        "CHARGE_GAP",
        "GAS_DEBT_UNPAID",
        "FEE_ABOVE_MAX",
        "DEPOSIT_NOT_QUEUED",
        "WITHDRAWAL_ENDED",
        "INSUFFICIENT_BALANCE",
        "INSUFFICIENT_REVENUE",
        "INSUFFICIENT_POSITION",
        "FOK_NOT_FILLED",
        "POST_ONLY_WOULD_MATCH",
        "MARKET_NOT_ACTIVE",
        "OUTFLOW_CAP_EXCEEDED",
        "AMOUNT_BELOW_GAS",
        "ORDER_TOO_SMALL",
        "AMOUNT_BELOW_MINIMUM",
        "RECIPIENT_NOT_A_WALLET",
        "NOTHING_TO_RECOVER",
        "REDUCE_ONLY_EXCEEDED",
        "TOO_MANY_OPEN_ORDERS",
        "TOO_MANY_TRADING_KEYS",
        "TOO_MANY_OPEN_WITHDRAWALS",
        "DAILY_WITHDRAWALS_USED",
        "BALANCE_LIMIT_EXCEEDED",
        "TOO_MANY_CHANNELS",
        "CAPACITY_REACHED",
        "SWAP_REFUSED",
        "RATE_LIMITED",
        "INTERNAL",
        "CANCEL_ONLY",
        "HALTED",
        "WITHDRAWALS_PAUSED",
        "OVERLOADED",
        "DISK_LOW",
        "DEADLINE_EXCEEDED",
        "ENGINE_UNAVAILABLE",
        "SIGNER_UNAVAILABLE",
        "CHAIN_UNAVAILABLE",
        "CHAIN_DISAGREEMENT",
        "BRIDGE_UNAVAILABLE",
        "SWAP_UNAVAILABLE",
        "HISTORY_UNAVAILABLE",
        "FUNDING_UNAVAILABLE",
        "OPERATORS_NOT_CONFIGURED",
        "FUNDING_NOT_CONFIGURED",
        "OUTCOME_UNKNOWN",
    ]
    ExchangeMode = Literal["open", "cancel_only", "halted"]
    FaucetToken = Literal["usdc", "native"]
    GasActionName = Literal[
        "withdraw_main",
        "withdraw_main_new_account",
        "withdraw_ext",
        "withdraw_ext_new_account",
        "deposit_ext_usdc_first",
        "deposit_ext_usdc",
        "deposit_ext_other_first",
        "deposit_ext_other",
        "deposit_main_first",
        "deposit_main",
        "recover",
        "recover_new_account",
        "recover_main",
        "recover_main_new_account",
    ]
    GasItemKind = Literal[
        "transaction_fees",
        "account_rent",
        "wallet_rent",
        "message_rent",
        "attestation_rent",
        "markup",
    ]
    GetBuilderRevenueQueryInterval = Literal["1d"]
    KeyBound = Literal["at_most", "price_band", "redeem"]
    LedgerEntryKind = Literal[
        "trade",
        "payout",
        "credited",
        "deposit_credited",
        "gas_settled",
        "withdrawal_accepted",
        "withdrawal_settled",
        "withdrawal_refunded",
        "redeemed",
        "revenue_paid",
        "revenue_returned",
        "case_challenged",
        "stake_returned",
        "stake_forfeited",
        "challenge_rewarded",
        "fund_filled",
        "made_good",
    ]
    ListAlarmsQueryApp = Literal["deposit-listener", "bridge-relayer", "withdraw-worker"]
    ListAllWithdrawalsQueryStatus = Literal[
        "open",
        "all",
        "pending",
        "debited",
        "burned",
        "attested",
        "completed",
        "failed",
    ]
    ListAuditQueryKind = Literal["all", "changes"]
    ListConfirmationsQueryState = Literal["open", "all"]
    ListMarketsQuerySort = Literal["newest", "volume", "volume_24h", "ending"]
    ListOrdersQueryStatus = Literal["open", "resting", "partially_filled", "filled", "cancelled"]
    ListPositionsQueryStatus = Literal["open", "closed"]
    MarketStatus = Literal[
        "pending",
        "active",
        "paused",
        "closed",
        "proposed",
        "disputed",
        "resolved",
        "voided",
    ]
    MarketVoidRule = Literal["fixed", "last", "shares"]
    Network = Literal["test", "production"]
    NonceFate = Literal["never_used", "forgotten"]
    NonceOutcomeOutcome = Literal["order", "refused", "redeemed", "challenged"]
    OperatorRole = Literal["read", "markets", "judge", "money", "admin"]
    OrderStatus = Literal["resting", "partially_filled", "filled", "cancelled"]
    OrderTooSmallDetailsField = Literal["size"]
    OrderType = Literal["gtc", "ioc", "fok", "post_only"]
    OutcomeSide = Literal["yes", "no"]
    RecipientField = Literal["recipient_ext", "recipient_main", "user"]
    RecipientKind = Literal["default", "recipient_ext", "recipient_main"]
    RecoveryStatus = Literal["sending", "completed", "failed"]
    RefusalCode = Literal[
        "NONCE_REUSED",
        "NONCE_TOO_LOW",
        "CANCEL_ONLY",
        "HALTED",
        "DELEGATED_USER",
        "MARKET_NOT_FOUND",
        "MARKET_NOT_ACTIVE",
        "INSUFFICIENT_BALANCE",
        "INSUFFICIENT_POSITION",
        "FOK_NOT_FILLED",
        "POST_ONLY_WOULD_MATCH",
        "TOO_MANY_OPEN_ORDERS",
        "ORDER_NOT_FOUND",
        "ORDER_NOT_OPEN",
        "EVENT_NOT_FOUND",
        "EVENT_EXISTS",
        "ALREADY_RESOLVED",
        "MARKET_STATE_CONFLICT",
        "RESOLVE_BY_EVENT",
        "REFERENCE_REUSED",
        "TEST_NETWORK_ONLY",
        "BALANCE_LIMIT_EXCEEDED",
        "CAPACITY_REACHED",
        "USER_BELONGS_TO_ANOTHER_BUILDER",
        "VALIDATION_FAILED",
        "NOT_YOUR_USER",
        "CREDIT_GAP",
        "CHARGE_GAP",
        "GAS_DEBT_UNPAID",
        "AMOUNT_BELOW_GAS",
        "WITHDRAWALS_PAUSED",
        "WITHDRAWAL_NOT_FOUND",
        "WITHDRAWAL_ENDED",
        "ACCOUNT_NOT_FUNDED",
        "ORDER_TOO_SMALL",
        "TOO_MANY_OPEN_WITHDRAWALS",
        "DAILY_WITHDRAWALS_USED",
        "REDUCE_ONLY_EXCEEDED",
        "TRADING_KEY_UNKNOWN",
        "TRADING_KEY_ENDED",
        "TOO_MANY_TRADING_KEYS",
        "FEE_ABOVE_MAX",
        "FILLED_MEANWHILE",
        "TRADING_KEY_BOUND",
        "INSUFFICIENT_REVENUE",
        "RESOLUTION_BY_PROPOSAL",
        "CASE_NOT_FOUND",
        "CASE_ENDED",
        "CASE_FULL",
        "ALREADY_CHALLENGED",
        "CLAIM_IS_THE_PROPOSAL",
        "OWN_ACT",
        "SOURCE_NOT_FOUND",
        "SOURCE_RETIRED",
        "SOURCE_KEY_TAKEN",
        "SOURCE_CONTRADICTED",
    ]
    Resolution = Literal["yes", "no", "void"]
    SelfTradeMode = Literal["cancel_maker", "cancel_taker", "cancel_both"]
    SettlementType = Literal["transfer", "mint", "merge"]
    Side = Literal["buy", "sell"]
    SignatureDiagnosisForm = Literal["raw", "envelope"]
    SignatureDiagnosisKeyState = Literal[
        "owner",
        "active",
        "expired",
        "revoked",
        "revoked_by_key",
        "replaced",
        "unknown",
    ]
    SignatureDiagnosisProvenBy = Literal["signature", "message"]
    SignatureDiagnosisSignatureEncoding = Literal[
        "hex",
        "hex_with_0x",
        "base64",
        "base64url",
        "base58",
        "unreadable",
    ]
    SignedKind = Literal[
        "order",
        "cancel",
        "cancel_all",
        "withdraw",
        "recover",
        "redeem",
        "amend",
        "full_order",
        "cancel_after",
        "challenge",
        "attestation",
        "allow_trading_key",
        "revoke_trading_key",
        "session",
    ]
    SourceRuleOp = Literal[">=", ">", "<=", "<"]
    SteppedBlockChain = Literal["ext", "main"]
    TradingKeyChangeState = Literal["active", "revoked"]
    TradingKeyState = Literal["active", "expired", "revoked", "revoked_by_key", "replaced"]
    TreasuryPayoutRecipientKind = Literal["recipient_main", "recipient_ext", "user"]
    TreasuryPayoutRequestSource = Literal["protocol_fees", "gas_revenue"]
    TreasuryPayoutSource = Literal["builder", "protocol_fees", "gas_revenue"]
    UserCreditSource = Literal["deposit", "operator", "revenue", "goodwill", "reward"]
    UserRefusalKind = Literal["order", "cancel_all", "withdraw", "recover"]
    UserTradingKeyState = Literal["active", "expired", "revoked", "revoked_by_key"]
    UserWithdrawalState = Literal["accepted", "settled", "refunded"]
    ValueRuleKind = Literal["value"]
    Verdict = Literal["uphold", "overturn", "reopen"]
    WinnerRuleKind = Literal["winner"]
    WithdrawalFailure = Literal[
        "recipient_unusable",
        "refused_by_chain",
        "outflow_limit",
        "account_closed",
    ]
    WithdrawalStatus = Literal["pending", "debited", "burned", "attested", "completed", "failed"]
else:
    AcceptedWithdrawalStatus = str
    AttestedKind = str
    CancelReason = str
    CancelledOrderStatus = str
    CandleInterval = str
    CaseNewsWhat = str
    CaseOutcome = str
    CaseStatus = str
    CaseStepWhat = str
    ChallengeState = str
    Claim = str
    ConfirmationState = str
    CreateEventRequestVoidRule = str
    DebugSignatureRequestKind = str
    DepositPhase = str
    DepositStage = str
    ErrorCode = str
    ExchangeMode = str
    FaucetToken = str
    GasActionName = str
    GasItemKind = str
    GetBuilderRevenueQueryInterval = str
    KeyBound = str
    LedgerEntryKind = str
    ListAlarmsQueryApp = str
    ListAllWithdrawalsQueryStatus = str
    ListAuditQueryKind = str
    ListConfirmationsQueryState = str
    ListMarketsQuerySort = str
    ListOrdersQueryStatus = str
    ListPositionsQueryStatus = str
    MarketStatus = str
    MarketVoidRule = str
    Network = str
    NonceFate = str
    NonceOutcomeOutcome = str
    OperatorRole = str
    OrderStatus = str
    OrderTooSmallDetailsField = str
    OrderType = str
    OutcomeSide = str
    RecipientField = str
    RecipientKind = str
    RecoveryStatus = str
    RefusalCode = str
    Resolution = str
    SelfTradeMode = str
    SettlementType = str
    Side = str
    SignatureDiagnosisForm = str
    SignatureDiagnosisKeyState = str
    SignatureDiagnosisProvenBy = str
    SignatureDiagnosisSignatureEncoding = str
    SignedKind = str
    SourceRuleOp = str
    SteppedBlockChain = str
    TradingKeyChangeState = str
    TradingKeyState = str
    TreasuryPayoutRecipientKind = str
    TreasuryPayoutRequestSource = str
    TreasuryPayoutSource = str
    UserCreditSource = str
    UserRefusalKind = str
    UserTradingKeyState = str
    UserWithdrawalState = str
    ValueRuleKind = str
    Verdict = str
    WinnerRuleKind = str
    WithdrawalFailure = str
    WithdrawalStatus = str
