"""References of the methods, cited in reports by author and year."""

import re

REFERENCES = {
    "Bayle et al. 2020": "Bayle, P., Bayle, A., Janson, L. & Mackey, L. (2020). Cross-validation confidence "
    "intervals for test error. Advances in Neural Information Processing Systems 33.",
    "Breiman et al. 1984": "Breiman, L., Friedman, J. H., Olshen, R. A. & Stone, C. J. (1984). "
    "Classification and Regression Trees. Wadsworth.",
    "DeLong et al. 1988": "DeLong, E. R., DeLong, D. M. & Clarke-Pearson, D. L. (1988). Comparing the areas "
    "under two or more correlated receiver operating characteristic curves. Biometrics 44, 837-845.",
    "Efron 1987": "Efron, B. (1987). Better bootstrap confidence intervals. Journal of the American "
    "Statistical Association 82, 171-185.",
    "Holm 1979": "Holm, S. (1979). A simple sequentially rejective multiple test procedure. Scandinavian "
    "Journal of Statistics 6, 65-70.",
    "Jamieson & Talwalkar 2016": "Jamieson, K. & Talwalkar, A. (2016). Non-stochastic best arm "
    "identification and hyperparameter optimization. AISTATS, 240-248.",
    "LeDell et al. 2015": "LeDell, E., Petersen, M. & van der Laan, M. (2015). Computationally efficient "
    "confidence intervals for cross-validated area under the ROC curve estimates. Electronic Journal of "
    "Statistics 9, 1583-1607.",
    "Nadeau & Bengio 2003": "Nadeau, C. & Bengio, Y. (2003). Inference for the generalization error. Machine "
    "Learning 52, 239-281.",
    "Obuchowski 1997": "Obuchowski, N. A. (1997). Nonparametric analysis of clustered ROC curve data. "
    "Biometrics 53, 567-578.",
    "Tibshirani & Tibshirani 2009": "Tibshirani, R. J. & Tibshirani, R. (2009). A bias correction for the "
    "minimum error rate in cross-validation. Annals of Applied Statistics 3, 822-829.",
    "Tsamardinos et al. 2018": "Tsamardinos, I., Greasidou, E. & Borboudakis, G. (2018). Bootstrapping the "
    "out-of-sample predictions for efficient and accurate cross-validation. Machine Learning 107, 1895-1922.",
    "Wilson 1927": "Wilson, E. B. (1927). Probable inference, the law of succession, and statistical "
    "inference. Journal of the American Statistical Association 22, 209-212.",
}


def references(text: str) -> list[str]:
    """The references that a text cites, in alphabetical order.

    >>> [source[:10] for source in references("p adjusted (Holm 1979), as Nadeau & Bengio (2003) have it")]
    ['Holm, S. (', 'Nadeau, C.']
    """
    plain = re.sub(r"[()]", "", text)
    return [source for short, source in REFERENCES.items() if short in plain]
