"""The benchmarks: each holds an Assistant like any face, prints its figures and checks them."""
