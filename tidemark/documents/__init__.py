"""Versioned JSON documents: content, patches, schemas, merging; pure functions."""
