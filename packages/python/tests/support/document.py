"""docs/openapi.json, and the methods of the client that belong to it."""

from __future__ import annotations

import inspect
import json
import typing
from pathlib import Path
from typing import Any

from mneme import Mneme, inputs
from mneme._calls import Call, Export, Listing
from mneme._modes import ExportOperation, ListOperation, Operation, Resource
from mneme._wire import camel

PACKAGE = Path(__file__).resolve().parents[2]
DOCUMENT: dict[str, Any] = json.loads((PACKAGE.parents[1] / "docs" / "openapi.json").read_text())
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
OPERATIONS: dict[str, tuple[str, str, Any]] = {
    operation["operationId"]: (method.upper(), path, operation)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}
Descriptor = Operation[..., Any] | ListOperation[..., Any, Any] | ExportOperation[..., Any]
DESCRIPTORS = (Operation, ListOperation, ExportOperation)


def snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def method_of(operation_id: str) -> tuple[Resource[Any], Descriptor]:
    *path, name = operation_id.split(".")
    target: Any = CLIENT
    for part in path:
        target = getattr(target, snake(part))
    name = snake(name)
    return target, vars(type(target))[f"{name}_" if name == "import" else name]


CLIENT = Mneme("key", "the-tenant", "http://127.0.0.1:1")


def resolved(schema: Any) -> Any:
    return SCHEMAS[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema


def parameters(operation: Any, place: str) -> dict[str, Any]:
    found = [
        DOCUMENT["components"]["parameters"][item["$ref"].rsplit("/", 1)[1]] if "$ref" in item else item
        for item in operation.get("parameters", [])
    ]
    return {item["name"]: item for item in found if item["in"] == place}


def body_fields(operation: Any) -> dict[str, Any]:
    content = operation.get("requestBody", {}).get("content", {})
    schema = resolved(content["application/json"]["schema"]) if "application/json" in content else {}
    return dict(schema.get("properties", {}))


def arguments(method: Descriptor) -> dict[str, Any]:
    """Its parameters, with those of `**filters` one by one, and their types."""
    found: dict[str, Any] = {}
    hints = typing.get_type_hints(method.build)
    for name, parameter in list(inspect.signature(method.build).parameters.items())[1:]:
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            found.update(typing.get_type_hints(inputs.ListFilter))
        else:
            found[name] = hints[name]
    return found


def sample(schema: Any, name: str) -> Any:
    """A value of the schema."""
    schema = resolved(schema)
    if name == "metadata":
        return {"userId": "anna"}
    if "enum" in schema:
        return schema["enum"][0]
    if "properties" in schema:
        return {key: sample(inner, key) for key, inner in schema["properties"].items()}
    for member in schema.get("oneOf", []):
        return sample(member, name)
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    values: dict[Any, Any] = {"string": "text", "integer": 3, "number": 0.5, "boolean": True}
    return [sample(schema["items"], name)] if kind == "array" else values[kind]


def call_with_everything(operation_id: str) -> tuple[Call[Any], dict[str, Any]]:
    """The call that results if every argument is given."""
    resource, method = method_of(operation_id)
    _, _, operation = OPERATIONS[operation_id]
    schemas = {
        name: item["schema"] for place in ("path", "query") for name, item in parameters(operation, place).items()
    }
    schemas.update(body_fields(operation))
    given: dict[str, Any] = {}
    for name in arguments(method):
        wire = camel(name)
        if name == "idempotency_key":
            given[name] = "the key"
        elif name == "if_match":
            given[name] = '"v1"'
        elif name == "records":
            given[name] = []
        else:
            given[name] = sample(schemas[wire], wire)
    built = method.build(resource, **given)
    return (built.call if isinstance(built, (Listing, Export)) else built), given
