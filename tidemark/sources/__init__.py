"""Sources: conversion to text, passages, and citations."""
