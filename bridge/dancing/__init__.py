"""The sign dance of a scene."""
