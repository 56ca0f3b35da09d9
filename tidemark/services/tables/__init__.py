"""Tables of a notebook's sources, as faces and turns ask them."""
