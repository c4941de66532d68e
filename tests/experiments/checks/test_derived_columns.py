import numpy as np
import pytest

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from tests.experiments.checks import synthetic


def findings_of(task, **more):
    return check_methodology(task, only=["GN005"], **more).findings


def ill():
    return synthetic.frame()["ill"] == "yes"


@pytest.mark.parametrize(
    "column",
    [
        np.where(ill(), 2.5, 0.5),
        np.where(ill(), "treated", "sent home"),
        np.where(ill(), 10.0, 0.0) + np.random.default_rng(0).normal(size=240),
        np.where(ill(), np.random.default_rng(0).normal(size=240), np.nan),
    ],
    ids=["copy", "words", "noisy copy", "missing unless ill"],
)
def test_a_column_made_from_the_classes_is_found_with_its_bias_measured(column):
    (finding,) = findings_of(synthetic.task(after=column))
    assert finding.severity == "error"
    assert "'after'" in finding.where
    assert finding.cost.careless.value > 0.98
    assert finding.cost.lower > 0.05


def test_a_coarser_version_of_the_classes_is_found():
    codes = np.arange(300) % 3
    task = gn.Task({"x": synthetic.features(300)[:, 0], "is_first": (codes == 0) * 1.0}, list("abc") * 100)
    (finding,) = findings_of(task, cost=False)
    assert "it is a function of the target" in finding.message


@pytest.mark.parametrize(
    "function", [np.log, np.negative, lambda y: (y - 200.0) ** 2], ids=["log", "negative", "square"]
)
def test_a_function_of_a_numeric_target_is_found(function):
    columns = synthetic.frame()
    target = columns["age"] + 0.5 * columns["dose"] + np.random.default_rng(0).normal(size=240) + 100
    columns |= {"ill": target, "copy": function(target)}
    findings = findings_of(gn.Task.of(columns, "ill"), cost=False)
    assert [each.where for each in findings if each.severity == "error"] == ["task 'task', column 'copy'"]


def test_honest_columns_are_silent_even_where_they_are_good():
    assert findings_of(synthetic.task()) == ()
    assert findings_of(synthetic.regression()) == ()
    for name in ("iris", "wine", "breast-cancer", "diabetes"):
        assert findings_of(gn.load(name), cost=False) == ()


def test_duplicates_and_groups_of_rows_do_not_make_columns_tell_all():
    random = np.random.default_rng(0)
    for noise in (0.0, 1e-3):
        X = np.repeat(random.normal(size=(100, 4)), 2, axis=0) + noise * random.normal(size=(200, 4))
        labels = np.repeat(random.integers(2, size=100), 2)
        assert findings_of(gn.Task(X, labels), cost=False) == ()
        findings = findings_of(gn.Task(X, X[:, 0] + np.repeat(random.normal(size=100), 2)), cost=False)
        assert {each.severity for each in findings} <= {"note"}
    who = np.repeat([f"p{n}" for n in range(60)], 5)
    task = gn.Task({"patient": who, "x": random.normal(size=300)}, np.repeat(random.integers(2, size=60), 5))
    assert findings_of(task, cost=False) == ()


def test_a_perfect_column_of_few_rows_is_no_proof():
    assert findings_of(gn.Task({"x": np.arange(12.0)}, [0] * 6 + [1] * 6)) == ()


def stays(n_rows=400, seed=0):
    """Columns that tell something of a class, and one written down after it, with a few slips."""
    columns = synthetic.frame(n_rows, seed)
    random = np.random.default_rng(seed + 9)
    right = random.random(n_rows) < 0.97
    columns["grade"] = np.where((columns["ill"] == "yes") == right, "bad", "good")
    return columns


def test_a_column_that_predicts_far_better_than_all_others_is_a_warning_with_its_figures():
    (finding,) = findings_of(gn.Task.of(stays(), "ill"), cost=False)
    assert finding.severity == "warning"
    assert "column 'grade'" in finding.where
    alone, others = (
        float(part.split(" %")[0].split()[-1])
        for part in finding.message.split("power", 1)[1].split("jointly")
    )
    assert 85 < alone < 99
    assert others < 70


def test_a_good_measurement_among_others_of_the_same_thing_is_silent():
    random = np.random.default_rng(0)
    size = random.normal(size=400)
    columns = {f"length {n}": size + 0.2 * random.normal(size=400) for n in range(4)}
    task = gn.Task(columns, np.where(size > 0, "large", "small"))
    assert {each.severity for each in findings_of(task, cost=False)} <= {"note"}


def test_equivalent_leaks_are_priced_together():
    columns = synthetic.frame()
    columns |= {"refund": np.where(ill(), 9.5, 0.0), "sent home": np.where(ill(), "no", "yes")}
    findings = findings_of(gn.Task.of(columns, "ill"))
    assert {each.severity for each in findings} == {"error"}
    assert len(findings) == 2
    for finding in findings:
        assert finding.cost.gain > 0.05
        assert "together with" in finding.message


def test_parts_of_a_sum_are_found():
    random = np.random.default_rng(0)
    boys, girls = random.poisson(9.0, 300), random.poisson(50.0, 300)
    columns = {"age": random.normal(size=300), "boys": boys, "girls": girls, "all": boys + girls}
    findings = findings_of(gn.Task.of(columns, "all", kind="regression"), cost=False)
    assert {each.where for each in findings if each.severity == "error"} == {
        "task 'task', column 'boys'",
        "task 'task', column 'girls'",
    }


def test_of_many_classes_one_may_be_given_away():
    random = np.random.default_rng(0)
    codes = random.integers(3, size=600)
    threshold = np.where(codes == 2, 20.0, 45.0) + 0.1 * random.normal(size=600)
    x = codes + random.normal(size=600)
    findings = findings_of(
        gn.Task({"cycles": threshold, "x": x}, np.array(["none", "void", "ill"])[codes]), cost=False
    )
    assert [(each.severity, each.where) for each in findings] == [("warning", "task 'task', column 'cycles'")]
    assert "'ill'" in findings[0].message or "for class" in findings[0].message


def test_a_column_filled_in_for_one_class_alone_is_found():
    random = np.random.default_rng(0)
    codes = random.integers(3, size=300)
    category = np.where(codes == 1, random.integers(1, 6, size=300), np.nan)
    findings = findings_of(
        gn.Task({"x": random.normal(size=300), "category": category}, np.array(list("abc"))[codes]),
        cost=False,
    )
    assert [(each.severity, each.where) for each in findings] == [("error", "task 'task', column 'category'")]


def test_two_leaks_that_say_nearly_the_same_do_not_hide_each_other():
    """An outlay and its share of the income: either tells nearly all, and neither is a copy of the other."""
    columns = synthetic.frame(600)
    random = np.random.default_rng(0)
    income = np.exp(random.normal(10, 0.3, size=600))
    spent = np.where(
        (columns["ill"] == "yes") & (random.random(600) < 0.975), random.exponential(50, 600), 0.0
    )
    findings = findings_of(gn.Task.of({**columns, "spent": spent, "share": spent / income}, "ill"))
    assert {each.where for each in findings if each.severity == "warning"} == {
        "task 'task', column 'spent'",
        "task 'task', column 'share'",
    }
    assert min(each.cost.gain for each in findings if each.cost) > 0.05


def severities(columns, target, kind=None):
    """The severity of each column that is an error or a warning."""
    task = gn.Task.of(columns, target, kind=kind)
    return {
        each.where.split("'")[-2]: each.severity
        for each in findings_of(task, cost=False)
        if each.severity != "note"
    }


def school(n_rows=300):
    """Two papers, and what else is known of a school."""
    random = np.random.default_rng(0)
    income = random.normal(size=n_rows)
    level = 650 + 12 * income + 12 * random.normal(size=n_rows)
    papers = np.round(level[:, None] + 5 * random.normal(size=(n_rows, 2)), 1)
    return {"income": income, "lunch": random.normal(size=n_rows) - income}, papers


def test_parts_of_a_mean_that_was_rounded_are_found():
    columns, papers = school()
    columns |= {
        "reading": papers[:, 0],
        "mathematics": papers[:, 1],
        "score": np.round(papers.mean(axis=1), 1),
    }
    assert severities(columns, "score") == {"reading": "error", "mathematics": "error"}


def test_of_a_rate_and_a_population_the_rate_is_found():
    random = np.random.default_rng(0)
    people, deaths = random.integers(2_000, 900_000, size=300), random.poisson(20.0, size=300)
    columns = {"people": people, "rate": np.round(1e4 * deaths / people, 5), "deaths": deaths}
    assert severities(columns, "deaths", kind="regression") == {"rate": "error"}


def test_a_threshold_of_a_number_is_found():
    columns, papers = school()
    columns |= {"passed": papers[:, 0] > 640.0, "score": papers[:, 0]}
    assert severities(columns, "score") == {"passed": "error"}


def test_a_difference_that_tells_the_target_gives_its_parts_away():
    random = np.random.default_rng(0)
    ours, theirs = random.poisson(70.0, size=(2, 300))
    columns = {"ours": ours, "theirs": theirs, "lead": ours - theirs, "fans": random.normal(size=300)}
    columns["won"] = np.where(ours > theirs, "yes", "no")
    assert set(severities(columns, "won")) == {"ours", "theirs", "lead"}


def test_two_noisy_duplicates_of_a_number_do_not_hide_each_other():
    columns, papers = school()
    target = papers[:, 0]
    random = np.random.default_rng(1)
    columns |= {name: target + 4 * random.normal(size=300) for name in ("adults", "children")}
    columns["all"] = target
    assert severities(columns, "all") == {"adults": "warning", "children": "warning"}


def test_two_measurements_of_one_cause_are_no_leak():
    random = np.random.default_rng(0)
    size, noise = random.normal(size=(2, 300))
    columns = {name: size + 0.05 * random.normal(size=300) for name in ("length", "width")}
    assert severities({**columns, "weight": size + 0.3 * noise}, "weight") == {}


def test_a_total_that_is_often_the_target_itself_is_found():
    random = np.random.default_rng(0)
    sleep = random.integers(2000, 4500, size=300)
    naps = np.where(random.random(300) < 0.4, random.integers(100, 900, size=300), 0)
    columns = {"age": random.normal(size=300), "sleep and naps": sleep + naps, "sleep": sleep}
    assert severities(columns, "sleep") == {"sleep and naps": "warning"}


def test_the_time_until_an_event_is_found_by_its_name_where_it_tells_of_it():
    random = np.random.default_rng(0)
    died = random.random(400) < 0.4
    time = np.where(died, random.uniform(0, 900, 400), random.uniform(200, 1000, 400))
    age = random.normal(size=400) + died
    assert severities({"age": age, "futime": time, "death": died}, "death") == {"futime": "warning"}
    assert severities({"age": age, "dose": time, "death": died}, "death") == {}


@pytest.mark.parametrize("slips", [0.03, 0.05])
def test_two_noisy_copies_of_a_class_do_not_hide_each_other(slips):
    columns = synthetic.frame(400)
    random = np.random.default_rng(1)
    is_ill = columns["ill"] == "yes"
    columns |= {
        name: np.where(is_ill ^ (random.random(400) < slips), "bad", "good") for name in ("coded", "billed")
    }
    assert severities(columns, "ill") == {"coded": "warning", "billed": "warning"}


def test_three_noisy_copies_do_not_hide_each_other():
    columns = synthetic.frame(400)
    random = np.random.default_rng(1)
    is_ill = columns["ill"] == "yes"
    noisy = {f"report {n}": is_ill + 0.35 * random.normal(size=400) for n in range(3)}
    assert severities({**columns, **noisy}, "ill") == dict.fromkeys(noisy, "warning")
    age = columns.pop("age")
    del columns["ill"]
    noisy = {f"report {n}": age + 0.3 * random.normal(size=400) for n in range(3)}
    assert severities({**columns, **noisy, "age": age}, "age") == dict.fromkeys(noisy, "warning")


def test_three_measurements_of_one_cause_of_a_class_are_no_leak():
    random = np.random.default_rng(0)
    size = random.normal(size=400)
    columns = {f"length {n}": size + 0.1 * random.normal(size=400) for n in range(3)}
    columns |= {"age": random.normal(size=400), "large": np.where(size > 0, "yes", "no")}
    assert severities(columns, "large") == {}


def test_a_copy_of_an_easy_target_is_a_warning():
    """The other columns predict it nearly perfectly; the copy leaves a small part of their error."""
    random = np.random.default_rng(0)
    length, width = random.uniform(1, 3, size=(2, 1500))
    price = 100 * (length + width) * np.exp(0.02 * random.normal(size=1500))
    columns = {"length": length, "width": width, "gross": np.round(1.08 * price, -1), "price": price}
    assert severities(columns, "price") == {"gross": "warning"}
    del columns["gross"]
    assert severities(columns, "price") == {}


def test_a_part_of_a_whole_of_which_the_target_is_the_percentage_is_found():
    random = np.random.default_rng(0)
    weight, fat = np.round(random.normal(75, 12, 200), 1), np.round(random.uniform(5, 30, 200), 2)
    columns = {"weight": weight, "lean": np.round(weight * (1 - fat / 100), 2), "fat": fat}
    assert severities(columns, "fat") == {"lean": "error"}


def test_the_end_of_an_interval_leaks_its_length_and_the_start_does_not():
    random = np.random.default_rng(0)
    start, days = random.integers(400, size=200), 1 + random.poisson(6, size=200)
    written = {
        name: (np.datetime64("2024-01-01") + each).astype(str)
        for name, each in {"admitted": start, "discharged": start + days}.items()
    }
    assert severities({**written, "days": days, "age": random.normal(size=200)}, "days", "regression") == {
        "discharged": "error"
    }


def test_an_installment_gives_the_rate_of_a_loan_away():
    random = np.random.default_rng(0)
    loan, term = random.integers(40, 400, 400) * 25.0, random.choice([36.0, 60.0], 400)
    rate = np.round(random.uniform(5, 25, 400), 2)
    installment = np.round(loan * rate / 1200 / (1 - (1 + rate / 1200) ** -term), 2)
    columns = {"loan": loan, "term": term, "installment": installment, "age": random.normal(size=400)}
    assert severities({**columns, "rate": rate}, "rate") == {"installment": "warning"}


def warned(columns, target, name):
    findings = findings_of(gn.Task.of({**columns, name: target}, name), cost=False)
    return {each.where.split("'")[-2] for each in findings if each.severity != "note"}


def test_rare_classes_do_not_keep_leaks_of_the_others_from_being_found():
    random = np.random.default_rng(0)
    species = np.append(random.integers(5, size=400), [5, 6, 7])
    family = np.array(list("aabbcabc"))[species]
    columns = {"size": random.normal(size=403), "family": family}
    assert warned(columns, np.array([f"s{each}" for each in species]), "species") == {"family"}


def test_a_column_that_a_single_row_of_a_rare_class_has_is_no_leak():
    random = np.random.default_rng(0)
    species = np.append(random.integers(3, size=400), 3)
    columns = {"size": random.normal(size=401), "odd": 1.0 * (species == 3)}
    assert warned(columns, np.array([f"s{each}" for each in species]), "species") == set()


def test_results_of_one_contest_are_found_by_their_names():
    random = np.random.default_rng(0)
    wins = random.integers(20, 90, 300)
    first, other = np.where(wins + random.normal(size=(2, 300)) * 15 > 75, "Y", "N")
    columns = {"league_winner": first, "window": other, "hits": random.normal(size=300)}
    assert warned(columns, wins, "wins") == {"league_winner"}
    assert warned(columns, wins, "visits") == set()


def test_what_was_paid_in_the_end_is_found_by_its_name_where_it_tells_of_the_target():
    random = np.random.default_rng(0)
    risk = random.integers(2, size=400)
    paid = 5.0 * risk + 8 * random.normal(size=400)
    columns = {"age": random.normal(size=400)}
    assert warned({**columns, "interest_paid": paid}, risk, "risk") == {"interest_paid"}
    assert warned({**columns, "interest": paid}, risk, "risk") == set()
    assert warned({**columns, "interest_paid": random.normal(size=400)}, risk, "risk") == set()


def test_another_form_of_the_target_is_found_by_its_name_where_it_predicts_the_target():
    random = np.random.default_rng(0)
    size, noise = random.normal(size=(2, 400))
    columns = {f"length_{n}": size + 0.1 * random.normal(size=400) for n in "abc"}
    target, poll = size + 0.4 * noise, size + 0.1 * random.normal(size=400)
    assert warned({**columns, "raw_poll": poll}, target, "adj_poll") == {"raw_poll"}
    assert warned({**columns, "other_poll": poll}, target, "adj_poll") == set()


def test_a_time_that_forms_groups_by_itself_is_assessed():
    random = np.random.default_rng(0)
    happened = random.integers(2, size=300)
    week = np.where(happened == 1, random.integers(1, 52, 300), 52)
    # The weeks of a group share another column, so that they look like groups.
    columns = {"week": week, "season": week // 13, "quarter": week // 26, "age": random.normal(size=300)}
    assert "week" in warned(columns, happened, "arrested")


def test_shares_that_add_up_to_one_but_for_rounding_are_found():
    random = np.random.default_rng(0)
    shares = random.dirichlet(np.full(5, 2.0), 400).round(3)
    columns = {name: shares[:, index] for index, name in enumerate("abcd")} | {"age": random.normal(size=400)}
    assert warned(columns, shares[:, 4], "food") == set("abcd")
    assert warned({"a": shares[:, 0], "b": shares[:, 1], "c": shares[:, 2]}, shares[:, 4], "food") == set()
