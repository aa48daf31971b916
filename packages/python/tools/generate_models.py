"""Writes `src/mneme/models/` from `docs/openapi.json`.

    python tools/generate_models.py

The test suite fails where the files differ from what this script would write.
"""

from __future__ import annotations

import json
import keyword
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parents[1]
DOCUMENT = PACKAGE.parents[1] / "docs" / "openapi.json"
MODELS = PACKAGE / "src" / "mneme" / "models"

Schema = dict[str, Any]

# The module of a schema: the first pattern that matches its name.
MODULES: tuple[tuple[str, str], ...] = (
    ("events", r"Event(Data|Metadata)?$"),
    ("chains", r"^(Chain|Chains|DecisionChains|TimeRange)"),
    ("patterns", r"^(Pattern|Patterns|RestoredPattern|AnalysedMemories|SuppressedPatterns)"),
    ("keys", r"ApiKey|^(RateLimit|CallTotals|DailyCalls)$"),
    ("webhooks", r"Webhook|^Delivery"),
    ("search", r"^(Search|Explanation|Matched|QueryDate|Correction|Passage)"),
    ("imports", r"^(Bulk|Import|StoppedImport)"),
    ("common", r"^(ErrorItem|EnvelopeMetadata|Pagination|Warning)$"),
    ("service", r"^(Readiness|Liveness|Dependency|Service|TenantErasure|Job$)|Usage"),
    ("memories", r""),
)
IMPORTS = (
    (r"\bdt\.", "import datetime as dt"),
    (r"\bAny\b", "from typing import Any"),
    (r"Literal\[", "from typing import Literal"),
    (r"Field\(", "from pydantic import Field"),
)
SKIPPED = {"ErrorEnvelope", "WebhookEvent"}
SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
DATES = {"date-time": "dt.datetime", "date": "dt.date"}
HEADER = '"""Generated from docs/openapi.json by tools/generate_models.py."""\n\nfrom __future__ import annotations\n\n'


def snake(name: str) -> str:
    text = re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: "_" + match[1].lower(), name)
    return text + "_" if keyword.iskeyword(text) else text


def camel(name: str) -> str:
    return re.sub(r"_([a-z])", lambda match: match[1].upper(), name)


def is_response(name: str, schema: Schema) -> bool:
    return name not in SKIPPED and schema.get("type") == "object" and schema.get("additionalProperties") is not False


def literal(values: list[Any]) -> str:
    return f"Literal[{', '.join(json.dumps(value) if isinstance(value, str) else repr(value) for value in values)}]"


def enum_type(schema: Schema, event: bool) -> str:
    values = schema["enum"]
    if all(isinstance(value, bool) for value in values):
        return "bool"
    # A newer service may answer with another value; the name of an event tells the events apart.
    return literal(values) if event else f"{literal(values)} | str"


def type_of(schema: Schema, enums: set[str], event: bool = False) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"{name} | str" if name in enums else str(name)
    if "enum" in schema:
        return enum_type(schema, event)
    if "oneOf" in schema:
        members = [type_of(member, enums) for member in schema["oneOf"]]
        return " | ".join(dict.fromkeys("int | float" if member == "float" else member for member in members))
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(type_of({**schema, "type": member}, enums) for member in kind)
    if kind == "array":
        return f"list[{type_of(schema['items'], enums)}]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"dict[str, {type_of(values, enums) if isinstance(values, dict) else 'Any'}]"
    if kind == "string":
        return DATES.get(schema.get("format", ""), "str")
    return SCALARS[str(kind)]


def docstring(text: str, indent: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"""', "'''")
    lines = textwrap.wrap(f'"""{escaped}"""', 112)
    return "".join(f"{indent}{line}\n" for line in lines)


def field_source(name: str, schema: Schema, required: bool, enums: set[str], event: bool) -> str:
    python_name, annotation = snake(name), type_of(schema, enums, event and name == "event")
    if not required and "None" not in annotation.split(" | "):
        annotation += " | None"
    arguments = []
    if not required:
        arguments.append("default=None")
    if camel(python_name) != name:
        arguments.append(f'alias="{name}"')
    value = "" if not arguments else " = None" if arguments == ["default=None"] else f" = Field({', '.join(arguments)})"
    text = schema.get("description", "")
    return f"    {python_name}: {annotation}{value}\n" + (docstring(text, "    ") if text else "")


def model_source(name: str, schema: Schema, enums: set[str]) -> str:
    required, event = set(schema.get("required", [])), name.endswith("Event")
    text = schema.get("description", "")
    fields = [
        field_source(field, inner, field in required, enums, event) for field, inner in schema["properties"].items()
    ]
    return f"class {name}(Model):\n" + (docstring(text, "    ") + "\n" if text else "") + "".join(fields)


def module_of(name: str) -> str:
    return next(module for module, pattern in MODULES if re.search(pattern, name))


def references(schema: Any) -> set[str]:
    if isinstance(schema, dict):
        own = {schema["$ref"].rsplit("/", 1)[1]} if "$ref" in schema else set()
        return own.union(*(references(value) for value in schema.values()))
    return set().union(*(references(value) for value in schema)) if isinstance(schema, list) else set()


def in_order(names: list[str], schemas: dict[str, Schema]) -> list[str]:
    """Every model after those that it refers to, otherwise by name."""
    ordered: list[str] = []

    def visit(name: str) -> None:
        for needed in sorted(references(schemas[name]) & set(names)):
            if needed not in ordered:
                visit(needed)
        if name not in ordered:
            ordered.append(name)

    for name in sorted(names):
        visit(name)
    return ordered


def module_source(names: list[str], schemas: dict[str, Schema], enums: set[str], module: str) -> str:
    classes = "\n\n".join(model_source(name, schemas[name], enums) for name in in_order(names, schemas))
    needed = set().union(*(references(schemas[name]) for name in names)) - set(names)
    imports = [line for use, line in IMPORTS if re.search(use, classes)]
    imports.append("from .base import Model")
    imports += [f"from .{'enums' if name in enums else module_of(name)} import {name}" for name in sorted(needed)]
    return HEADER + "\n".join(imports) + "\n\n\n" + classes


def enums_source(enums: set[str], schemas: dict[str, Schema]) -> str:
    body = "".join(
        f"{name}: TypeAlias = {literal(schemas[name]['enum'])}\n"
        + (docstring(schemas[name]["description"], "") if "description" in schemas[name] else "")
        for name in sorted(enums)
    )
    return HEADER + "from typing import Literal, TypeAlias\n\n" + body


def sources() -> dict[str, str]:
    """The text of each file, before formatting."""
    schemas: dict[str, Schema] = json.loads(DOCUMENT.read_text())["components"]["schemas"]
    enums = {name for name, schema in schemas.items() if "enum" in schema}
    modules: dict[str, list[str]] = {}
    for name, schema in schemas.items():
        if is_response(name, schema):
            modules.setdefault(module_of(name), []).append(name)
    files = {f"{module}.py": module_source(names, schemas, enums, module) for module, names in modules.items()}
    files["enums.py"] = enums_source(enums, schemas)
    exported = dict.fromkeys(enums, "enums")
    exported.update({name: module for module, names in modules.items() for name in names})
    imports = "".join(f"from .{module} import {name}\n" for name, module in sorted(exported.items()))
    files["__init__.py"] = HEADER + imports + f"\n__all__ = {sorted(exported)!r}\n"
    return files


def main(folder: Path = MODELS) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in sources().items():
        (folder / name).write_text(text)
    names = [str(folder / name) for name in sources()]
    config = ["--config", str(PACKAGE / "pyproject.toml"), "--quiet", "--no-cache"]
    ruff = [sys.executable, "-m", "ruff"]
    subprocess.run([*ruff, "check", "--select", "I,F401,RUF022", "--fix", *config, *names], check=True)
    subprocess.run([*ruff, "format", *config, *names], check=True)


if __name__ == "__main__":
    main()
