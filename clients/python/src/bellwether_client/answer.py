"""The base of all that is read, for pydantic 1.10 and 2."""

from typing import Any, ClassVar, Type, TypeVar, cast

from pydantic import VERSION, BaseModel

IS_FIRST_PYDANTIC = VERSION.startswith("1.")

A = TypeVar("A", bound="Answer")


class Answer(BaseModel):
    """Cannot be changed. Fields that this version does not know, as of newer exchanges, stay."""

    if IS_FIRST_PYDANTIC:

        class Config:
            extra = "allow"
            frozen = True

    else:
        model_config: ClassVar[Any] = {"extra": "allow", "frozen": True}


def parsed(model: Type[A], data: Any) -> A:
    """Raises ValueError if the data does not belong to the model."""
    if IS_FIRST_PYDANTIC:
        return model.parse_obj(data)
    return cast(A, model.model_validate(data))  # type: ignore


def changed(answer: A, **fields: Any) -> A:
    """A copy with other values of some fields."""
    if IS_FIRST_PYDANTIC:
        return answer.copy(update=fields)
    return cast(A, answer.model_copy(update=fields))  # type: ignore
