"""What may be computed of each kind of column, and what is refused with a reason."""

import numpy as np
import pytest

from gnomon.data.column import KINDS, column_of
from gnomon.errors import DataError, ParameterError
from gnomon.features import kinds, statistics
from gnomon.features.kinds import check_permissible, feature_transformations, permissible_statistics
from gnomon.registry import transformers


def test_each_kind_allows_what_the_one_below_it_does():
    assert (
        set(permissible_statistics("categorical"))
        < set(permissible_statistics("ordinal"))
        < set(permissible_statistics("quantitative"))
    )
    assert permissible_statistics("boolean") == permissible_statistics("categorical") == ("mode",)


@pytest.mark.parametrize(
    "statistic", ["mean", "variance", "standard_deviation", "value_range", "midrange", "skewness", "kurtosis"]
)
@pytest.mark.parametrize("kind", ["ordinal", "categorical", "boolean"])
def test_statistics_of_a_scale_are_refused_elsewhere(statistic, kind):
    with pytest.raises(DataError, match="is not permissible"):
        getattr(statistics, statistic)([7, 12, 7], kind)


def test_the_mean_of_house_numbers_is_refused_with_a_reason():
    houses = column_of("house", [7, 12, 9], kind="categorical")
    with pytest.raises(DataError, match=r"mean of column 'house' is not permissible.* unordered levels"):
        statistics.mean(houses)


def test_the_median_of_names_is_refused_for_want_of_an_order():
    with pytest.raises(DataError, match="requires an order"):
        check_permissible("median", column_of("town", ["Rome", "Oslo"]))


def test_a_strange_kind_is_refused():
    with pytest.raises(ParameterError, match="quantitative, ordinal"):
        permissible_statistics("numeric")


def test_every_pair_of_kinds_has_its_transformation_and_its_transformer_is_registered():
    frame = feature_transformations()
    assert len(frame) == len(KINDS) ** 2
    named = {name for cell in frame.by for name in cell.replace(" then ", ", ").split(", ") if name}
    assert named <= set(transformers)


def test_the_frame_of_kinds_says_which_have_order_and_scale():
    frame = kinds.feature_kinds()
    assert frame.order.to_dict() == {
        "quantitative": True, "ordinal": True, "categorical": False, "boolean": False
    }  # fmt: skip
    assert np.flatnonzero(frame.scale).tolist() == [0]
