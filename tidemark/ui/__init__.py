"""The Streamlit page: it draws what the Assistant returns, and calls it on a click."""
