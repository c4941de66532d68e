"""Power and sample size of the corrected resampled t-test over splits."""

from math import ceil, sqrt

from gnomon.assessment.power.needed import MAX_NUMBER, Needed, first, positive
from gnomon.assessment.significance.student import detectable_ratio, detectable_t, power_t
from gnomon.errors import ParameterError


def sd_of_difference(sd_first: float, sd_second: float, correlation: float) -> float:
    """Standard deviation of the difference of two scores from their standard deviations and correlation.

    >>> round(sd_of_difference(0.04, 0.05, 0.8), 3)
    0.03
    """
    if not -1 <= correlation <= 1:
        raise ParameterError(f"correlation={correlation!r}: it must be from -1 to 1")
    shared = 2 * correlation * positive("sd_first", sd_first) * positive("sd_second", sd_second)
    return sqrt(max(sd_first**2 + sd_second**2 - shared, 0.0))


def corrected_t_detectable(
    sd: float, n_splits: int, test_to_train: float, level: float = 0.95, power: float = 0.8
) -> float:
    """Minimum detectable difference of the corrected resampled t-test (Nadeau & Bengio 2003).

    sd: standard deviation of the difference of two learners over splits. test_to_train: ratio of held-out
    to training rows, 1/(k - 1) in k-fold.

    >>> round(corrected_t_detectable(0.03, 10, 1 / 9), 4)
    0.0434
    """
    return detectable_t(_error(sd, n_splits, test_to_train), n_splits - 1, level, power)


def corrected_t_power(
    difference: float, sd: float, n_splits: int, test_to_train: float, level: float = 0.95
) -> float:
    """Power of the corrected resampled t-test to detect a true difference of this size.

    >>> round(corrected_t_power(0.0435, 0.03, 10, 1 / 9), 2)
    0.8
    """
    return power_t(difference, _error(sd, n_splits, test_to_train), n_splits - 1, level)


def repeats_needed(
    difference: float, sd: float, folds: int, test_to_train: float, level: float = 0.95, power: float = 0.8
) -> Needed:
    """Number of repeats of k-fold cross-validation needed to detect a difference.

    Repeats add degrees of freedom and average over partitions, but the rows stay the same. So the standard
    error is that of the corrected t for repeats, and differences below the floor need more rows, not more
    repeats.

    >>> print(repeats_needed(0.04, 0.03, 10, 1 / 9))
    3 repeats detect a difference of 0.04 with 80 % power
    >>> print(repeats_needed(0.03, 0.03, 10, 1 / 9))
    no number of repeats detects a difference of 0.03 with 80 % power: their limit is 0.0386
    """
    size = positive("difference", difference)
    error_limit = positive("sd", sd) * sqrt(shared_rows(folds, MAX_NUMBER, test_to_train) + test_to_train)
    floor = error_limit * detectable_ratio(MAX_NUMBER, level, power)

    def suffices(repeats: int) -> bool:
        n_splits = repeats * folds
        error = sd * sqrt(shared_rows(folds, repeats, test_to_train) + test_to_train)
        return n_splits > 1 and detectable_t(error, n_splits - 1, level, power) <= size

    number = None if size <= floor else first(suffices)
    return Needed(number, "repeats", size, power, floor)


def shared_rows(folds: int, repeats: int, test_to_train: float) -> float:
    """Mean overlap of two held-out sets of a repeated plan, including each set with itself.

    Sets of one repeat are disjoint; sets of two repeats overlap by n_test / (n_test + n_train) on average.

    >>> round(shared_rows(10, 3, 1 / 9), 3), round(shared_rows(1, 15, 1 / 4), 3)
    (0.1, 0.253)
    """
    by_chance = test_to_train / (1 + test_to_train)
    return 1 / (folds * repeats) + (1 - 1 / repeats) * by_chance


def rows_needed(
    difference: float, error: float, n_rows: int, level: float = 0.95, power: float = 0.8
) -> Needed:
    """Number of rows needed to detect a difference, from the standard error on n_rows rows.

    The standard error is proportional to 1/√rows.

    >>> print(rows_needed(0.02, 0.02, 500))
    3925 rows detect a difference of 0.02 with 80 % power
    """
    ratio = detectable_ratio(MAX_NUMBER, level, power)
    return Needed(
        ceil(n_rows * (ratio * error / positive("difference", difference)) ** 2),
        "rows",
        abs(difference),
        power,
    )


def _error(sd: float, n_splits: int, test_to_train: float) -> float:
    if n_splits < 2 or not 0 <= test_to_train < float("inf"):
        raise ParameterError(
            f"n_splits={n_splits!r}, test_to_train={test_to_train!r}: they must be at least 2 and at least 0"
        )
    return positive("sd", sd) * sqrt(1 / n_splits + test_to_train)
