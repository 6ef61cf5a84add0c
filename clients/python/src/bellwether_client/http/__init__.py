"""Requests over HTTP: attempts, verdicts, answers."""
