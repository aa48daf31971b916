"""The client is held against docs/openapi.json, so that it cannot drift."""

from __future__ import annotations

import datetime as dt
import importlib.util
import inspect
import json
import sys
import types
import typing
from pathlib import Path
from typing import Any

import pytest
from support.document import (
    DESCRIPTORS,
    DOCUMENT,
    OPERATIONS,
    PACKAGE,
    SCHEMAS,
    arguments,
    body_fields,
    call_with_everything,
    method_of,
    parameters,
    resolved,
    snake,
)

from mneme import AsyncMneme, Mneme, errors, inputs, models, webhooks
from mneme._calls import Export
from mneme._modes import Resource
from mneme._wire import camel
from mneme.models.base import Model


def methods(resource: Any, path: str) -> set[str]:
    """The names of all methods, written as operation ids."""
    found: set[str] = set()
    for name, value in {**vars(type(resource)), **vars(resource)}.items():
        inner = f"{path}.{camel(name)}".lstrip(".")
        if isinstance(value, DESCRIPTORS):
            found.add(inner)
        elif isinstance(value, Resource) or (isinstance(value, property) and not name.startswith(("_", "with_"))):
            found |= methods(getattr(resource, name), inner)
    return found


@pytest.mark.parametrize("kind", [Mneme, AsyncMneme])
def test_every_operation_has_a_method_and_every_method_an_operation(kind: Any) -> None:
    assert methods(kind("key", "the-tenant"), "") == set(OPERATIONS)


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_a_call_is_the_one_of_the_document(operation_id: str) -> None:
    method, path, operation = OPERATIONS[operation_id]
    call, given = call_with_everything(operation_id)
    assert (call.operation, call.method) == (operation_id, method)
    expected = path
    for name in parameters(operation, "path"):
        expected = expected.replace(f"{{{name}}}", str(given.get(snake(name), "the-tenant")))
    assert call.path == expected
    assert call.keyed == ("Idempotency-Key" in parameters(operation, "header"))
    assert set(call.headers) == set(parameters(operation, "header"))


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_every_field_of_a_request_is_an_argument(operation_id: str) -> None:
    _, _, operation = OPERATIONS[operation_id]
    call, _ = call_with_everything(operation_id)
    query, body = set(parameters(operation, "query")), set(body_fields(operation))
    sent = {"metadata" if name.startswith("metadata.") else name for name in call.query}
    if "tag" in query:  # one argument: `tags`
        assert "tag" in sent
        query -= {"tags"}
    bound = {"query": query, "body": body, "none": set()}[call.tenant]
    assert ("tenantId" in query | body) == (call.tenant != "none")
    if call.tenant != "none":
        assert "tenantId" in bound
    assert sent == query - {"tenantId"}
    assert set(call.body or {}) == body - {"tenantId"}


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_required_and_enumerated_arguments_are_those_of_the_document(operation_id: str) -> None:
    _, method = method_of(operation_id)
    _, _, operation = OPERATIONS[operation_id]
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    required = set(resolved(content.get("schema", {})).get("required", []))
    fields = dict(body_fields(operation))
    for name, item in {**parameters(operation, "query"), **parameters(operation, "path")}.items():
        fields[name] = item["schema"]
        required |= {name} if item.get("required") else set()
    signature = inspect.signature(method.build).parameters
    for name, hint in arguments(method).items():
        if name in {"idempotency_key", "if_match", "records"}:
            continue
        schema = resolved(fields[camel(name)])
        is_required = name in signature and signature[name].default is inspect.Parameter.empty
        assert is_required == (camel(name) in required), name
        values = schema.get("enum") or resolved(schema.get("items", {})).get("enum")
        if values and name != "fields":
            assert literals(hint) == set(values), name


def literals(hint: Any) -> set[Any]:
    if typing.get_origin(hint) is typing.Literal:
        return set(typing.get_args(hint))
    return {value for inner in typing.get_args(hint) for value in literals(inner)}


@pytest.mark.parametrize(
    ("kind", "schema"),
    [
        (inputs.MemoryInput, SCHEMAS["MemoryInput"]),
        (inputs.DeleteFilter, SCHEMAS["DeleteMemories"]["properties"]["filter"]),
        (inputs.TimeRangeInput, SCHEMAS["DecisionChainRequest"]["properties"]["timeRange"]),
    ],
)
def test_dictionaries_of_a_request_have_the_fields_of_the_document(kind: Any, schema: Any) -> None:
    schema = resolved(schema)
    assert {camel(name) for name in typing.get_type_hints(kind)} == set(schema["properties"])
    assert {camel(name) for name in kind.__required_keys__} == set(schema.get("required", []))


def response_schema(operation: Any) -> Any:
    content = next(response for status, response in operation["responses"].items() if status.startswith("2"))["content"]
    if "application/x-ndjson" in content:
        return content["application/x-ndjson"]["schema"]
    return content["application/json"]["schema"]["properties"]["data"]


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_the_data_of_a_response_is_the_model_of_its_schema(operation_id: str) -> None:
    resource, method = method_of(operation_id)
    call, given = call_with_everything(operation_id)
    built = method.build(resource, **given)
    model = built.item if isinstance(built, Export) else call.model
    assert model.__name__ == response_schema(OPERATIONS[operation_id][2])["$ref"].rsplit("/", 1)[1]


def reachable(schema: Any, found: set[str]) -> set[str]:
    if isinstance(schema, dict):
        if "/schemas/" in schema.get("$ref", ""):
            name = schema["$ref"].rsplit("/", 1)[1]
            if name not in found:
                found.add(name)
                reachable(SCHEMAS[name], found)
        for value in schema.values():
            reachable(value, found)
    elif isinstance(schema, list):
        for value in schema:
            reachable(value, found)
    return found


RESPONSES = sorted(
    name
    for name in reachable(
        [
            [response_schema(operation) for _, _, operation in OPERATIONS.values()],
            DOCUMENT["webhooks"],
            {"$ref": "#/components/schemas/EnvelopeMetadata"},
            {"$ref": "#/components/schemas/ErrorItem"},
        ],
        set(),
    )
    if "properties" in SCHEMAS[name]
)


@pytest.mark.parametrize("name", RESPONSES)
def test_a_model_has_the_fields_of_its_schema(name: str) -> None:
    schema, model = SCHEMAS[name], getattr(models, name)
    assert issubclass(model, Model)
    fields = {field.alias: field for field in model.model_fields.values()}
    assert set(fields) == set(schema["properties"])
    assert {alias for alias, field in fields.items() if field.is_required()} == set(schema.get("required", []))
    for alias, inner in schema["properties"].items():
        field = fields[alias]
        nullable = types.NoneType in typing.get_args(field.annotation)
        admits_null = "null" in str(inner.get("type")) or {"type": "null"} in inner.get("oneOf", [])
        assert nullable == (admits_null or not field.is_required()), alias
        if inner.get("format") == "date-time":
            assert dt.datetime in {field.annotation, *typing.get_args(field.annotation)}, alias


def resolved_example(item: Any) -> Any:
    return DOCUMENT["components"]["examples"][item["$ref"].rsplit("/", 1)[1]] if "$ref" in item else item


def examples(content: Any) -> list[Any]:
    named = [resolved_example(item)["value"] for item in content.get("examples", {}).values()]
    return [content["example"], *named] if "example" in content else named


def test_every_example_of_a_response_and_an_event_is_read() -> None:
    read = 0
    for operation_id, (_, _, operation) in OPERATIONS.items():
        call, _ = call_with_everything(operation_id)
        for status, response in operation["responses"].items():
            for example in examples(response.get("content", {}).get("application/json", {})):
                if status.startswith("2"):
                    call.model.model_validate(example["data"])
                else:
                    error = errors.error_of(int(status), {}, json.dumps(example).encode(), None)
                    assert type(error) is errors.CLASSES[example["errors"][0]["code"]]
                read += 1
    for event in DOCUMENT["webhooks"].values():
        for example in examples(event["post"]["requestBody"]["content"]["application/json"]):
            assert not isinstance(webhooks._event(json.dumps(example).encode()), webhooks.UnknownEvent)
            read += 1
    assert read > 300


def test_every_event_and_error_code_is_known() -> None:
    assert set(DOCUMENT["webhooks"]) == webhooks._NAMES
    members = {reference["$ref"].rsplit("/", 1)[1] for reference in SCHEMAS["WebhookEvent"]["oneOf"]}
    assert {kind.__name__ for kind in typing.get_args(webhooks.KnownEvent)} == members
    assert set(SCHEMAS["ErrorCode"]["enum"]) <= set(errors.CLASSES)


def test_both_clients_have_the_same_resources() -> None:
    assert {name for name in dir(AsyncMneme) if name[0] != "_"} == {name for name in dir(Mneme) if name[0] != "_"}


def test_the_generated_models_are_up_to_date(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("generate_models", PACKAGE / "tools" / "generate_models.py")
    assert spec is not None
    assert spec.loader is not None
    generator = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = generator
    spec.loader.exec_module(generator)
    generator.main(tmp_path)
    committed = PACKAGE / "src" / "mneme" / "models"
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in committed.glob("*.py")} - {"base.py"}
    for path in tmp_path.iterdir():
        assert path.read_text() == (committed / path.name).read_text(), f"run tools/generate_models.py: {path.name}"
