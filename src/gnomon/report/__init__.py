"""What people see of results: one self-contained HTML page, the answer first.

Start with `html.py` (`write_report`); `page.py` gathers what the page shows, `answer.py` puts it into words,
`bars.py` draws intervals, `code.py` writes the Python that gives the same results.
"""
