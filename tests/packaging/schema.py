"""Whether a value is valid by a schema of `schemas/`; its README says where each is from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for

SCHEMAS = Path(__file__).parent / "schemas"
EXTRACTS = json.loads((SCHEMAS / "extracts.json").read_text(encoding="utf-8"))


def faults(value: Any, schema: str) -> list[str]:
    if schema in EXTRACTS:
        validator = Draft202012Validator(EXTRACTS[schema])
    else:
        published = json.loads((SCHEMAS / f"{schema}.json").read_text(encoding="utf-8"))
        validator = validator_for(published)(published)
    return [error.message for error in validator.iter_errors(value)]
