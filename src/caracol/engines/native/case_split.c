/* Refutations case by case, and boards: what proofs.py asks for; case_split.py does the same where this is
 * not compiled.
 *
 * To refute, in each case all values of all cells are tried. What contradicts itself by unit
 * propagation is refuted at once; if that is not enough, the cell is split that takes least work.
 * Every case that is closed becomes a clause of the proof. All decisions depend only on what unit
 * propagation finds, which does not depend on the order of clauses: the same question has the same
 * answer whatever was asked before. */

#include <string.h>

#include "native.h"

enum { REFUTED = 1, HAS_SOLUTION = 2 };

/* The estimated work of refuting a value shrinks by this factor with each fact that follows from it: six
 * halve it. If four or eight did, the proofs of Trid 7 would be a fifth longer. */
#define LESS 0.8908987181403393
/* Work that small is done at once, without a look at the other cells. */
#define LITTLE 0.1
/* Longer lists are more than memory holds. */
#define MOST_NUMBERS (1 << 29)

#ifdef FAILING_ALLOCATIONS
EXPORT int64_t allocations_left = INT64_MAX;
#endif

typedef struct {
    int *at, count, room;
} Numbers;

typedef struct {
    int variables;
    Numbers clauses;      /* one after the other: how many literals, and which */
    Numbers units;        /* literals that are clauses of their own */
    Numbers *watches;     /* by literal: clauses that watch it, each with another of its literals */
    int *trail, held;     /* what holds in the present case, and how much that is */
    int seen;             /* how much of it has been propagated */
    char *holds;          /* by literal */
    char *is_last;        /* by literal: the solution's values are tried last */
    int is_empty;         /* whether some clause is */
    int cells, largest;   /* how many there are, and how many values the largest has */
    int *starts, *values; /* literals by cell */
    int *open, *queue;    /* how many values each cell has left, and which cell is tried when */
    int *chosen, choices; /* values that are to be refuted one after the other, in each open case */
    int *path, depth;     /* the literals that make up the present case */
    int *line;            /* the literals of the clause at hand */
    int *tried, *order, *facts; /* a cell's values, and how many facts follow from each */
    Numbers result;       /* a proof: clauses, each followed by a zero; or a board's values */
    int64_t spare;        /* facts that may still follow */
    double *work;         /* by number of facts more: what is left of it */
} Cases;

/* Literals are even, their negations odd: 2 v and 2 v + 1. */
static int literal(int number) { return number > 0 ? 2 * number : 1 - 2 * number; }
static int number(int literal) { return literal & 1 ? -(literal >> 1) : literal >> 1; }

/* Make room for that many more; nothing has changed if there is none. */
static int grow(Numbers *numbers, int more) {
    if (numbers->room - numbers->count >= more) return 0;
    if (numbers->count > MOST_NUMBERS - more) return OUT_OF_MEMORY;
    int room = 2 * numbers->count + more + 8;
    int *at = realloc(numbers->at, room * sizeof *at);
    if (!at) return OUT_OF_MEMORY;
    numbers->at = at;
    numbers->room = room;
    return 0;
}

static void push(Numbers *numbers, int one) { numbers->at[numbers->count++] = one; }

/* ---- Clauses and unit propagation ---- */

static void watch(Cases *c, int watched, int clause, int other) {
    push(&c->watches[watched], clause);
    push(&c->watches[watched], other);
}

/* The first two literals of the line are watched. */
static int add_clause(Cases *c, int count) {
    int *line = c->line;
    if (count == 0) c->is_empty = 1;
    if (count == 0) return 0;
    if (count == 1) {
        if (grow(&c->units, 1)) return OUT_OF_MEMORY;
        push(&c->units, line[0]);
        return 0;
    }
    if (grow(&c->clauses, count + 1) || grow(&c->watches[line[0]], 2) ||
        grow(&c->watches[line[1]], 2))
        return OUT_OF_MEMORY;
    int clause = c->clauses.count;
    push(&c->clauses, count);
    for (int i = 0; i < count; i++) push(&c->clauses, line[i]);
    watch(c, line[0], clause, line[1]);
    watch(c, line[1], clause, line[0]);
    return 0;
}

/* Put the literals up to the next zero into the line, each once; how many they are. */
static int read_line(Cases *c, const int *numbers) {
    int count = 0;
    for (; *numbers; numbers++) {
        int one = literal(*numbers);
        if (!c->holds[one]) c->holds[one] = 1, c->line[count++] = one;
    }
    for (int i = 0; i < count; i++) c->holds[c->line[i]] = 0;
    return count;
}

/* Clauses as numbers, each followed by a zero, while nothing holds yet. */
static int add_clauses(Cases *c, int size, const int *numbers) {
    for (int i = 0; i < size; i++)
        if (numbers[i] < -c->variables || numbers[i] > c->variables) return BAD_NUMBER;
    for (int i = 0; i < size; i++) {
        if (add_clause(c, read_line(c, numbers + i))) return OUT_OF_MEMORY;
        while (numbers[i]) i++;
    }
    return 0;
}

static void unwatch(Numbers *watches, int clause) {
    for (int i = 0; i < watches->count; i += 2)
        if (watches->at[i] == clause) {
            watches->count -= 2;
            watches->at[i] = watches->at[watches->count];
            watches->at[i + 1] = watches->at[watches->count + 1];
            return;
        }
}

/* Take out all clauses from that one on. */
static void remove_from(Cases *c, int first) {
    for (int at = first; at < c->clauses.count; at += c->clauses.at[at] + 1) {
        unwatch(&c->watches[c->clauses.at[at + 1]], at);
        unwatch(&c->watches[c->clauses.at[at + 2]], at);
    }
    c->clauses.count = first;
}

static int assume(Cases *c, int literal) {
    if (c->holds[literal ^ 1]) return 0;
    if (!c->holds[literal]) {
        c->holds[literal] = 1;
        c->trail[c->held++] = literal;
    }
    return 1;
}

static void retract(Cases *c, int count) {
    while (c->held > count) c->holds[c->trail[--c->held]] = 0;
    c->seen = count;
}

/* Let a clause watch another literal than one that has become false, which it has second. */
static int watch_another(Cases *c, int clause, int *literals, int count) {
    for (int i = 2; i < count; i++)
        if (!c->holds[literals[i] ^ 1]) {
            int found = literals[i];
            if (grow(&c->watches[found], 2)) return OUT_OF_MEMORY;
            literals[i] = literals[1];
            literals[1] = found;
            watch(c, found, clause, literals[0]);
            return 1;
        }
    return 0;
}

/* What follows from a literal that has become false: 1, or 0 if that contradicts something. */
static int falsify(Cases *c, int gone) {
    Numbers *watches = &c->watches[gone];
    int kept = 0, i = 0, result = 1;
    while (i < watches->count && result == 1) {
        int clause = watches->at[i], other = watches->at[i + 1];
        i += 2;
        if (!c->holds[other]) {
            int count = c->clauses.at[clause], *literals = c->clauses.at + clause + 1;
            if (literals[0] == gone) literals[0] = literals[1], literals[1] = gone;
            other = literals[0];
            if (!c->holds[other]) {
                int moved = watch_another(c, clause, literals, count);
                if (moved == 1) continue;
                result = moved < 0 ? moved : assume(c, other);
            }
        }
        watches->at[kept++] = clause;
        watches->at[kept++] = other;
    }
    while (i < watches->count) watches->at[kept++] = watches->at[i++];
    watches->count = kept;
    return result;
}

/* Assume a literal, and all that follows: 1, or 0 if that contradicts something. */
static int propagate(Cases *c, int literal) {
    int result = assume(c, literal);
    while (result == 1 && c->seen < c->held) result = falsify(c, c->trail[c->seen++] ^ 1);
    return result;
}

/* All clauses that have one literal only. */
static int propagate_units(Cases *c) {
    int result = !c->is_empty;
    for (int i = 0; i < c->units.count && result == 1; i++) result = propagate(c, c->units.at[i]);
    return result;
}

/* ---- Refuting ---- */

/* The present case, and a literal more unless it is 0, cannot be: a line of the proof. Whether the
 * case can still be after that. */
static int learn(Cases *c, int more) {
    int count = c->depth + 1;
    if (grow(&c->result, count + 1)) return OUT_OF_MEMORY;
    for (int i = 0; i < c->depth; i++) push(&c->result, -number(c->path[i]));
    if (more) push(&c->result, -number(more));
    push(&c->result, 0);
    if (!more) return 0;
    /* What becomes false last is watched, and what now holds. */
    c->line[0] = more ^ 1;
    for (int i = 1; i < count; i++) c->line[i] = c->path[c->depth - i] ^ 1;
    if (add_clause(c, count)) return OUT_OF_MEMORY;
    return propagate(c, more ^ 1);
}

/* How many facts follow from a value, with all that held before it; none if it contradicts itself. */
static int follow(Cases *c, int value) {
    int before = c->held, result = propagate(c, value);
    if (result == 1) result = c->held;
    retract(c, before);
    if (result < 0) return result;
    c->spare -= result;
    return c->spare < 0 ? TOO_LONG : result;
}

/* The values a cell has left, in order; how many. */
static int open_values(Cases *c, int cell) {
    int count = 0;
    for (int i = c->starts[cell]; i < c->starts[cell + 1]; i++) {
        if (c->holds[c->values[i]]) return 1;
        if (!c->holds[c->values[i] ^ 1]) c->order[count++] = c->values[i];
    }
    return count;
}

/* Follow a cell's values that are the solution's, or all others, as far as that is asked. */
static int follow_some(Cases *c, int count, int last, int tried) {
    for (int i = 0; i < count; i++) {
        if (c->is_last[c->order[i]] != last) continue;
        int found = follow(c, c->order[i]);
        if (found < 0) return found;
        c->tried[tried] = c->order[i];
        c->facts[tried++] = found;
    }
    return tried;
}

/* Try a cell's values, the solution's last, unless all others are refuted; refute those of which
 * nothing follows. How many were tried, or 0 if the case can no longer be. */
static int try_values(Cases *c, int count) {
    int tried = follow_some(c, count, 0, 0), any = 0, refuted = 0;
    if (tried < 0) return tried;
    for (int i = 0; i < tried; i++) any |= c->facts[i];
    if (any || !tried) tried = follow_some(c, count, 1, tried);
    for (int i = 0; i < tried; i++) {
        if (c->facts[i] || ++refuted == count || c->holds[c->tried[i] ^ 1]) continue;
        int result = learn(c, c->tried[i]);
        if (result != 1) return result;
    }
    return refuted == count ? 0 : tried;
}

/* Of the values that were tried, those that are left, the ones from which most follows first; and
 * how much work they are. */
static int work_left(Cases *c, int tried, double *work) {
    int left = 0, *values = c->tried, *facts = c->facts;
    *work = 0;
    for (int i = 0; i < tried; i++) {
        int value = values[i], found = facts[i], at = left;
        if (!found || c->holds[value ^ 1]) continue;
        int more = found - c->held;
        *work += more < 0 ? 1 / c->work[-more] : c->work[more];
        for (; at && facts[at - 1] < found; at--)
            values[at] = values[at - 1], facts[at] = facts[at - 1];
        values[at] = value;
        facts[at] = found;
        left++;
    }
    return left;
}

/* The cells with more than one value left, those with the fewest first: they are soon closed. */
static int queue_cells(Cases *c) {
    int count = 0;
    for (int cell = 0; cell < c->cells; cell++) c->open[cell] = open_values(c, cell);
    for (int few = 2; few <= c->largest; few++)
        for (int cell = 0; cell < c->cells; cell++)
            if (c->open[cell] == few) c->queue[count++] = cell;
    return count;
}

/* Choose the values of a cell that are least work to refute: 1, or 0 if the case can no longer be. On
 * the way all that contradicts itself is refuted. */
static int split(Cases *c) {
    int before = c->choices;
    while (c->choices == before) {
        int count = queue_cells(c);
        if (!count) return HAS_SOLUTION;
        double least = 1e300, work;
        for (int i = 0; i < count && least >= LITTLE; i++) {
            int values = open_values(c, c->queue[i]);
            if (values < 2) continue;
            int tried = try_values(c, values);
            if (tried <= 0) return tried;
            int left = work_left(c, tried, &work);
            if (left < 2 || work >= least) continue;
            least = work;
            memcpy(c->chosen + before, c->tried, left * sizeof(int));
            c->choices = before + left;
        }
    }
    return 1;
}

static int close_case(Cases *c);

/* Refute all but the last of the values chosen for a cell: 1, or 0 if the case can no longer be. */
static int refute_choices(Cases *c, int first) {
    for (int i = first; i < c->choices - 1; i++) {
        int value = c->chosen[i], before = c->held;
        if (c->holds[value ^ 1]) continue;
        c->path[c->depth++] = value;
        int result = propagate(c, value);
        if (result == 1) result = close_case(c);
        if (result != 0) return result;
        c->depth--;
        retract(c, before);
        result = learn(c, value);
        if (result != 1) return result;
    }
    return 1;
}

/* Refute the present case, by refuting all but one value of a cell until it contradicts itself: 0, or
 * why that cannot be done. */
static int close_case(Cases *c) {
    int first = c->choices, result = 1;
    while (result == 1) {
        result = split(c);
        if (result == 1) result = refute_choices(c, first);
        c->choices = first;
    }
    return result;
}

static int refute(Cases *c) {
    int result = propagate_units(c);
    if (result == 1) result = close_case(c);
    if (result == 0) return learn(c, 0) < 0 ? OUT_OF_MEMORY : REFUTED;
    c->result.count = 0;
    return result;
}

/* ---- Finding a board ---- */

/* The first of the cells with the fewest values left, but more than one; or -1. */
static int smallest_cell(Cases *c) {
    int best = -1, fewest = c->largest + 1;
    for (int cell = 0; cell < c->cells && fewest > 2; cell++) {
        int count = open_values(c, cell);
        if (count > 1 && count < fewest) fewest = count, best = cell;
    }
    return best;
}

/* Fill all cells, depth first: HAS_SOLUTION, 0 if it cannot be done, or why that is not known. */
static int fill(Cases *c) {
    int cell = smallest_cell(c), before = c->held;
    if (cell < 0) return HAS_SOLUTION;
    for (int last = 1; last >= 0; last--)
        for (int i = c->starts[cell]; i < c->starts[cell + 1]; i++) {
            int value = c->values[i];
            if (c->is_last[value] != last || c->holds[value ^ 1]) continue;
            int result = propagate(c, value);
            c->spare -= result == 1 ? c->held - before : 1;
            if (c->spare < 0) result = TOO_LONG;
            if (result == 1) result = fill(c);
            if (result != 0) return result;
            retract(c, before);
        }
    return 0;
}

static int find(Cases *c) {
    int result = propagate_units(c);
    if (result == 1) result = fill(c);
    if (result == 0) return REFUTED;
    if (result != HAS_SOLUTION) return result;
    if (grow(&c->result, c->starts[c->cells])) return OUT_OF_MEMORY;
    for (int i = 0; i < c->starts[c->cells]; i++)
        if (c->holds[c->values[i]]) push(&c->result, number(c->values[i]));
    return HAS_SOLUTION;
}

/* ---- What Python asks ---- */

EXPORT void cases_forget(Cases *c) {
    for (int i = 0; c->watches && i < 2 * c->variables + 2; i++) free(c->watches[i].at);
    void *all[] = {c->clauses.at, c->units.at, c->watches, c->trail, c->holds,     c->is_last,
                   c->starts,     c->values,   c->open,    c->queue, c->chosen,    c->path,
                   c->line,       c->tried,    c->order,   c->facts, c->result.at, c->work, c};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

static int read_cells(Cases *c, int size, const int *cells) {
    for (int i = 0, from = 0; i < size; i++) {
        if (cells[i] < 0 || cells[i] > c->variables) return BAD_NUMBER;
        if (cells[i]) c->values[i - c->cells] = literal(cells[i]);
        else {
            c->cells++;
            c->starts[c->cells] = i + 1 - c->cells;
            if (i - from > c->largest) c->largest = i - from;
            from = i + 1;
        }
    }
    return 0;
}

static int take_room(Cases *c, int cells_size) {
    size_t variables = (size_t)c->variables + 1, literals = 2 * variables, size = cells_size + 1;
    c->watches = calloc(literals, sizeof *c->watches);
    c->holds = calloc(literals, 1);
    c->is_last = calloc(literals, 1);
    c->line = calloc(literals, sizeof(int));
    c->trail = calloc(variables, sizeof(int));
    c->path = calloc(variables, sizeof(int));
    c->work = calloc(variables, sizeof *c->work);
    int **lists[] = {&c->starts, &c->values, &c->open,  &c->queue,
                     &c->chosen, &c->tried,  &c->order, &c->facts};
    int complete = c->watches && c->holds && c->is_last && c->line && c->trail && c->path && c->work;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        complete &= (*lists[i] = calloc(size, sizeof(int))) != NULL;
    return complete ? 0 : OUT_OF_MEMORY;
}

/* Clauses and cells come as numbers, each list followed by a zero. */
EXPORT int cases_start(
    int variables, int size, const int *clauses, int cells_size, const int *cells, Cases **made
) {
    if (variables < 0 || variables > MOST_NUMBERS) return BAD_NUMBER;
    Cases *c = calloc(1, sizeof *c);
    if (!c) return OUT_OF_MEMORY;
    c->variables = variables;
    int result = take_room(c, cells_size);
    if (!result) {
        for (int k = 0; k <= variables; k++) c->work[k] = k ? LESS * c->work[k - 1] : 1;
        result = read_cells(c, cells_size, cells);
    }
    if (!result) result = add_clauses(c, size, clauses);
    if (!result) *made = c;
    else cases_forget(c);
    return result;
}

/* Refute the clauses and some more, or find a board that keeps them. Of these the last says that a
 * cell differs from the solution. All is then as before; the result is kept. */
static int answer(Cases *c, int size, const int *more, int64_t facts, int (*ask)(Cases *)) {
    int clauses = c->clauses.count, units = c->units.count, was_empty = c->is_empty;
    c->result.count = c->choices = c->depth = 0;
    c->spare = facts;
    int result = add_clauses(c, size, more);
    if (!result) {
        for (int i = size - 2; i >= 0 && more[i]; i--) c->is_last[literal(-more[i])] = 1;
        result = ask(c);
    }
    retract(c, 0);
    remove_from(c, clauses);
    c->units.count = units;
    c->is_empty = was_empty;
    memset(c->is_last, 0, 2 * (size_t)c->variables + 2);
    return result;
}

EXPORT int cases_refute(Cases *c, int size, const int *more, int64_t facts) {
    return answer(c, size, more, facts, refute);
}

EXPORT int cases_find(Cases *c, int size, const int *more, int64_t facts) {
    return answer(c, size, more, facts, find);
}

/* The numbers of the last proof or board, and how many they are. */
EXPORT int cases_result(const Cases *c, const int **result) {
    *result = c->result.at;
    return c->result.count;
}
