"""Lessons on probability: tests, tables, naive Bayes and networks."""

import numpy as np
import pandas as pd

import gnomon as gn
from gnomon.cli.lessons import Lesson, Step, figure, lesson

_TOPIC = "probability"


@lesson("positive-test", "A positive test: how worried should one be?", topic=_TOPIC, source="2-W32")
def positive_test() -> Lesson:
    """Bayes' rule by fractions and by 10,000 people."""
    table = gn.probability.bayes_table({"ill": "0.028", "well": "0.972"}, {"ill": "0.95", "well": "0.01"})
    people = gn.probability.natural_frequencies(table, 10_000)
    ill = float(table.posterior["ill"])
    return Lesson(
        "A test finds 95 % of those with diabetes and is wrong for 1 % of those without; 2.8 % have it. What "
        "does a positive result mean?",
        [
            Step("Prior times likelihood, divided by their sum.", table.frame().reset_index()),
            Step("The same with 10,000 people, who can be counted.", people.reset_index()),
            Step(f"Of those with a positive test {100 * ill:.1f} % are ill: more than one in four is not."),
        ],
        {"evidence": float(table.evidence), "posterior": ill},
        figure=figure("FrequencyTreeDisplay", None, table, evidence=("positive", "negative")),
    )


@lesson("two-tests", "A second positive test", topic=_TOPIC, source="5-W16")
def two_tests() -> Lesson:
    """The first posterior is the second prior."""
    test = gn.decisions.DiagnosticTest(sensitivity=0.98, false_alarm=0.03)
    once = test.posterior(0.008)
    twice = test.posterior(once)
    return Lesson(
        "Of 1,000 people 8 have a cancer. A test finds 98 % of them, and sounds a false alarm for 3 % of the "
        "others. One positive test changes little; and two?",
        [
            Step(f"After one positive test the chance is {once:.4f}: still the less likely."),
            Step(
                f"If a second test errs independently, that is its prior, and the chance is {twice:.4f}. Two "
                "tests that err for the same reason would add far less."
            ),
        ],
        {"once": float(once), "twice": float(twice)},
    )


@lesson("people", "Joint, marginal, conditional: ten people", topic=_TOPIC, source="2-W28")
def people() -> Lesson:
    """Shares of a small table, and Bayes' rule on them."""
    table = gn.probability.Distribution.counted(
        gn.load("people").to_pandas(), ["gender", "tall", "bloodtype"]
    )
    joint = table.probability(gender="M", bloodtype="A")
    given_men = table.given(gender="M").probability(bloodtype="A")
    given_a = table.given(bloodtype="A").probability(gender="M")
    turned = given_men * table.probability(gender="M") / table.probability(bloodtype="A")
    return Lesson(
        "Ten people by gender, height and blood type. Every probability here is a count over a count.",
        [
            Step(f"Men with type A: {joint} of all."),
            Step(f"Type A among the men: {given_men}; men among type A: {given_a}. They are not the same."),
            Step(f"Bayes' rule turns one into the other: {given_men} x P(M) / P(A) = {turned}."),
        ],
        {"joint": float(joint), "A given M": float(given_men), "M given A": float(given_a)},
    )


@lesson("spam-bits", "Spam by the words that are there, and those that are not", topic=_TOPIC, source="3-W02")
def spam_bits() -> Lesson:
    """Bernoulli naive Bayes on eight mails."""
    task = gn.load("mail-bits")
    model = gn.BernoulliNB(class_prior="uniform").fit(task.X, task.y)
    query = [[1, 1, 0]]
    factors = model.factors(query)
    rare = model.with_prior([1 / 3, 2 / 3])
    shares = pd.DataFrame(np.exp(model.feature_log_prob_), columns=task.table.names)
    shares.insert(0, "class", model.classes_)
    return Lesson(
        "Eight mails, spam (+) or not (-), and three words. Each word multiplies the odds; a word that is "
        "missing speaks too.",
        [
            Step("How often each word is in the mails of a class, with two imagined mails added.", shares),
            Step(
                "A mail with a and b, without c: its odds, factor by factor.",
                factors.frame(one="+", other="-"),
            ),
            Step(
                f"The odds of spam are {float(factors.odds('+', '-')[0]):.4g}: spam. If only one mail in "
                f"three is spam they are {float(rare.factors(query).odds('+', '-')[0]):.4g}: not. The turn "
                f"is at a prior of {float(rare.factors(query).turning_prior('+', '-')[0]):.4g}."
            ),
        ],
        {
            "likelihoods": tuple(map(float, np.exp(model.log_likelihood(query))[0])),
            "odds": float(factors.odds("+", "-")[0]),
            "odds when rare": float(rare.factors(query).odds("+", "-")[0]),
        },
    )


@lesson("spam-counts", "Spam by how often words come", topic=_TOPIC, source="3-W04")
def spam_counts() -> Lesson:
    """Multinomial naive Bayes on the same mails."""
    task = gn.load("mail-counts")
    model = gn.MultinomialNB(class_prior="uniform").fit(task.X, task.y)
    query = [[3, 1, 0]]
    shares = pd.DataFrame(np.exp(model.feature_log_prob_), columns=task.table.names)
    shares.insert(0, "class", model.classes_)
    odds = float(model.factors(query).odds("+", "-")[0])
    return Lesson(
        "The same mails, now counting every occurrence: a word three times speaks three times.",
        [
            Step(
                "Share of each word among all words of a class, with one imagined occurrence added.", shares
            ),
            Step("A mail with a three times and b once.", model.factors(query).frame(one="+", other="-")),
            Step(f"The odds of spam are {odds:.4g}: what the bits called spam, the counts call fair mail."),
        ],
        {
            "likelihoods": tuple(map(float, np.exp(model.log_likelihood(query))[0])),
            "odds": odds,
            "posterior": float(model.predict_proba(query)[0, 0]),
        },
    )


@lesson("flu", "Is it the flu? Naive Bayes on eight patients", topic=_TOPIC, source="5-W17")
def flu() -> Lesson:
    """Prior, likelihood, joint and posterior of a new patient."""
    task = gn.load("flu")
    query = task.X.head(1).copy()
    query.iloc[0] = [True, False, "Mild", False]
    model = gn.CategoricalNB(alpha=0).fit(task.X, task.y)
    table = model.class_table(query).frame()
    smooth = gn.CategoricalNB(alpha=1).fit(task.X, task.y).predict_proba(query)[0]
    return Lesson(
        "Eight patients with chills, runny nose, headache and fever. A new one has chills and a mild "
        "headache, and neither of the others.",
        [
            Step(
                "For each answer: how common, how well it fits, and the two multiplied and shared out.", table
            ),
            Step(
                f"With one imagined patient for each level the posteriors are {smooth[0]:.5f} and "
                f"{smooth[1]:.5f}."
            ),
        ],
        {"joint": tuple(map(float, table["joint"])), "posterior": tuple(map(float, table["posterior"]))},
    )


@lesson("burglary", "The alarm rings: burglar or earthquake?", topic=_TOPIC, source="2-W38")
def burglary() -> Lesson:
    """Queries of a small Bayesian network."""
    network = gn.networks.burglary()
    asked = [
        ("Burglary", ["MaryCalls"]),
        ("Burglary", ["JohnCalls"]),
        ("Burglary", ["MaryCalls", "JohnCalls"]),
        ("Burglary", ["MaryCalls", "JohnCalls", "Earthquake"]),
    ]
    found = [float(network.query(target, dict.fromkeys(given, True))[True]) for target, given in asked]
    table = pd.DataFrame({"if": [" and ".join(given) for _, given in asked], "P(Burglary)": found})
    return Lesson(
        "Burglars and earthquakes set an alarm off; John and Mary call when they hear it. Five small tables "
        "answer any question about the five events.",
        [
            Step(f"The joint distribution is {network.graph}."),
            Step("What calls say of a burglar.", table),
            Step("Both calls make one likely; hear of an earthquake, and it is explained away."),
        ],
        {"Mary": found[0], "John": found[1], "both": found[2], "both and earthquake": found[3]},
        figure=figure("NetworkDisplay", "from_network", network),
    )
