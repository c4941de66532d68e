"""What is read off a support vector machine, and its training in the open; start from `decision`."""
