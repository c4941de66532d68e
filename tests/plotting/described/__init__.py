"""A figure described as text, from its objects in Matplotlib: what is drawn where, and how."""
