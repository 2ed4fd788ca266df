"""Steps that are proved to be cheapest, conflicts, grades, and both in words.

Enter at `walk`: `steps`, `grade` and `clash`; `explanation` has their answers as records. A step is
a cheapest set of rules from which, with all that is known, something follows. `alone` knows what
single rules say, without a solver. Where it takes several, `reasons` finds them by implicit hitting
sets (as OCUS and MaxHS do): `counterexamples` asks a solver for boards on which a fact holds that
is to be ruled out, each board gives a correction set (`correction_sets`: the rules that it breaks),
and `hitting_sets` searches for the cheapest hitting sets of them, by branch and bound. `entailment`
says what follows from some rules alone, and which facts that takes. `conflict` finds a smallest
unsatisfiable subset in the same way.

For people: `telling` takes proof steps together as one tells them (`told` is such a step),
`techniques` names steps, and `voice` puts told steps into words: `scanning` says what stands in
lines already, `single_rules` and `orders` say a rule by its kind, `pattern_words` says the
`patterns` that players know, `suppositions` how the contrary goes wrong, link by link (`links`),
which `chains` finds by unit propagation. `sentences` says facts and proof steps.
"""
