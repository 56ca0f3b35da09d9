"""The web application: the script that Streamlit runs for a page, and the server's headers."""
