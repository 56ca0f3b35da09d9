"""Tables of a notebook's sources, for the faces and for turns."""
