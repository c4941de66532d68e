"""`python -m gnomon`: the command line interface."""

from gnomon.cli.main import main

if __name__ == "__main__":
    main()
