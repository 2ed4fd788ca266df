/* Weighted hitting sets: cheap rules of which at least one is in each of some sets of rules. This is
 * what hitting_sets.py asks for, and does itself where this is not compiled.
 *
 * Branch and bound on bits. The lower bound comes from disjoint sets: each needs a rule of its own. */

#include <string.h>

#include "native.h"

enum { NONE = 0, FOUND = 1 };

/* No rules cost more. */
#define INFINITE 100000000

typedef uint64_t Word;
#define WORDS(n) (((size_t)(n) + 63) / 64)
#define HAS(bits, i) ((bits)[(i) >> 6] >> ((i) & 63) & 1)
#define SET(bits, i) ((bits)[(i) >> 6] |= (Word)1 << ((i) & 63))
#define CLEAR(bits, i) ((bits)[(i) >> 6] &= ~((Word)1 << ((i) & 63)))
#define LOWEST(word) __builtin_ctzll(word)
#define COUNT(word) __builtin_popcountll(word)

typedef struct {
    int hits, rule; /* how many sets a rule hits, and which rule */
} Choice;

typedef struct {
    int sets, rules;     /* to be hit and in them, numbered from 0 */
    size_t words, rule_words;
    int largest;         /* the most rules of a set */
    int *names, *costs;  /* by rule: its number outside, and its cost */
    int min_cost;        /* of any rule */
    Word *rules_of;      /* by set */
    Word *sets_of;       /* by rule */
    Word *disjoint;      /* by set, those disjoint from it, once that is known */
    char *knows_disjoint;
    int *cheapest;       /* by set, the cost of its cheapest rule */
    int excess;          /* by how much anything exceeds the budget, at least */
    int64_t nodes;       /* that may still be tried */
    int *found, count;
    Word *levels;        /* room of each depth of the search: see level() */
    Choice *choices;
} Search;

static int exceeds(Search *s, int by) {
    if (by < s->excess) s->excess = by;
    return NONE;
}

/* Of each depth: the sets not yet hit, the rules excluded, and room to work with. */
static Word *level(const Search *s, int depth) {
    return s->levels + (size_t)depth * 2 * (s->words + s->rule_words);
}

static const Word *disjoint_sets(Search *s, int set) {
    Word *disjoint = s->disjoint + set * s->words;
    if (!s->knows_disjoint[set]) {
        s->knows_disjoint[set] = 1;
        memset(disjoint, 0xff, s->words * sizeof(Word));
        for (size_t v = 0; v < s->rule_words; v++)
            for (Word rest = s->rules_of[set * s->rule_words + v]; rest; rest &= rest - 1) {
                const Word *sets = s->sets_of + (v * 64 + LOWEST(rest)) * s->words;
                for (size_t w = 0; w < s->words; w++) disjoint[w] &= ~sets[w];
            }
    }
    return disjoint;
}

/* Whether the lower bound is within the budget: disjoint sets need a rule each. */
static int bound_allows(Search *s, const Word *unhit, int budget, Word *rest) {
    int bound = 0;
    memcpy(rest, unhit, s->words * sizeof(Word));
    for (size_t w = 0; w < s->words;) {
        if (!rest[w]) {
            w++;
            continue;
        }
        int set = (int)w * 64 + LOWEST(rest[w]);
        bound += s->cheapest[set];
        const Word *disjoint = disjoint_sets(s, set);
        for (size_t v = w; v < s->words; v++) rest[v] &= disjoint[v];
    }
    return bound <= budget || exceeds(s, bound - budget);
}

static const Word *first_set(const Search *s, const Word *unhit) {
    size_t w = 0;
    while (!unhit[w]) w++;
    return s->rules_of + (w * 64 + LOWEST(unhit[w])) * s->rule_words;
}

/* Which of these rules hit all sets that one rule leaves unhit; whether there are such sets. */
static int hitting_all_others(const Search *s, const Word *unhit, int rule, Word *rules) {
    const Word *sets = s->sets_of + rule * s->words;
    int any = 0;
    for (size_t w = 0; w < s->words; w++)
        for (Word rest = unhit[w] & ~sets[w]; rest; rest &= rest - 1) {
            const Word *set = s->rules_of + (w * 64 + LOWEST(rest)) * s->rule_words;
            Word some = 0;
            for (size_t v = 0; v < s->rule_words; v++) some |= rules[v] &= set[v];
            any = 1;
            if (!some) return any;
        }
    return any;
}

static int cheapest_rule(const Search *s, const Word *rules) {
    int best = -1;
    for (size_t v = 0; v < s->rule_words; v++)
        for (Word rest = rules[v]; rest; rest &= rest - 1) {
            int rule = (int)v * 64 + LOWEST(rest);
            if (best < 0 || s->costs[rule] < s->costs[best]) best = rule;
        }
    return best;
}

/* One rule that hits all sets, or two, where the budget does not reach for a third. */
static int one_or_two(
    Search *s, const Word *unhit, const Word *excluded, int budget, Word *allowed, Word *others
) {
    const Word *set = first_set(s, unhit);
    int least = 3 * s->min_cost;
    for (size_t v = 0; v < s->rule_words; v++) allowed[v] = ~excluded[v];
    for (size_t v = 0; v < s->rule_words; v++)
        for (Word rest = set[v] & allowed[v]; rest; rest &= rest - 1) {
            int rule = (int)v * 64 + LOWEST(rest), other = -1;
            CLEAR(allowed, rule);
            memcpy(others, allowed, s->rule_words * sizeof(Word));
            if (hitting_all_others(s, unhit, rule, others)) {
                other = cheapest_rule(s, others);
                if (other < 0) continue;
            }
            int cost = s->costs[rule] + (other < 0 ? 0 : s->costs[other]);
            if (cost <= budget) {
                s->found[s->count++] = rule;
                if (other >= 0) s->found[s->count++] = other;
                return FOUND;
            }
            if (cost < least) least = cost;
        }
    return exceeds(s, least - budget);
}

/* The rules of the first set that are within the budget, those that hit most sets first. */
static int branches(Search *s, const Word *unhit, const Word *excluded, int budget, Choice *chosen) {
    const Word *set = first_set(s, unhit);
    int count = 0;
    for (size_t v = 0; v < s->rule_words; v++)
        for (Word rules = set[v] & ~excluded[v]; rules; rules &= rules - 1) {
            Choice one = {0, (int)v * 64 + LOWEST(rules)};
            if (s->costs[one.rule] > budget) {
                exceeds(s, s->costs[one.rule] - budget);
                continue;
            }
            const Word *sets = s->sets_of + one.rule * s->words;
            for (size_t w = 0; w < s->words; w++) one.hits += COUNT(unhit[w] & sets[w]);
            int at = count++;
            for (; at && one.hits > chosen[at - 1].hits; at--) chosen[at] = chosen[at - 1];
            chosen[at] = one;
        }
    return count;
}

/* Whether a rule that was tried hits all that this one hits, and costs no more. */
static int dominated(const Search *s, const Word *unhit, int rule, const Choice *tried, int count) {
    const Word *sets = s->sets_of + rule * s->words;
    for (int i = 0; i < count; i++) {
        const Word *other = s->sets_of + tried[i].rule * s->words;
        Word more = 0;
        for (size_t w = 0; w < s->words && !more; w++) more = unhit[w] & sets[w] & ~other[w];
        if (!more && s->costs[tried[i].rule] <= s->costs[rule]) return 1;
    }
    return 0;
}

/* Rules within the budget, none of them excluded, that hit all sets not yet hit. Both collections are
 * of this depth. */
static int search(Search *s, int depth, int budget) {
    Word *unhit = level(s, depth), *excluded = unhit + s->words;
    Word *work = excluded + s->rule_words;
    if (--s->nodes < 0) return TOO_LONG;
    if (!bound_allows(s, unhit, budget, work)) return NONE;
    if (budget < 3 * s->min_cost) {
        /* Deeper levels are not needed from here on. */
        Word *allowed = level(s, depth + 1);
        return one_or_two(s, unhit, excluded, budget, allowed, allowed + s->rule_words);
    }
    Choice *chosen = s->choices + (size_t)depth * s->largest;
    int count = branches(s, unhit, excluded, budget, chosen);
    Word *rest = level(s, depth + 1), *excluded_below = rest + s->words;
    for (int i = 0; i < count; i++) {
        int rule = chosen[i].rule;
        if (!dominated(s, unhit, rule, chosen, i)) {
            const Word *sets = s->sets_of + rule * s->words;
            Word any = 0;
            for (size_t w = 0; w < s->words; w++) any |= rest[w] = unhit[w] & ~sets[w];
            memcpy(excluded_below, excluded, s->rule_words * sizeof(Word));
            int result = any ? search(s, depth + 1, budget - s->costs[rule]) : FOUND;
            if (result == FOUND) s->found[s->count++] = rule;
            if (result != NONE) return result;
        }
        SET(excluded, rule);
    }
    return NONE;
}

/* ---- What Python asks ---- */

/* The sets to hit, how large the largest is, and which rules are in them. */
static int survey(
    Search *s, int sets, const int *starts, const int *flat, const Word *unhit, int rules, int *number
) {
    for (int i = 0; i < sets; i++) {
        if (!HAS(unhit, i)) continue;
        int size = starts[i + 1] - starts[i];
        s->sets++;
        if (size > s->largest) s->largest = size;
        for (int j = starts[i]; j < starts[i + 1]; j++) number[flat[j]] = 1;
    }
    for (int rule = 0; rule < rules; rule++) s->rules += number[rule];
    s->words = WORDS(s->sets);
    s->rule_words = WORDS(s->rules);
    return s->sets;
}

static void number_rules(Search *s, int rules, const int *costs, int *number) {
    int count = 0;
    for (int name = 0; name < rules; name++) {
        if (!number[name]) continue;
        s->names[count] = name;
        s->costs[count] = costs[name];
        number[name] = count++;
    }
}

static void fill_sets(
    Search *s, int sets, const int *starts, const int *flat, const Word *unhit, const int *number
) {
    for (int i = 0, set = 0; i < sets; i++) {
        if (!HAS(unhit, i)) continue;
        s->cheapest[set] = INFINITE;
        for (int j = starts[i]; j < starts[i + 1]; j++) {
            int rule = number[flat[j]];
            SET(s->rules_of + set * s->rule_words, rule);
            SET(s->sets_of + rule * s->words, set);
            if (s->costs[rule] < s->cheapest[set]) s->cheapest[set] = s->costs[rule];
        }
        SET(s->levels, set);
        set++;
    }
}

/* All memory of a search in one block, words first: none if memory is short. */
static Word *room(Search *s, int depths) {
    size_t sets = s->sets, rules = s->rules;
    size_t words = sets * (s->rule_words + s->words) + rules * s->words +
                   (size_t)depths * 2 * (s->words + s->rule_words);
    size_t choices = (size_t)depths * s->largest;
    size_t bytes = words * sizeof(Word) + choices * sizeof(Choice) +
                   (3 * rules + 1 + sets) * sizeof(int) + sets;
    Word *block = calloc(1, bytes);
    if (!block) return NULL;
    s->rules_of = block;
    s->disjoint = s->rules_of + sets * s->rule_words;
    s->sets_of = s->disjoint + sets * s->words;
    s->levels = s->sets_of + rules * s->words;
    s->choices = (Choice *)(block + words);
    s->names = (int *)(s->choices + choices);
    s->costs = s->names + rules;
    s->found = s->costs + rules;
    s->cheapest = s->found + rules + 1;
    s->knows_disjoint = (char *)(s->cheapest + sets);
    return block;
}

/* How deep a search may go: each level but the last takes a rule more. */
static int depths(const Search *s, int budget) {
    int deepest = budget / s->min_cost;
    if (deepest > s->rules) deepest = s->rules;
    if (deepest > s->sets) deepest = s->sets;
    return deepest + 3;
}

/* Rules within the budget that hit all these sets; count_or_bound is then how many they are, else a
 * lower bound on what any cost. The rules of set i are flat[starts[i]] up to flat[starts[i + 1]]. Not
 * more than the given nodes are tried. Numbers were checked, no set is empty, no cost is below 1. */
EXPORT int hitting_set(
    int sets, const int *starts, const int *flat, const Word *unhit, int rules, const int *costs,
    int min_cost, int budget, int64_t *nodes, int *count_or_bound, int *found
) {
    Search s = {.min_cost = min_cost, .excess = INFINITE, .nodes = *nodes};
    int *number = calloc((size_t)rules + 1, sizeof *number);
    if (!number) return OUT_OF_MEMORY;
    int result = FOUND;
    if (survey(&s, sets, starts, flat, unhit, rules, number)) {
        Word *block = room(&s, depths(&s, budget));
        if (!block) return free(number), OUT_OF_MEMORY;
        number_rules(&s, rules, costs, number);
        fill_sets(&s, sets, starts, flat, unhit, number);
        result = search(&s, 0, budget);
        for (int i = 0; i < s.count; i++) found[i] = s.names[s.found[i]];
        free(block);
    }
    free(number);
    *nodes = s.nodes;
    *count_or_bound = result == FOUND ? s.count : budget + s.excess;
    return result;
}
