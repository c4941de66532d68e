"""Speed and quality against peers: each case runs Gnomon and its peers in one run, and prints ratios."""
