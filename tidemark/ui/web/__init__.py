"""The web application: the script that Streamlit runs for a page, and what its server answers with."""
