/* The cheapest rules that break all of some witnesses, a weighted hitting set: what hitting_sets.py asks
 * for, and does itself where this is not compiled.
 *
 * A witness is the set of rules that it breaks. Branch and bound on bits: sets that share no rule
 * need one rule each, which bounds the price from below. */

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
    int broken, rule; /* how many sets a rule hits, and which rule */
} Choice;

typedef struct {
    int sets, rules;     /* those that matter, numbered anew */
    size_t words, rule_words;
    int largest;         /* the most rules of a set */
    int *names, *prices; /* by rule: its number outside, and its price */
    int least;           /* of all prices */
    Word *rules_of;      /* by set */
    Word *sets_of;       /* by rule */
    Word *apart;         /* by set, those that share no rule with it, once that is known */
    char *knows_apart;
    int *cheapest;       /* by set, the price of its cheapest rule */
    int missed;          /* by how much what was tried was too dear, at least */
    int64_t nodes;       /* that may still be tried */
    int *found, count;
    Word *levels;        /* room of each depth of the search: see level() */
    Choice *choices;
} Search;

static int too_dear(Search *s, int by) {
    if (by < s->missed) s->missed = by;
    return NONE;
}

/* Of each depth: the sets left, the rules not allowed, and two sets to work with. */
static Word *level(const Search *s, int depth) {
    return s->levels + (size_t)depth * 2 * (s->words + s->rule_words);
}

static const Word *set_apart(Search *s, int set) {
    Word *apart = s->apart + set * s->words;
    if (!s->knows_apart[set]) {
        s->knows_apart[set] = 1;
        memset(apart, 0xff, s->words * sizeof(Word));
        for (size_t v = 0; v < s->rule_words; v++)
            for (Word rest = s->rules_of[set * s->rule_words + v]; rest; rest &= rest - 1) {
                const Word *sets = s->sets_of + (v * 64 + LOWEST(rest)) * s->words;
                for (size_t w = 0; w < s->words; w++) apart[w] &= ~sets[w];
            }
    }
    return apart;
}

/* Whether what is left may suffice: sets that share no rule need one each. */
static int may_suffice(Search *s, const Word *live, int left, Word *rest) {
    int needed = 0;
    memcpy(rest, live, s->words * sizeof(Word));
    for (size_t w = 0; w < s->words;) {
        if (!rest[w]) {
            w++;
            continue;
        }
        int set = (int)w * 64 + LOWEST(rest[w]);
        needed += s->cheapest[set];
        const Word *apart = set_apart(s, set);
        for (size_t v = w; v < s->words; v++) rest[v] &= apart[v];
    }
    return needed <= left || too_dear(s, needed - left);
}

static const Word *first_set(const Search *s, const Word *live) {
    size_t w = 0;
    while (!live[w]) w++;
    return s->rules_of + (w * 64 + LOWEST(live[w])) * s->rule_words;
}

/* Which of these rules are in all live sets that one rule is not in; whether there are such sets. */
static int in_all_others(const Search *s, const Word *live, int rule, Word *rules) {
    const Word *sets = s->sets_of + rule * s->words;
    int any = 0;
    for (size_t w = 0; w < s->words; w++)
        for (Word rest = live[w] & ~sets[w]; rest; rest &= rest - 1) {
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
            if (best < 0 || s->prices[rule] < s->prices[best]) best = rule;
        }
    return best;
}

/* One rule that is in all sets, or two, where there is nothing to spend on a third. */
static int last_two(
    Search *s, const Word *live, const Word *without, int left, Word *allowed, Word *others
) {
    const Word *set = first_set(s, live);
    int needed = 3 * s->least;
    for (size_t v = 0; v < s->rule_words; v++) allowed[v] = ~without[v];
    for (size_t v = 0; v < s->rule_words; v++)
        for (Word rest = set[v] & allowed[v]; rest; rest &= rest - 1) {
            int rule = (int)v * 64 + LOWEST(rest), other = -1;
            CLEAR(allowed, rule);
            memcpy(others, allowed, s->rule_words * sizeof(Word));
            if (in_all_others(s, live, rule, others)) {
                other = cheapest_rule(s, others);
                if (other < 0) continue;
            }
            int price = s->prices[rule] + (other < 0 ? 0 : s->prices[other]);
            if (price <= left) {
                s->found[s->count++] = rule;
                if (other >= 0) s->found[s->count++] = other;
                return FOUND;
            }
            if (price < needed) needed = price;
        }
    return too_dear(s, needed - left);
}

/* The rules of the first set that are not too dear, those that hit most sets first. */
static int choose(Search *s, const Word *live, const Word *without, int left, Choice *chosen) {
    const Word *set = first_set(s, live);
    int count = 0;
    for (size_t v = 0; v < s->rule_words; v++)
        for (Word rules = set[v] & ~without[v]; rules; rules &= rules - 1) {
            Choice one = {0, (int)v * 64 + LOWEST(rules)};
            if (s->prices[one.rule] > left) {
                too_dear(s, s->prices[one.rule] - left);
                continue;
            }
            const Word *sets = s->sets_of + one.rule * s->words;
            for (size_t w = 0; w < s->words; w++) one.broken += COUNT(live[w] & sets[w]);
            int at = count++;
            for (; at && one.broken > chosen[at - 1].broken; at--) chosen[at] = chosen[at - 1];
            chosen[at] = one;
        }
    return count;
}

/* Whether a rule that was tried is in all the live sets that this one is in, for no more. */
static int outdone(const Search *s, const Word *live, int rule, const Choice *tried, int count) {
    const Word *sets = s->sets_of + rule * s->words;
    for (int i = 0; i < count; i++) {
        const Word *other = s->sets_of + tried[i].rule * s->words;
        Word more = 0;
        for (size_t w = 0; w < s->words && !more; w++) more = live[w] & sets[w] & ~other[w];
        if (!more && s->prices[tried[i].rule] <= s->prices[rule]) return 1;
    }
    return 0;
}

/* Rules in all live sets for what is left, and none of those without. Both are of this depth. */
static int search(Search *s, int depth, int left) {
    Word *live = level(s, depth), *without = live + s->words;
    Word *work = without + s->rule_words;
    if (--s->nodes < 0) return TOO_LONG;
    if (!may_suffice(s, live, left, work)) return NONE;
    if (left < 3 * s->least) {
        /* Deeper levels are not needed from here on. */
        Word *allowed = level(s, depth + 1);
        return last_two(s, live, without, left, allowed, allowed + s->rule_words);
    }
    Choice *chosen = s->choices + (size_t)depth * s->largest;
    int count = choose(s, live, without, left, chosen);
    Word *rest = level(s, depth + 1), *not_again = rest + s->words;
    for (int i = 0; i < count; i++) {
        int rule = chosen[i].rule;
        if (!outdone(s, live, rule, chosen, i)) {
            const Word *sets = s->sets_of + rule * s->words;
            Word any = 0;
            for (size_t w = 0; w < s->words; w++) any |= rest[w] = live[w] & ~sets[w];
            memcpy(not_again, without, s->rule_words * sizeof(Word));
            int result = any ? search(s, depth + 1, left - s->prices[rule]) : FOUND;
            if (result == FOUND) s->found[s->count++] = rule;
            if (result != NONE) return result;
        }
        SET(without, rule);
    }
    return NONE;
}

/* ---- What Python asks ---- */

/* The sets that matter, how large the largest is, and which rules are in them. */
static int survey(
    Search *s, int sets, const int *starts, const int *flat, const Word *live, int rules, int *number
) {
    for (int i = 0; i < sets; i++) {
        if (!HAS(live, i)) continue;
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

static void number_rules(Search *s, int rules, const int *prices, int *number) {
    int count = 0;
    for (int name = 0; name < rules; name++) {
        if (!number[name]) continue;
        s->names[count] = name;
        s->prices[count] = prices[name];
        number[name] = count++;
    }
}

static void fill_sets(
    Search *s, int sets, const int *starts, const int *flat, const Word *live, const int *number
) {
    for (int i = 0, set = 0; i < sets; i++) {
        if (!HAS(live, i)) continue;
        s->cheapest[set] = INFINITE;
        for (int j = starts[i]; j < starts[i + 1]; j++) {
            int rule = number[flat[j]];
            SET(s->rules_of + set * s->rule_words, rule);
            SET(s->sets_of + rule * s->words, set);
            if (s->prices[rule] < s->cheapest[set]) s->cheapest[set] = s->prices[rule];
        }
        SET(s->levels, set);
        set++;
    }
}

/* All memory of a search in one block, words first: none if there is not so much. */
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
    s->apart = s->rules_of + sets * s->rule_words;
    s->sets_of = s->apart + sets * s->words;
    s->levels = s->sets_of + rules * s->words;
    s->choices = (Choice *)(block + words);
    s->names = (int *)(s->choices + choices);
    s->prices = s->names + rules;
    s->found = s->prices + rules;
    s->cheapest = s->found + rules + 1;
    s->knows_apart = (char *)(s->cheapest + sets);
    return block;
}

/* How deep a search may go: each level but the last takes a rule more. */
static int depths(const Search *s, int most) {
    int deepest = most / s->least;
    if (deepest > s->rules) deepest = s->rules;
    if (deepest > s->sets) deepest = s->sets;
    return deepest + 3;
}

/* Rules that break all live witnesses and cost no more than that: told is then how many they are;
 * else what any cost at least. The rules of witness i are flat[starts[i]] up to flat[starts[i + 1]].
 * Not more than so many nodes are tried. Numbers were checked, no set is empty, no price below 1. */
EXPORT int breaking_cheap(
    int sets, const int *starts, const int *flat, const Word *live, int rules, const int *prices,
    int least, int most, int64_t *nodes, int *told, int *found
) {
    Search s = {.least = least, .missed = INFINITE, .nodes = *nodes};
    int *number = calloc((size_t)rules + 1, sizeof *number);
    if (!number) return OUT_OF_MEMORY;
    int result = FOUND;
    if (survey(&s, sets, starts, flat, live, rules, number)) {
        Word *block = room(&s, depths(&s, most));
        if (!block) return free(number), OUT_OF_MEMORY;
        number_rules(&s, rules, prices, number);
        fill_sets(&s, sets, starts, flat, live, number);
        result = search(&s, 0, most);
        for (int i = 0; i < s.count; i++) found[i] = s.names[s.found[i]];
        free(block);
    }
    free(number);
    *nodes = s.nodes;
    *told = result == FOUND ? s.count : most + s.missed;
    return result;
}
