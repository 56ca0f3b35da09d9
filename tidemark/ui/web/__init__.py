"""The web application: the script Streamlit runs for a page, and the server's headers."""
