"""A builder's own keys."""

from typing import Any, Mapping, Optional, Sequence, Type, TypeVar

from .answer import Answer
from .builder_reads import BuilderReads
from .generated import answers
from .http.caller import Call, Receipt, json_of, path_of

A = TypeVar("A", bound=Answer)


class BuilderKeys(BuilderReads):
    """An operator issues the first key, whose credential can do nothing but be replaced.

    All others are made here. The calling key needs the scope ``keys``: keep it where orders are
    not sent from.
    """

    async def create_key(
        self,
        *,
        #: Of ``read``, ``trade``, ``withdraw``, ``keys``; without it ``trade`` alone.
        scopes: Optional[Sequence[str]] = None,
        orders_per_second: Optional[int] = None,
        daily_outflow_micro_usdc: Optional[int] = None,
    ) -> Receipt[answers.IssuedKey]:
        """Only this answer shows the credentials."""
        body = {
            "scopes": None if scopes is None else list(scopes),
            "orders_per_second": orders_per_second,
            "daily_outflow_micro_usdc": daily_outflow_micro_usdc,
        }
        return await self._change_keys("/v1/builder/keys", body, answers.IssuedKey)

    async def rotate_key(self, key_id: str) -> Receipt[answers.RotatedKey]:
        """The credential before works on for 24 hours; one an operator has seen ends at once."""
        path = path_of("v1", "builder", "keys", key_id, "rotate")
        return await self._change_keys(path, {}, answers.RotatedKey)

    async def revoke_key(self, key_id: str) -> Receipt[answers.RevokedKey]:
        """For ever, within 2 seconds."""
        path = path_of("v1", "builder", "keys", key_id)
        call = Call("DELETE", path, "{}", credentials=self._envelope)
        return await self._calls.send(call, answers.RevokedKey)

    async def _change_keys(
        self, path: str, fields: Mapping[str, Any], model: Type[A]
    ) -> Receipt[A]:
        call = Call("POST", path, json_of(fields), effect="once", credentials=self._envelope)
        return await self._calls.send(call, model)
