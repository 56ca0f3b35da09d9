"""Elements shared by several regions, including some that Streamlit lacks."""
