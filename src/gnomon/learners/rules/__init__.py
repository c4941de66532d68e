"""Rule learners: decision lists and rule sets, boosted rules, OneR and subgroup discovery."""
