"""Pictures for the README: the demo's report as a browser shows it, light and dark, and a few figures.

Run by `make screenshots`. The report is photographed by a Chromium without a window; where there is none, the
figures are still drawn, and the script says what is missing.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import gnomon as gn

PICTURES = Path(__file__).parent / "pictures"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SCHEMES = {"report": "1", "report-dark": "0"}
SIZE = "1200,1500"


def main() -> int:
    """Draw the figures, photograph the report; 1 where no browser was found."""
    PICTURES.mkdir(exist_ok=True)
    results = demo()
    draw_figures(results)
    browser = next((path for path in map(shutil.which, BROWSERS) if path), None)
    if browser is None:
        sys.stderr.write(
            f"no browser to photograph the report with; install one of {', '.join(BROWSERS)}, and try again\n"
        )
        return 1
    with TemporaryDirectory() as folder:
        page = results.report(Path(folder) / "report.html", loading="gn.load('breast-cancer')")
        for name, scheme in SCHEMES.items():
            photograph(browser, page, PICTURES / f"{name}.png", scheme)
    sys.stdout.write("".join(f"{path}\n" for path in sorted(PICTURES.glob("*.png"))))
    return 0


def demo() -> gn.Results:
    """A nested comparison of a few learners on bundled data."""
    learners = [
        gn.LogisticRegression(),
        gn.RandomForestClassifier(),
        gn.SVC(),
        gn.GaussianNB(),
        gn.KNeighborsClassifier(),
        gn.Baseline(),
    ]
    design = gn.Design(gn.load("breast-cancer"), learners, gn.k_fold(10), inner=gn.k_fold(5))
    return gn.run(design)


def draw_figures(results: gn.Results) -> None:
    """Curves of the best two, and the ledger."""
    best = [each.learner for each in results.standings()[:2]]
    gn.plotting.RocCurveDisplay.from_experiment(results, learners=best, hull=True).save(PICTURES / "roc.png")
    gn.plotting.LedgerDisplay.from_experiment(results, learners=best).save(PICTURES / "ledger.png")


def photograph(browser: str, page: Path, picture: Path, scheme: str) -> None:
    """The top of a page as a browser shows it. scheme: "1" for light, "0" for dark."""
    with TemporaryDirectory() as profile:
        subprocess.run(
            [
                browser,
                *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"),
                *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
                f"--user-data-dir={profile}",
                f"--window-size={SIZE}",
                f"--blink-settings=preferredColorScheme={scheme}",
                f"--screenshot={picture}",
                page.as_uri(),
            ],
            check=True,
            capture_output=True,
            timeout=120,
        )


if __name__ == "__main__":
    raise SystemExit(main())
