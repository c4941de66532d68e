"""Message passing in a junction tree, one row at a time, written to be read."""

import numpy as np


def clique(tree, c):
    return slice(tree[1][c], tree[1][c + 1])


def observed_tables(tree, row):
    """Each clique's potential, 0 where it contradicts the row."""
    potential, start, home, stride, levels = tree[0], tree[1], tree[7], tree[8], tree[9]
    tables = [potential[clique(tree, c)].copy() for c in range(len(start) - 1)]
    for node, code in enumerate(row):
        if code >= 0:
            entries = np.arange(len(tables[home[node]]))
            tables[home[node]][entries // stride[node] % levels[node] != code] = 0
    return tables


def onto(table, index, size, best=False):
    message = np.zeros(size)
    (np.maximum if best else np.add).at(message, index, table)
    return message


def separator(tree, c):
    """Where the entries of a clique, and of its parent, lie in the separator between them; and its size."""
    p = tree[2][c]
    down = tree[6][tree[5][c] : tree[5][c] + tree[1][p + 1] - tree[1][p]]
    return tree[4][clique(tree, c)], down, int(tree[3][c + 1] - tree[3][c])


def collected(tree, row, best=False):
    tables = observed_tables(tree, row)
    messages = []
    for c in range(len(tables) - 1):
        up, down, size = separator(tree, c)
        messages.append(onto(tables[c], up, size, best))
        tables[tree[2][c]] *= messages[-1][down]
    return tables, messages


def calibrated(tree, row):
    """p(entry, row) for every clique."""
    tables, messages = collected(tree, row)
    for c in reversed(range(len(tables) - 1)):
        up, down, size = separator(tree, c)
        fresh = onto(tables[tree[2][c]], down, size)
        ratio = np.divide(fresh, messages[c], out=np.zeros(size), where=messages[c] > 0)
        tables[c] = tables[c] * ratio[up]
    return tables


def share(parts):
    return parts / parts.sum() if parts.sum() > 0 else parts


def tree_query(tree, codes, output, outputs):
    roots = [collected(tree, row)[0][-1] for row in codes]
    with np.errstate(divide="ignore"):
        logs = np.log([root.sum() for root in roots])
    return np.array([share(onto(root, output, outputs)) for root in roots]), logs


def tree_marginals(tree, codes):
    rows = []
    for row in codes:
        tables, levels = calibrated(tree, row), []
        for home, stride, size in zip(tree[7], tree[8], tree[9], strict=True):
            level = np.arange(len(tables[home])) // stride % size
            levels.append(share(onto(tables[home], level, size)))
        rows.append(np.concatenate(levels))
    return np.array(rows)


def tree_counts(tree, codes, weight):
    total = np.zeros(len(tree[0]))
    for row, w in zip(codes, weight, strict=True):
        total += w * np.concatenate([share(table) for table in calibrated(tree, row)])
    return total


def tree_explain(tree, row):
    """The largest probability of a full row that agrees."""
    return collected(tree, row, best=True)[0][-1].max()
