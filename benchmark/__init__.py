"""The benchmarks: each uses an Assistant like any face, prints its figures and checks them."""

from tests import warnings_as_errors

warnings_as_errors.turn_on()
