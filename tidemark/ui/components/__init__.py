"""Elements shared by several regions, among them those that Streamlit lacks."""
