"""The rulebooks to be read."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter()
