"""The Python client of the Bellwether prediction-market exchange."""

from .admin_client import AdminClient
from .attestations import sign_attestation, verify_attestation
from .batch import Operation, OperationResult, UserOperation
from .builder_client import BuilderClient
from .errors import (
    AccessError,
    BellwetherError,
    ClientError,
    ConflictError,
    ConnectionFailedError,
    InvalidAnswerError,
    InvalidInputError,
    OutcomeUnknownError,
    NonceQuery,
    RateLimitedError,
    RefusedError,
    RequestError,
    ServerFaultError,
    UnavailableError,
)
from .http.caller import Receipt
from .http.retry import RetryPolicy
from .keys import KeyPair, MessageSigner
from .messages import event_hash
from .money import (
    cost_micro_usdc,
    format_price,
    format_usdc,
    opposite_price,
    parse_price,
    parse_usdc,
)
from .nonces import GatewayNonces, NonceSource
from .owner_texts import (
    TextOf,
    allow_trading_key_text,
    off_chain_envelope,
    recover_text,
    revoke_trading_key_text,
    withdraw_text,
)
from .public_client import PublicClient
from .sessions import AccountSessions
from .stream.channel import Gap
from .stream.connection import Lost
from .stream.live_book import LiveBook
from .stream.live_deposits import LiveDeposits
from .stream.live_trades import LiveTrades
from .stream.live_user import LiveUser
from .stream.market_stream import MarketStream
from .submissions import PreparedRequest
from .trader import Trader
from .trading_keys import SignedText, TradingKeys

__version__ = "0.1.0"

__all__ = [
    "AccessError",
    "AccountSessions",
    "AdminClient",
    "ClientError",
    "BuilderClient",
    "ConflictError",
    "ConnectionFailedError",
    "BellwetherError",
    "Gap",
    "GatewayNonces",
    "InvalidAnswerError",
    "InvalidInputError",
    "KeyPair",
    "LiveBook",
    "LiveDeposits",
    "LiveTrades",
    "LiveUser",
    "Lost",
    "MarketStream",
    "MessageSigner",
    "NonceSource",
    "Operation",
    "OperationResult",
    "OutcomeUnknownError",
    "PreparedRequest",
    "PublicClient",
    "NonceQuery",
    "RateLimitedError",
    "Receipt",
    "RefusedError",
    "RequestError",
    "RetryPolicy",
    "ServerFaultError",
    "SignedText",
    "TextOf",
    "Trader",
    "TradingKeys",
    "UnavailableError",
    "UserOperation",
    "allow_trading_key_text",
    "cost_micro_usdc",
    "event_hash",
    "format_price",
    "format_usdc",
    "off_chain_envelope",
    "opposite_price",
    "parse_price",
    "parse_usdc",
    "recover_text",
    "revoke_trading_key_text",
    "sign_attestation",
    "verify_attestation",
    "withdraw_text",
]
