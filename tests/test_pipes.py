"""A pipe as the path of a file to read is refused: reading it would wait for a writer forever."""

import os

import pytest

from gnomon.errors import GnomonError
from gnomon.experiments.claim import read_claim
from gnomon.experiments.design import Design
from gnomon.learners.networks.bif import read_bif
from gnomon.models.load import load_model


@pytest.mark.parametrize("read", [Design.read, read_claim, load_model, read_bif])
def test_a_pipe_is_refused_instead_of_waited_for(tmp_path, read):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(GnomonError, match="pipe cannot be read: it is a pipe or a device"):
        read(tmp_path / "pipe")
