/* The cheapest rules that break all of some witnesses: what breaking.py asks for.
 *
 * A witness is the set of rules that it breaks. First comes branch and bound on bits, where
 * witnesses that share no rule need one each. What takes longer is bounded by a linear program: it
 * says what each witness is worth, so that no rule breaks more worth than it costs, and then rules
 * that break all witnesses cost at least what these are worth together. No result depends on how
 * exactly that program is solved: worths are checked against the prices before they are used. */

#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "compiled.h"

enum { FOUND = 1, NONE = 0, TOO_LONG = -1 };

/* Costs are told in so many parts of a price. */
#define PARTS 8
/* Dearer than any rules. */
#define NEVER_SO_DEAR 1000000000
/* So many nodes are tried with the worths of one program before the next. */
#define NODES_EACH 1000
/* A pivot takes about as long as so many nodes. */
#define PIVOT 30
/* So many sets are looked at before all are. */
#define CANDIDATES 100
/* A program is not improved more often than that for each of its rules: it may have got stuck. */
#define MOST_PIVOTS 20
/* With more rules than that a program is too large. */
#define MOST_RULES 800
/* What is nothing, but for rounding. */
#define TINY 1e-7

typedef uint64_t Word;
#define WORDS(n) (((n) + 63) / 64)
#define HAS(bits, i) ((bits)[(i) >> 6] >> ((i) & 63) & 1)
#define SET(bits, i) ((bits)[(i) >> 6] |= (Word)1 << ((i) & 63))
#define CLEAR(bits, i) ((bits)[(i) >> 6] &= ~((Word)1 << ((i) & 63)))
#define LOWEST(word) __builtin_ctzll(word)
#define COUNT(word) __builtin_popcountll(word)

/* ---- All witnesses, each with the rules that it breaks ---- */

typedef struct {
    int rules, witnesses, room;
    int *prices;
    int **broken; /* by witness: how many, and which */
} Pool;

EXPORT void breaking_forget(Pool *pool) {
    for (int i = 0; i < pool->witnesses; i++) free(pool->broken[i]);
    free(pool->broken);
    free(pool->prices);
    free(pool);
}

EXPORT Pool *breaking_start(int rules, const int *prices) {
    Pool *pool = calloc(1, sizeof *pool);
    if (!pool) return NULL;
    pool->rules = rules;
    pool->prices = malloc((rules + 1) * sizeof *prices);
    if (!pool->prices) return breaking_forget(pool), NULL;
    memcpy(pool->prices, prices, rules * sizeof *prices);
    return pool;
}

EXPORT int breaking_add(Pool *pool, int count, const int *rules) {
    if (pool->witnesses == pool->room) {
        int room = 2 * pool->room + 64;
        int **more = realloc(pool->broken, room * sizeof *more);
        if (!more) return OUT_OF_MEMORY;
        pool->broken = more;
        pool->room = room;
    }
    int *broken = malloc((count + 1) * sizeof *broken);
    if (!broken) return OUT_OF_MEMORY;
    broken[0] = count;
    memcpy(broken + 1, rules, count * sizeof *rules);
    pool->broken[pool->witnesses++] = broken;
    return FOUND;
}

/* Forget all but these, which are then numbered in this order. */
EXPORT int breaking_keep(Pool *pool, int count, const int *numbers) {
    int **kept = malloc((count + 1) * sizeof *kept);
    if (!kept) return OUT_OF_MEMORY;
    for (int i = 0; i < count; i++) {
        kept[i] = pool->broken[numbers[i]];
        pool->broken[numbers[i]] = NULL;
    }
    for (int i = 0; i < pool->witnesses; i++) free(pool->broken[i]);
    free(pool->broken);
    pool->broken = kept;
    pool->witnesses = pool->room = count;
    return FOUND;
}

/* ---- Memory of one search, given back all at once ---- */

typedef struct Block {
    struct Block *before;
    size_t used, size;
    double bytes[];
} Block;

typedef struct {
    Block *block;
    size_t used;
} Mark;

typedef struct {
    int sets, rules;    /* those that matter, numbered anew */
    int *starts, *flat; /* rules by set */
    int *names, *costs; /* by rule: its number in the pool, and its price in parts */
    int least;          /* of the costs */
    int largest;        /* how many rules a set has at most */
    int missed;         /* by how much what was tried was too dear, at least */
    int64_t spare;      /* nodes that may still be tried */
    int *found, count;
    Block *block;
    jmp_buf out_of_memory;
} Search;

static void *take(Search *s, size_t bytes) {
    bytes = (bytes + 15) & ~(size_t)15;
    if (!s->block || s->block->size - s->block->used < bytes) {
        size_t size = bytes > 1 << 18 ? bytes : 1 << 18;
        Block *block = malloc(sizeof *block + size);
        if (!block) longjmp(s->out_of_memory, 1);
        *block = (Block){s->block, 0, size};
        s->block = block;
    }
    void *taken = (char *)s->block->bytes + s->block->used;
    s->block->used += bytes;
    return taken;
}

static void *take_clear(Search *s, size_t bytes) { return memset(take(s, bytes), 0, bytes); }

static Mark mark(Search *s) { return (Mark){s->block, s->block ? s->block->used : 0}; }

static void give_back(Search *s, Mark mark) {
    while (s->block != mark.block) {
        Block *before = s->block->before;
        free(s->block);
        s->block = before;
    }
    if (s->block) s->block->used = mark.used;
}

static int too_dear(Search *s, int by) {
    if (by < s->missed) s->missed = by;
    return NONE;
}

/* ---- Branch and bound on bits ---- */

typedef struct {
    int sets, words, rule_words, planes;
    Word *rules;  /* by set */
    Word *within; /* by rule, the sets that it is in */
    Word *apart;  /* by set, those that share no rule with it, once that is known */
    char *knows_apart;
    int *cheapest;  /* by set, the cost of its cheapest rule */
    Word *plane;    /* worths, by the bits that they are made of */
    int *weight;    /* of each plane, as a power of two */
} Bits;

typedef struct {
    int rest, broken, rule; /* what is left to break, how many sets less, and with which rule */
} Choice;

static int search(Search *s, Bits *b, const Word *live, const Word *without, int left, int worth);

static int first(const Word *live) {
    int w = 0;
    while (!live[w]) w++;
    return w * 64 + LOWEST(live[w]);
}

static const Word *set_apart(Bits *b, int set) {
    Word *apart = b->apart + (size_t)set * b->words;
    if (!b->knows_apart[set]) {
        b->knows_apart[set] = 1;
        memset(apart, 0xff, b->words * sizeof(Word));
        for (int v = 0; v < b->rule_words; v++)
            for (Word rest = b->rules[set * b->rule_words + v]; rest; rest &= rest - 1) {
                const Word *within = b->within + (size_t)(v * 64 + LOWEST(rest)) * b->words;
                for (int w = 0; w < b->words; w++) apart[w] &= ~within[w];
            }
    }
    return apart;
}

/* Sets that share no rule need one each. */
static int enough(Search *s, Bits *b, const Word *live, int left) {
    Word rest[b->words];
    memcpy(rest, live, sizeof rest);
    int needed = 0;
    for (int w = 0; w < b->words;) {
        if (!rest[w]) {
            w++;
            continue;
        }
        int one = w * 64 + LOWEST(rest[w]);
        needed += b->cheapest[one];
        const Word *apart = set_apart(b, one);
        for (int v = w; v < b->words; v++) rest[v] &= apart[v];
    }
    return needed <= left || too_dear(s, needed - left);
}

/* Which of these rules are in all live sets but those of one rule; whether there were such sets. */
static int in_all_others(Bits *b, const Word *live, int rule, Word *rules) {
    const Word *within = b->within + (size_t)rule * b->words;
    int any = 0;
    for (int w = 0; w < b->words; w++)
        for (Word rest = live[w] & ~within[w]; rest; rest &= rest - 1) {
            const Word *set = b->rules + (size_t)(w * 64 + LOWEST(rest)) * b->rule_words;
            Word some = 0;
            for (int v = 0; v < b->rule_words; v++) some |= rules[v] &= set[v];
            any = 1;
            if (!some) return any;
        }
    return any;
}

/* One rule that is in all sets, or two, where there is nothing to spend on a third. */
static int last_two(Search *s, Bits *b, const Word *live, const Word *without, int left) {
    Word allowed[b->rule_words], others[b->rule_words];
    const Word *set = b->rules + (size_t)first(live) * b->rule_words;
    int needed = 3 * s->least;
    for (int v = 0; v < b->rule_words; v++) allowed[v] = ~without[v];
    for (int v = 0; v < b->rule_words; v++)
        for (Word rest = set[v] & allowed[v]; rest; rest &= rest - 1) {
            int rule = v * 64 + LOWEST(rest), other = -1;
            CLEAR(allowed, rule);
            memcpy(others, allowed, sizeof others);
            if (in_all_others(b, live, rule, others)) {
                for (int u = 0; u < b->rule_words; u++)
                    for (Word more = others[u]; more; more &= more - 1) {
                        int one = u * 64 + LOWEST(more);
                        if (other < 0 || s->costs[one] < s->costs[other]) other = one;
                    }
                if (other < 0) continue;
            }
            int cost = s->costs[rule] + (other < 0 ? 0 : s->costs[other]);
            if (cost <= left) {
                s->found[s->count++] = rule;
                if (other >= 0) s->found[s->count++] = other;
                return FOUND;
            }
            if (cost < needed) needed = cost;
        }
    return too_dear(s, needed - left);
}

static int comes_first(Choice one, Choice other) {
    if (one.rest != other.rest) return one.rest < other.rest;
    if (one.broken != other.broken) return one.broken > other.broken;
    return one.rule < other.rule;
}

/* Of the rules of the first set, those that leave enough for the others; the best come first. */
static int choices(
    Search *s, Bits *b, const Word *live, const Word *without, int left, int worth, Choice *chosen
) {
    const Word *set = b->rules + (size_t)first(live) * b->rule_words;
    int count = 0;
    for (int v = 0; v < b->rule_words; v++)
        for (Word rules = set[v] & ~without[v]; rules; rules &= rules - 1) {
            Choice one = {worth, 0, v * 64 + LOWEST(rules)};
            const Word *within = b->within + (size_t)one.rule * b->words;
            for (int w = 0; w < b->words; w++) {
                Word broken = live[w] & within[w];
                if (!broken) continue;
                one.broken += COUNT(broken);
                for (int p = 0; p < b->planes; p++)
                    one.rest -= COUNT(broken & b->plane[(size_t)p * b->words + w]) << b->weight[p];
            }
            int needed = s->costs[one.rule] + one.rest;
            if (needed > left) {
                too_dear(s, needed - left);
                continue;
            }
            int at = count++;
            for (; at && comes_first(one, chosen[at - 1]); at--) chosen[at] = chosen[at - 1];
            chosen[at] = one;
        }
    return count;
}

/* Whether a rule that was tried is in all the live sets that this one is in, for no more. */
static int outdone(Search *s, Bits *b, const Word *live, int rule, const Choice *tried, int count) {
    const Word *within = b->within + (size_t)rule * b->words;
    for (int i = 0; i < count; i++) {
        const Word *other = b->within + (size_t)tried[i].rule * b->words;
        Word more = 0;
        for (int w = 0; w < b->words && !more; w++) more = live[w] & within[w] & ~other[w];
        if (!more && s->costs[tried[i].rule] <= s->costs[rule]) return 1;
    }
    return 0;
}

static int try_choices(
    Search *s, Bits *b, const Word *live, const Word *before, int left, const Choice *chosen,
    int count
) {
    Word without[b->rule_words], rest[b->words];
    memcpy(without, before, sizeof without);
    for (int i = 0; i < count; i++) {
        int rule = chosen[i].rule;
        const Word *within = b->within + (size_t)rule * b->words;
        Word any = 0;
        for (int w = 0; w < b->words; w++) any |= rest[w] = live[w] & ~within[w];
        if (!outdone(s, b, live, rule, chosen, i)) {
            int result = any ? search(s, b, rest, without, left - s->costs[rule], chosen[i].rest)
                             : FOUND;
            if (result == FOUND) s->found[s->count++] = rule;
            if (result != NONE) return result;
        }
        SET(without, rule);
    }
    return NONE;
}

/* Rules in all live sets, which are of that worth, for what is left, and none of those without. */
static int search(Search *s, Bits *b, const Word *live, const Word *without, int left, int worth) {
    if (--s->spare < 0) return TOO_LONG;
    if (!enough(s, b, live, left)) return NONE;
    if (left < 3 * s->least) return last_two(s, b, live, without, left);
    Choice chosen[s->largest];
    int count = choices(s, b, live, without, left, worth, chosen);
    return try_choices(s, b, live, without, left, chosen, count);
}

static void add_planes(Search *s, Bits *b, const int *worths) {
    b->plane = take_clear(s, 32 * b->words * sizeof(Word));
    b->weight = take(s, 32 * sizeof(int));
    for (int k = 0; k < 31; k++) {
        Word *plane = b->plane + (size_t)b->planes * b->words;
        int any = 0;
        for (int i = 0; i < b->sets; i++)
            if (worths[i] >> k & 1) any = 1, SET(plane, i);
        if (any) b->weight[b->planes++] = k;
    }
}

/* These sets, in this order, each without the rules that are not allowed. */
static int try_sets(
    Search *s, int sets, const int *ids, const Word *without, int left, const int *worths,
    int64_t nodes
) {
    Mark before = mark(s);
    Bits b = {.sets = sets, .words = WORDS(sets), .rule_words = WORDS(s->rules)};
    b.rules = take_clear(s, (size_t)sets * b.rule_words * sizeof(Word));
    b.within = take_clear(s, (size_t)s->rules * b.words * sizeof(Word));
    b.apart = take(s, (size_t)sets * b.words * sizeof(Word));
    b.knows_apart = take_clear(s, sets);
    b.cheapest = take(s, sets * sizeof(int));
    Word *live = take_clear(s, b.words * sizeof(Word));
    int worth = 0;
    for (int i = 0; i < sets; i++) {
        SET(live, i);
        b.cheapest[i] = NEVER_SO_DEAR;
        for (int j = s->starts[ids[i]]; j < s->starts[ids[i] + 1]; j++) {
            int rule = s->flat[j];
            if (HAS(without, rule)) continue;
            SET(b.rules + (size_t)i * b.rule_words, rule);
            SET(b.within + (size_t)rule * b.words, i);
            if (s->costs[rule] < b.cheapest[i]) b.cheapest[i] = s->costs[rule];
        }
        if (worths) worth += worths[i];
    }
    if (worths) add_planes(s, &b, worths);
    int64_t spare = s->spare, given = nodes < spare ? nodes : spare;
    s->spare = given;
    int result = worth > left ? too_dear(s, worth - left) : search(s, &b, live, without, left, worth);
    s->spare = spare - (given - (s->spare < 0 ? 0 : s->spare));
    give_back(s, before);
    return result;
}

/* ---- The linear program, by the simplex method ---- */

typedef struct {
    /* Rows are of what is bought: sets, by worth, and what rules have left, as -1 - rule. */
    int *basis;
    double *amount;  /* by row */
    double *inverse; /* of the basis: by rule, then by row */
    double *share;   /* of each rule, as if one could buy a part of it */
    char *is_basic;  /* by rule: whether what it has left is in the basis */
} Program;

static Program program(Search *s, const Program *like) {
    size_t m = s->rules;
    Program p = {
        take(s, m * sizeof(int)),    take(s, m * sizeof(double)), take(s, m * m * sizeof(double)),
        take(s, m * sizeof(double)), take(s, m),
    };
    if (like) {
        memcpy(p.basis, like->basis, m * sizeof(int));
        memcpy(p.amount, like->amount, m * sizeof(double));
        memcpy(p.inverse, like->inverse, m * m * sizeof(double));
        memcpy(p.is_basic, like->is_basic, m);
        return p;
    }
    memset(p.inverse, 0, m * m * sizeof(double));
    memset(p.is_basic, 1, m);
    for (size_t rule = 0; rule < m; rule++) {
        p.basis[rule] = -1 - (int)rule;
        p.amount[rule] = s->costs[rule];
        p.inverse[rule * m + rule] = 1;
    }
    return p;
}

typedef struct {
    int sets;
    int *ids;
    char *live;    /* by set of the search: others are worth nothing */
    Word *without; /* rules that are not allowed may break more worth than they cost */
} Part;

/* Sets that were worth buying when all were last looked at, and what the best of them must still
 * gain: to look at all of them each time would take most of the time. */
typedef struct {
    int count, sets[CANDIDATES];
    double enough;
} Candidates;

static double gain_of(Search *s, const Program *p, int set) {
    double gain = 1;
    for (int j = s->starts[set]; j < s->starts[set + 1]; j++) gain -= p->share[s->flat[j]];
    return gain;
}

static double best_set(Search *s, const Program *p, const Part *part, Candidates *few, int *what) {
    double best = 0, gain;
    int count = few->count < CANDIDATES ? few->count : CANDIDATES;
    for (int k = 0; k < count; k++)
        if ((gain = gain_of(s, p, few->sets[k])) > best) best = gain, *what = few->sets[k];
    if (count && best >= few->enough) return best;
    few->count = 0;
    best = 0;
    for (int k = 0; k < part->sets; k++) {
        if ((gain = gain_of(s, p, part->ids[k])) <= best / 2) continue;
        if (gain > best) best = gain, *what = part->ids[k];
        few->sets[few->count++ % CANDIDATES] = part->ids[k];
    }
    few->enough = best / 2;
    return best;
}

/* What to buy more of, and how much each unit of it gains; it may have to be bought negatively. */
static double best_gain(Search *s, const Program *p, const Part *part, Candidates *few, int *what) {
    double best = best_set(s, p, part, few, what);
    for (int rule = 0; rule < s->rules; rule++)
        if (!p->is_basic[rule]) {
            double gain = -p->share[rule];
            if (gain < 0 && HAS(part->without, rule)) gain = -gain;
            if (gain > best) best = gain, *what = -1 - rule;
        }
    return best > TINY ? best : 0;
}

/* The row that is used up first, or -1. */
static int limit(Search *s, const Program *p, const Part *part, const double *use, double *most) {
    int row = -1;
    *most = 1e300;
    for (int k = 0; k < s->rules; k++) {
        if (use[k] < 1e-9 || (p->basis[k] < 0 && HAS(part->without, -1 - p->basis[k]))) continue;
        double until = p->amount[k] / use[k];
        if (until < *most - 1e-12 || (until < *most + 1e-12 && row >= 0 && use[k] > use[row]))
            *most = until, row = k;
    }
    if (*most < 0) *most = 0;
    return row;
}

static void pivot(Search *s, Program *p, int row, int what, double gain, const double *use) {
    int m = s->rules;
    for (int rule = 0; rule < m; rule++) {
        double *column = p->inverse + (size_t)rule * m;
        if (column[row] == 0) continue;
        double times = column[row] / use[row];
        p->share[rule] += gain * times;
        for (int k = 0; k < m; k++) column[k] -= use[k] * times;
        column[row] = times;
    }
    if (p->basis[row] < 0) p->is_basic[-1 - p->basis[row]] = 0;
    if (what < 0) p->is_basic[-1 - what] = 1;
    p->basis[row] = what;
}

static double total(Search *s, const Program *p, const Part *part) {
    double sum = 0;
    for (int k = 0; k < s->rules; k++)
        if (p->basis[k] >= 0 && part->live[p->basis[k]]) sum += p->amount[k];
    return sum;
}

static void share_out(Search *s, Program *p, const Part *part) {
    int m = s->rules;
    for (int rule = 0; rule < m; rule++) {
        p->share[rule] = 0;
        for (int k = 0; k < m; k++)
            if (p->basis[k] >= 0 && part->live[p->basis[k]])
                p->share[rule] += p->inverse[(size_t)rule * m + k];
    }
}

/* Find the best worths, or such as are together more than that; what they prove is worked out
 * later. */
static void improve(Search *s, Program *p, const Part *part, double enough) {
    int m = s->rules, what = 0;
    double use[m], most;
    Candidates few = {.count = 0};
    share_out(s, p, part);
    for (int i = 0; i < MOST_PIVOTS * m && total(s, p, part) <= enough; i++) {
        double gain = best_gain(s, p, part, &few, &what);
        if (!gain || s->spare < 0) break;
        s->spare -= PIVOT;
        int sign = 1;
        if (what >= 0) {
            memset(use, 0, sizeof use);
            for (int j = s->starts[what]; j < s->starts[what + 1]; j++)
                for (int k = 0; k < m; k++) use[k] += p->inverse[(size_t)s->flat[j] * m + k];
        } else {
            sign = p->share[-1 - what] > 0 ? -1 : 1;
            for (int k = 0; k < m; k++) use[k] = sign * p->inverse[(size_t)(-1 - what) * m + k];
        }
        int row = limit(s, p, part, use, &most);
        if (row < 0) break;
        for (int k = 0; k < m; k++) p->amount[k] -= most * use[k];
        p->amount[row] = sign * most;
        if (sign < 0)
            for (int k = 0; k < m; k++) use[k] = -use[k];
        pivot(s, p, row, what, sign * gain, use);
    }
}

/* ---- Branch and bound with it ---- */

/* What the sets cost at least: what they are worth, less what rules break above their costs. */
static double bound(Search *s, const Program *p, const Part *part, double *unspent) {
    double sum = 0;
    for (int rule = 0; rule < s->rules; rule++) unspent[rule] = s->costs[rule];
    for (int k = 0; k < s->rules; k++) {
        int set = p->basis[k];
        if (set < 0 || !part->live[set] || p->amount[k] <= 0) continue;
        sum += p->amount[k];
        for (int j = s->starts[set]; j < s->starts[set + 1]; j++)
            unspent[s->flat[j]] -= p->amount[k];
    }
    for (int rule = 0; rule < s->rules; rule++)
        if (unspent[rule] < 0 && !HAS(part->without, rule)) sum += unspent[rule];
    return sum;
}

/* Whether that is more than is left: costs are whole, so it is then at least one part more. */
static int exceeds(Search *s, double needed, int left) {
    if (needed <= left + TINY) return 0;
    too_dear(s, 1 + (int)(needed - left - TINY));
    return 1;
}

/* Worths in whole parts, by set. */
static int *whole_worths(Search *s, const Program *p, const Part *part) {
    int *worths = take_clear(s, s->sets * sizeof(int)), *unspent = take(s, s->rules * sizeof(int));
    memcpy(unspent, s->costs, s->rules * sizeof(int));
    for (int k = 0; k < s->rules; k++)
        if (p->basis[k] >= 0 && part->live[p->basis[k]] && p->amount[k] > 0)
            worths[p->basis[k]] = (int)(p->amount[k] + TINY);
    for (int k = 0; k < part->sets; k++) {
        int set = part->ids[k];
        for (int j = s->starts[set]; j < s->starts[set + 1]; j++)
            unspent[s->flat[j]] -= worths[set];
    }
    for (int k = 0; k < part->sets; k++) { /* more where something is left, less where too much */
        int set = part->ids[k], more = NEVER_SO_DEAR;
        for (int j = s->starts[set]; j < s->starts[set + 1]; j++)
            if (!HAS(part->without, s->flat[j]) && unspent[s->flat[j]] < more)
                more = unspent[s->flat[j]];
        if (more < -worths[set]) more = -worths[set];
        for (int j = s->starts[set]; j < s->starts[set + 1]; j++) unspent[s->flat[j]] -= more;
        worths[set] += more;
    }
    return worths;
}

/* Put sets with few rules first; how many rules the first has. */
static int order(Search *s, Part *part) {
    int *size = take_clear(s, part->sets * sizeof(int)), *ids = take(s, part->sets * sizeof(int));
    int *places = take_clear(s, (s->rules + 2) * sizeof(int)), fewest = NEVER_SO_DEAR;
    for (int k = 0; k < part->sets; k++) {
        int set = part->ids[k];
        for (int j = s->starts[set]; j < s->starts[set + 1]; j++)
            size[k] += !HAS(part->without, s->flat[j]);
        places[size[k] + 1]++;
        if (size[k] < fewest) fewest = size[k];
    }
    for (int i = 0; i < s->rules; i++) places[i + 1] += places[i];
    for (int k = 0; k < part->sets; k++) ids[places[size[k]]++] = part->ids[k];
    memcpy(part->ids, ids, part->sets * sizeof(int));
    return fewest;
}

/* The rule of the first set of which the program buys most. */
static int favourite(Search *s, const Program *p, const Part *part) {
    int set = part->ids[0], best = -1;
    for (int j = s->starts[set]; j < s->starts[set + 1]; j++) {
        int rule = s->flat[j];
        if (!HAS(part->without, rule) && (best < 0 || p->share[rule] > p->share[best])) best = rule;
    }
    return best;
}

static int branch(Search *s, Program *p, Part *part, int left);

/* As a part, with one rule bought. */
static int branch_with(Search *s, const Program *p, const Part *part, int rule, int left) {
    Part rest = {0, take(s, part->sets * sizeof(int)), part->live, NULL};
    size_t bytes = WORDS(s->rules) * sizeof(Word);
    rest.without = memcpy(take(s, bytes), part->without, bytes);
    for (int k = 0; k < part->sets; k++) {
        int set = part->ids[k], has = 0;
        for (int j = s->starts[set]; j < s->starts[set + 1]; j++) has |= s->flat[j] == rule;
        if (has) part->live[set] = 0;
        else rest.ids[rest.sets++] = set;
    }
    int result = NONE;
    if (s->costs[rule] > left) too_dear(s, s->costs[rule] - left);
    else if (!rest.sets) result = FOUND;
    else {
        Program copy = program(s, p);
        result = branch(s, &copy, &rest, left - s->costs[rule]);
    }
    for (int k = 0; k < part->sets; k++) part->live[part->ids[k]] = 1;
    if (result == FOUND) s->found[s->count++] = rule;
    return result;
}

static int branch_once(Search *s, Program *p, Part *part, int left) {
    improve(s, p, part, left + 2 * TINY);
    double unspent[s->rules], needed = bound(s, p, part, unspent);
    if (exceeds(s, needed, left)) return NONE;
    for (int rule = 0; rule < s->rules; rule++)
        if (!HAS(part->without, rule) && exceeds(s, needed + unspent[rule], left))
            SET(part->without, rule);
    if (!order(s, part)) return NONE; /* a set is left with no rule */
    if (s->spare <= 0) return TOO_LONG;
    int *worths = whole_worths(s, p, part), *sorted = take(s, part->sets * sizeof(int));
    for (int k = 0; k < part->sets; k++) sorted[k] = worths[part->ids[k]];
    int result = try_sets(s, part->sets, part->ids, part->without, left, sorted, NODES_EACH);
    if (result != TOO_LONG || s->spare <= 0) return result;
    int rule = favourite(s, p, part);
    result = branch_with(s, p, part, rule, left);
    SET(part->without, rule);
    return result == NONE ? TOO_LONG : result;
}

static int branch(Search *s, Program *p, Part *part, int left) {
    for (;;) {
        Mark before = mark(s);
        int result = branch_once(s, p, part, left);
        give_back(s, before);
        if (result != TOO_LONG || s->spare <= 0) return result;
    }
}

/* ---- What Python asks ---- */

static void collect(Search *s, const Pool *pool, const Word *live) {
    int size = 0, *number = take_clear(s, pool->rules * sizeof(int));
    for (int i = 0; i < pool->witnesses; i++) {
        if (!HAS(live, i)) continue;
        s->sets++;
        size += pool->broken[i][0];
        if (pool->broken[i][0] > s->largest) s->largest = pool->broken[i][0];
        for (int j = 1; j <= pool->broken[i][0]; j++) number[pool->broken[i][j]] = 1;
    }
    s->starts = take(s, (s->sets + 1) * sizeof(int));
    s->flat = take(s, size * sizeof(int));
    s->names = take(s, pool->rules * sizeof(int));
    s->costs = take(s, pool->rules * sizeof(int));
    s->found = take(s, (pool->rules + 1) * sizeof(int));
    for (int name = 0; name < pool->rules; name++) {
        if (!number[name]) continue;
        s->names[s->rules] = name;
        s->costs[s->rules] = PARTS * pool->prices[name];
        if (s->costs[s->rules] < s->least) s->least = s->costs[s->rules];
        number[name] = s->rules++;
    }
    int set = 0, at = 0;
    for (int i = 0; i < pool->witnesses; i++) {
        if (!HAS(live, i)) continue;
        s->starts[set++] = at;
        for (int j = 1; j <= pool->broken[i][0]; j++) s->flat[at++] = number[pool->broken[i][j]];
    }
    s->starts[set] = at;
}

/* Rules that break all live witnesses and cost no more than that. Told is how many they are, or what
 * any cost at least; then whether a few nodes were not enough. */
EXPORT int breaking_cheap(
    const Pool *pool, const Word *live, int most, int few, int64_t nodes, int *told, int *found
) {
    Search s = {.least = NEVER_SO_DEAR, .missed = NEVER_SO_DEAR, .spare = few};
    if (setjmp(s.out_of_memory)) {
        give_back(&s, (Mark){NULL, 0});
        return OUT_OF_MEMORY;
    }
    collect(&s, pool, live);
    Part all = {s.sets, take(&s, s.sets * sizeof(int)), take(&s, s.sets),
                take_clear(&s, WORDS(s.rules) * sizeof(Word))};
    memset(all.live, 1, s.sets);
    for (int i = 0; i < s.sets; i++) all.ids[i] = i;
    int result =
        s.sets ? try_sets(&s, s.sets, all.ids, all.without, PARTS * most, NULL, few) : FOUND;
    told[1] = result == TOO_LONG;
    if (result == TOO_LONG) {
        s.spare = nodes;
        s.missed = NEVER_SO_DEAR;
        if (s.rules > MOST_RULES)
            result = try_sets(&s, s.sets, all.ids, all.without, PARTS * most, NULL, nodes);
        else {
            Program p = program(&s, NULL);
            result = branch(&s, &p, &all, PARTS * most);
        }
    }
    told[0] = result == FOUND ? s.count : most + (s.missed + PARTS - 1) / PARTS;
    for (int i = 0; i < s.count; i++) found[i] = s.names[s.found[i]];
    give_back(&s, (Mark){NULL, 0});
    return result;
}

static int first_witness(const Pool *pool, const Word *live) {
    for (int w = 0; w < WORDS(pool->witnesses); w++)
        if (live[w]) return w * 64 + LOWEST(live[w]);
    return -1;
}

static int breaks(const int *broken, int rule) {
    for (int j = 1; j <= broken[0]; j++)
        if (broken[j] == rule) return 1;
    return 0;
}

/* Rules that break all live witnesses, not at the least price, but found at once. */
EXPORT int breaking_quick(const Pool *pool, const Word *live, int *found) {
    int sets = 0, count = 0, *counts = calloc(pool->rules + 1, sizeof *counts);
    int **left = malloc((pool->witnesses + 1) * sizeof *left);
    if (!counts || !left) return free(counts), free(left), OUT_OF_MEMORY;
    for (int i = 0; i < pool->witnesses; i++) {
        if (!HAS(live, i)) continue;
        int *broken = left[sets++] = pool->broken[i];
        for (int j = 1; j <= broken[0]; j++) counts[broken[j]]++;
    }
    while (sets) {
        int *broken = left[0], best = broken[1], kept = 0;
        for (int j = 2; j <= broken[0]; j++)
            if ((int64_t)counts[broken[j]] * pool->prices[best] >
                (int64_t)counts[best] * pool->prices[broken[j]])
                best = broken[j];
        found[count++] = best;
        for (int i = 0; i < sets; i++) {
            if (!breaks(left[i], best)) left[kept++] = left[i];
            else
                for (int j = 1; j <= left[i][0]; j++) counts[left[i][j]]--;
        }
        sets = kept;
    }
    free(counts);
    free(left);
    return count;
}

/* The rules each of which breaks all live witnesses. */
EXPORT int breaking_common(const Pool *pool, const Word *live, int *found) {
    int one = first_witness(pool, live), count = 0;
    if (one < 0) return 0;
    for (int j = 1; j <= pool->broken[one][0]; j++) found[count++] = pool->broken[one][j];
    for (int i = 0; i < pool->witnesses && count; i++)
        if (HAS(live, i)) {
            int kept = 0;
            for (int k = 0; k < count; k++)
                if (breaks(pool->broken[i], found[k])) found[kept++] = found[k];
            count = kept;
        }
    return count;
}
