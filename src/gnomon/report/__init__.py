"""What people see of results: one self-contained HTML page, the answer first; Markdown and LaTeX for papers.

Start with `html.py` (`write_report`) and `template/`, which lays out what the others gather::

    page        one task: leaderboard, tied groups (ties), ledger (optimism), splits and other measures
    answer      the answer in words;  methods, cuts, citations: what was done, for a methods section
    figures     pictures of `gnomon.plotting`, in colors that suit light, dark and print (palette)
    findings    method checks;  failed, preparing: what failed, what was done with columns
    code        the Python that gives the same results
    names       text that comes from data, made harmless
    summary     what markdown and latex show
"""
