"""Planes and boundaries: lines, landscapes, margins, descent, regions and what moves them."""
