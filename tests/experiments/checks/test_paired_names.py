from gnomon.experiments.checks.paired_names import is_other_form, time_pattern


def test_names_of_another_form_of_the_target():
    assert is_other_form("rawpoll_a", "adjpoll_a")
    assert is_other_form("log_price", "price")
    assert not is_other_form("price", "price")
    assert not is_other_form("lake", "ake_b")


def test_names_of_a_time_and_its_event():
    assert (
        time_pattern("time_to_fall", "fall") == time_pattern("time_to_stroke", "stroke") == ("time to *", "*")
    )
    assert time_pattern("t1", "d1") == time_pattern("T2", "D2") == ("t*", "d*")
    assert time_pattern("years_of_age", "sex") is None
    assert time_pattern("time", "event") is None
    assert time_pattern("t1", "d2") is None
