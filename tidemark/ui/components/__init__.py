"""Parts that several regions draw with, and what Streamlit has no element for."""
