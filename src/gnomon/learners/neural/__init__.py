"""Small networks: layers of units, trained by back-propagation. Start with `classifier`, then `network`."""
