"""The operations of the API, named as in docs/openapi.json."""
