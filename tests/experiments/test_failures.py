from gnomon.experiments.design import Unit
from gnomon.experiments.failures import Failure, failures_of, in_sentences, left_out

UNITS = [
    Unit("k1", "iris", "SVC", 0, 5),
    Unit("k2", "iris", "Ridge", 0, 5),
    Unit("k3", "iris", "SVC", 5, 10),
    Unit("k4", "wine", "SVC", 0, 5),
]


def test_failures_stand_in_the_order_of_the_design():
    found = failures_of(UNITS, {"k3": "second", "k1": "first", "of another design": "third"})
    assert found == [Failure("iris", "SVC", 0, 5, "first"), Failure("iris", "SVC", 5, 10, "second")]


def test_a_learner_is_left_out_where_it_failed_with_its_first_reason_and_nowhere_else():
    found = failures_of(UNITS, {"k1": "first", "k3": "second"})
    assert left_out(found, "iris") == {"SVC": "first"}
    assert left_out(found, "wine") == {}


def test_failures_are_reported_once_a_learner():
    found = failures_of(UNITS, {"k1": "SVC failed on iris: too long", "k3": "second", "k4": "third."})
    assert in_sentences(found) == [
        "SVC is left out on iris, as 2 units failed. SVC failed on iris: too long.",
        "SVC is left out on wine, as 1 unit failed. third.",
    ]
