"""Models that can be chosen: those Gemini lists for a key, and those served on this computer.

Programs that serve models on a person's own computer listen on known ports and speak OpenAI's
protocol (https://platform.openai.com/docs/api-reference/models/list); they are asked on the
loopback interface only.
"""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import httpx

from tidemark.local_servers import LOCAL_PORTS, local_address
from tidemark.settings import Settings

_GEMINI = "https://generativelanguage.googleapis.com"
_LOCAL_TIMEOUT_S = 1.0  # a program on this computer should list its models faster
_MOST_MODELS = 200  # of one server: a longer list is no list of models


@dataclass(frozen=True)
class LocalServer:
    """A program on this computer that serves ``models``: its name, and the port it listens on."""

    name: str
    port: int
    models: tuple[str, ...]


def local_servers(ports: Mapping[int, str] = LOCAL_PORTS) -> tuple[LocalServer, ...]:
    """Return the servers that answer on the usual ``ports`` of this computer, with their models.

    A port without a server, or with a server of another kind, is left out.
    """
    with ThreadPoolExecutor(max_workers=len(ports)) as asking:
        found = asking.map(_models_of, ports)
    return tuple(
        LocalServer(name, port, models)
        for (port, name), models in zip(ports.items(), found, strict=True)
        if models
    )


def gemini_models(settings: Settings) -> tuple[str, ...]:
    """Return the models that the key in ``settings`` may generate with, as Gemini lists them.

    If the list is not available it is empty: a model can still be named in MODEL_NAME.
    """
    key = settings.google_api_key.get_secret_value().strip()
    listed = _json(
        f"{(settings.gemini_base_url or _GEMINI).rstrip('/')}/v1beta/models?pageSize=1000",
        headers={"x-goog-api-key": key},
        timeout_s=settings.engine_timeout_s,
    ).get("models")
    return tuple(
        str(model.get("name")).removeprefix("models/")
        for model in (listed if isinstance(listed, list) else ())
        if isinstance(model, dict)
        and "generateContent" in model.get("supportedGenerationMethods", ())
    )


def _models_of(port: int) -> tuple[str, ...]:
    listed = _json(f"{local_address(port)}/models", timeout_s=_LOCAL_TIMEOUT_S).get("data")
    rows = listed if isinstance(listed, list) else ()
    names = (row.get("id") for row in rows[:_MOST_MODELS] if isinstance(row, dict))
    return tuple(name for name in names if isinstance(name, str) and name)


def _json(
    url: str, *, timeout_s: float, headers: Mapping[str, str] | None = None
) -> Mapping[str, Any]:
    """Return the JSON object at ``url``; an empty one if there is none."""
    try:
        # A proxy of the environment is not meant for addresses on this computer
        with httpx.Client(timeout=timeout_s, trust_env=headers is not None) as client:
            answer = client.get(url, headers=headers)
            found = answer.raise_for_status().json()
    except (httpx.HTTPError, httpx.InvalidURL, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
