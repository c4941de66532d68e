from sklearn.naive_bayes import GaussianNB

import gnomon as gn
from gnomon.experiments.vault import open_vault, seal_vault
from gnomon.report.html import render


def test_the_report_shows_what_is_sealed_and_every_look(tmp_path):
    store, moons = tmp_path / "a.gnomon", gn.datasets.make_moons(80, random_state=0)
    working = seal_vault(moons, 0.25, store, budget=3)
    results = gn.run(gn.Design(working, GaussianNB(), gn.k_fold(3)), store)
    assert "0 of 3 looks taken" in render(results)
    look = open_vault(moons, GaussianNB(var_smoothing=0.1), store)
    page = render(results)
    assert "1 of 3 looks taken" in page
    assert "GaussianNB(var_smoothing=0.1)" in page
    assert f"accuracy {look.estimate()}" in page


def test_the_report_says_nothing_of_vaults_where_nothing_is_sealed():
    results = gn.run(gn.Design(gn.datasets.make_moons(60, random_state=0), GaussianNB(), gn.k_fold(3)))
    assert "Sealed test set" not in render(results)
