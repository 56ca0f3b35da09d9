"""Language and dates of the page, as the person or their browser chose them."""
