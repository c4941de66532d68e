"""Lessons on probability: diagnostic tests, joint distributions, naive Bayes and Bayesian networks."""

import numpy as np
import pandas as pd

import gnomon as gn
from gnomon.cli.lessons import Lesson, Step, figure, lesson
from gnomon.data.sets.printed import BROWN, NOTES, RAJPOOT

_TOPIC = "probability"


@lesson(
    "positive-test", "Bayes' rule: what a positive test means", topic=_TOPIC, source=f"{BROWN}, section 8.2.2"
)
def positive_test() -> Lesson:
    """Bayes' rule by probabilities and by natural frequencies."""
    table = gn.probability.bayes_table({"ill": "0.028", "well": "0.972"}, {"ill": "0.95", "well": "0.01"})
    people = gn.probability.natural_frequencies(table, 10_000)
    ill = float(table.posterior["ill"])
    return Lesson(
        "A test for diabetes has sensitivity 95 % and a false positive rate of 1 %; the prevalence is 2.8 "
        "%. What does a positive result mean?",
        [
            Step("Posterior: prior times likelihood, divided by the evidence.", table.frame().reset_index()),
            Step("The same as natural frequencies of 10,000 people.", people.reset_index()),
            Step(
                f"The positive predictive value is {100 * ill:.1f} %: more than one in four with a positive "
                "test is not ill."
            ),
        ],
        {"evidence": float(table.evidence), "posterior": ill},
        figure=figure("FrequencyTreeDisplay", None, table, evidence=("positive", "negative")),
    )


@lesson("two-tests", "A second positive test", topic=_TOPIC, source=f"{RAJPOOT}, lecture 4, slide 'Exercise'")
def two_tests() -> Lesson:
    """Sequential Bayes' rule: the first posterior is the second prior."""
    test = gn.decisions.DiagnosticTest(sensitivity=0.98, false_alarm=0.03)
    once = test.posterior(0.008)
    twice = test.posterior(once)
    return Lesson(
        "Of 1,000 people 8 have a cancer. A test has sensitivity 98 % and a false positive rate of 3 %. How "
        "likely is the cancer after one positive test, and after two?",
        [
            Step(f"After one positive test the probability is {once:.4f}: still below one half."),
            Step(
                f"If the second test is conditionally independent, that is its prior, and the probability is "
                f"{twice:.4f}. Dependent tests would add far less."
            ),
        ],
        {"once": float(once), "twice": float(twice)},
    )


@lesson("people", "Joint, marginal, conditional: ten people", topic=_TOPIC, source=f"{BROWN}, section 8.1.3")
def people() -> Lesson:
    """Joint, marginal and conditional probabilities of a small table, and Bayes' rule."""
    table = gn.probability.Distribution.empirical(
        gn.load("people").to_pandas(), ["gender", "tall", "bloodtype"]
    )
    joint = table.probability(gender="M", bloodtype="A")
    a_in_men = table.conditional(gender="M").probability(bloodtype="A")
    men_in_a = table.conditional(bloodtype="A").probability(gender="M")
    inverted = a_in_men * table.probability(gender="M") / table.probability(bloodtype="A")
    return Lesson(
        "Ten people by gender, height and blood type. Every probability here is a relative frequency.",
        [
            Step(f"Joint probability of men with type A: {joint}."),
            Step(
                f"Conditional probabilities: P(A | M) = {a_in_men}, P(M | A) = {men_in_a}. They are not the "
                "same."
            ),
            Step(f"Bayes' rule inverts one into the other: {a_in_men} x P(M) / P(A) = {inverted}."),
        ],
        {"joint": float(joint), "A given M": float(a_in_men), "M given A": float(men_in_a)},
    )


@lesson(
    "spam-bits",
    "Bernoulli naive Bayes: spam by the presence and absence of words",
    topic=_TOPIC,
    source=f"{NOTES}, section 3",
)
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
        "Eight mails, spam (+) or not (-), and three words. Each word multiplies the odds; an absent word "
        "counts as well.",
        [
            Step("Probability of each word in a class, with add-one (Laplace) smoothing.", shares),
            Step(
                "A mail with a and b, without c: its likelihood ratios.",
                factors.frame(one="+", other="-"),
            ),
            Step(
                f"The posterior odds of spam are {float(factors.odds('+', '-')[0]):.4g}: spam. If the prior "
                f"of spam is one third they are {float(rare.factors(query).odds('+', '-')[0]):.4g}: not "
                "spam. The prediction changes at a prior of "
                f"{float(rare.factors(query).break_even_prior('+', '-')[0]):.4g}."
            ),
        ],
        {
            "likelihoods": tuple(map(float, np.exp(model.log_likelihood(query))[0])),
            "odds": float(factors.odds("+", "-")[0]),
            "odds when rare": float(rare.factors(query).odds("+", "-")[0]),
        },
    )


@lesson(
    "spam-counts", "Multinomial naive Bayes: spam by word counts", topic=_TOPIC, source=f"{NOTES}, section 3"
)
def spam_counts() -> Lesson:
    """Multinomial naive Bayes on the same mails."""
    task = gn.load("mail-counts")
    model = gn.MultinomialNB(class_prior="uniform").fit(task.X, task.y)
    query = [[3, 1, 0]]
    shares = pd.DataFrame(np.exp(model.feature_log_prob_), columns=task.table.names)
    shares.insert(0, "class", model.classes_)
    odds = float(model.factors(query).odds("+", "-")[0])
    return Lesson(
        "The same mails, now with word counts: every occurrence multiplies the likelihood.",
        [
            Step("Relative frequency of each word in a class, with add-one (Laplace) smoothing.", shares),
            Step("A mail with a three times and b once.", model.factors(query).frame(one="+", other="-")),
            Step(
                f"The posterior odds of spam are {odds:.4g}: spam by the Bernoulli model, not spam by the "
                "multinomial."
            ),
        ],
        {
            "likelihoods": tuple(map(float, np.exp(model.log_likelihood(query))[0])),
            "odds": odds,
            "posterior": float(model.predict_proba(query)[0, 0]),
        },
    )


@lesson(
    "flu",
    "Is it the flu? Naive Bayes on eight patients",
    topic=_TOPIC,
    source=f"{RAJPOOT}, lecture 4, slide 'Bayesian classification'",
)
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
        "headache, but no runny nose and no fever.",
        [
            Step("For each class: prior, likelihood, joint and posterior probability.", table),
            Step(f"With add-one (Laplace) smoothing the posteriors are {smooth[0]:.5f} and {smooth[1]:.5f}."),
        ],
        {"joint": tuple(map(float, table["joint"])), "posterior": tuple(map(float, table["posterior"]))},
    )


@lesson(
    "burglary",
    "Inference in a Bayesian network: burglary or earthquake?",
    topic=_TOPIC,
    source=f"{BROWN}, section 8.4",
)
def burglary() -> Lesson:
    """Conditional queries of a small Bayesian network."""
    network = gn.networks.burglary()
    queries = [
        ("Burglary", ["MaryCalls"]),
        ("Burglary", ["JohnCalls"]),
        ("Burglary", ["MaryCalls", "JohnCalls"]),
        ("Burglary", ["MaryCalls", "JohnCalls", "Earthquake"]),
    ]
    posteriors = [
        float(network.query(name, dict.fromkeys(evidence, True))[True]) for name, evidence in queries
    ]
    table = pd.DataFrame(
        {"if": [" and ".join(evidence) for _, evidence in queries], "P(Burglary)": posteriors}
    )
    return Lesson(
        "Burglars and earthquakes set an alarm off; John and Mary call when it rings. Five conditional "
        "probability tables determine the joint distribution of the five events.",
        [
            Step(f"The joint distribution is {network.graph}."),
            Step("The posterior probability of a burglary, by the evidence.", table),
            Step("Both calls make a burglary likely; a known earthquake explains them away."),
        ],
        {
            "Mary": posteriors[0],
            "John": posteriors[1],
            "both": posteriors[2],
            "both and earthquake": posteriors[3],
        },
        figure=figure("NetworkDisplay", "from_network", network),
    )
