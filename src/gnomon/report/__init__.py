"""Reports of results: a self-contained HTML page, conclusions first; Markdown and LaTeX for papers.

Start with `html.py` (`write_report`) and `template/`, which lays out what the other modules gather::

    page        one task: leaderboard, tied groups (ties), ledger (optimism), splits and other measures
    conclusion  the conclusions as text;  methods, resampling, citations: the methods section
    figures     figures of `gnomon.plotting`, with colors for light, dark and print (palette)
    findings    methodology checks;  failed, preparing: failures, preprocessing of columns
    code        the Python script that reproduces the results
    names       escaping of text that comes from data
    summary     the content of Markdown and LaTeX reports
"""
