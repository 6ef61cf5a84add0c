"""What operators do, from a program."""

from typing import Optional

import httpx

from .generated.operator_calls import OperatorCalls
from .http.caller import Credentials, Headers
from .http.retry import RetryPolicy


class AdminClient(OperatorCalls):
    """The operators' endpoints, by an operator's key.

    A request that would act twice is not repeated once it may have been carried out.
    """

    def __init__(
        self,
        gateway_url: str,
        *,
        admin_key: str,
        retry: Optional[RetryPolicy] = None,
        http: Optional[httpx.AsyncClient] = None,
    ) -> None:
        super().__init__(retry, http)
        self._calls = self._caller(gateway_url, _AdminKey(admin_key))


class _AdminKey(Credentials):
    """Nothing prints the key."""

    def __init__(self, key: str) -> None:
        self._key = key

    def headers_for(self, method: str, path: str, body: str) -> Headers:
        return {"X-Admin-Key": self._key}
