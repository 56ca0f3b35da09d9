"""The language and the dates of the page, as the person or their browser chose them."""
