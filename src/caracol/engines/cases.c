/* Refutations case by case: what proofs.py asks for.
 *
 * In each case all values of all cells are tried. What contradicts itself by unit propagation is
 * refuted at once; if that is not enough, the cell is split whose values tell most. Every case that
 * is closed becomes a clause of the proof. */

#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "compiled.h"

enum { REFUTED = 1, HAS_SOLUTION = 2, TOO_MUCH = -1 };

/* By so much each fact more that follows from a value is taken to lessen the work of refuting it: six
 * halve it. If four or eight did, the proofs of Trid 7 would be a fifth longer. */
#define LESS 0.8908987181403393
/* Work that small is done at once, without a look at the other cells. */
#define LITTLE 0.1

typedef struct {
    int *at, count, room;
} Numbers;

typedef struct {
    int variables;
    Numbers clauses;  /* one after the other: how many literals, and which */
    Numbers units;    /* literals that are clauses of their own */
    Numbers *watches; /* by literal: clauses that watch it, each with another of its literals */
    Numbers trail;    /* what holds in the present case */
    int seen;         /* so much of it has been propagated */
    char *holds;      /* by literal */
    char *is_last;    /* by literal: the solution's values are tried last */
    int is_empty;     /* whether some clause is */
    int cells, largest; /* how many there are, and how many values the largest has */
    int *starts, *values; /* literals by cell */
    int *open, *queue;    /* how many values each cell has left, and which cell is tried when */
    Numbers choices;  /* values that are to be refuted one after the other, in each open case */
    Numbers path;     /* the literals that make up the present case */
    Numbers proof;    /* clauses, each with a nought behind it */
    int64_t spare;    /* facts that may still follow */
    double *work;     /* by number of facts more: what is left of it */
    jmp_buf out;
} Cases;

/* Literals are even, their negations odd: 2 v and 2 v + 1. */
static int literal(int number) { return number > 0 ? 2 * number : 1 - 2 * number; }
static int number(int literal) { return literal & 1 ? -(literal >> 1) : literal >> 1; }

static void push(Cases *c, Numbers *numbers, int one) {
    if (numbers->count == numbers->room) {
        int room = 2 * numbers->room + 8;
        int *more = realloc(numbers->at, room * sizeof *more);
        if (!more) longjmp(c->out, OUT_OF_MEMORY);
        numbers->at = more;
        numbers->room = room;
    }
    numbers->at[numbers->count++] = one;
}

/* ---- Clauses and unit propagation ---- */

static void watch(Cases *c, int watched, int clause, int other) {
    push(c, &c->watches[watched], clause);
    push(c, &c->watches[watched], other);
}

/* The first two are watched. */
static void add_clause(Cases *c, int count, const int *literals) {
    if (count == 0) c->is_empty = 1;
    if (count == 1) push(c, &c->units, literals[0]);
    if (count < 2) return;
    int clause = c->clauses.count;
    push(c, &c->clauses, count);
    for (int i = 0; i < count; i++) push(c, &c->clauses, literals[i]);
    watch(c, literals[0], clause, literals[1]);
    watch(c, literals[1], clause, literals[0]);
}

static void add_clauses(Cases *c, int size, const int *numbers) {
    Numbers *line = &c->path; /* nothing else needs it now */
    line->count = 0;
    for (int i = 0; i < size; i++) {
        if (numbers[i]) push(c, line, literal(numbers[i]));
        else add_clause(c, line->count, line->at), line->count = 0;
    }
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
        push(c, &c->trail, literal);
    }
    return 1;
}

static void retract(Cases *c, int count) {
    while (c->trail.count > count) c->holds[c->trail.at[--c->trail.count]] = 0;
    c->seen = count;
}

/* Let a clause watch another literal than one that has become false, which it has second. */
static int watch_another(Cases *c, int clause, int *literals, int count) {
    for (int i = 2; i < count; i++)
        if (!c->holds[literals[i] ^ 1]) {
            int found = literals[i];
            literals[i] = literals[1];
            literals[1] = found;
            watch(c, found, clause, literals[0]);
            return 1;
        }
    return 0;
}

/* What follows from a literal that has become false; whether that contradicts nothing. */
static int falsify(Cases *c, int gone) {
    Numbers *watches = &c->watches[gone];
    int kept = 0, i = 0, fine = 1;
    while (i < watches->count && fine) {
        int clause = watches->at[i], other = watches->at[i + 1];
        i += 2;
        if (!c->holds[other]) {
            int count = c->clauses.at[clause], *literals = c->clauses.at + clause + 1;
            if (literals[0] == gone) literals[0] = literals[1], literals[1] = gone;
            other = literals[0];
            if (!c->holds[other]) {
                if (watch_another(c, clause, literals, count)) continue;
                fine = assume(c, other);
            }
        }
        watches->at[kept++] = clause;
        watches->at[kept++] = other;
    }
    while (i < watches->count) watches->at[kept++] = watches->at[i++];
    watches->count = kept;
    return fine;
}

static int propagate(Cases *c) {
    while (c->seen < c->trail.count)
        if (!falsify(c, c->trail.at[c->seen++] ^ 1)) return 0;
    return 1;
}

/* ---- Cases ---- */

/* The present case, and a literal more unless it is 0, cannot be: a line of the proof. Whether the
 * case can still be after that. */
static int learn(Cases *c, int more) {
    for (int i = 0; i < c->path.count; i++) push(c, &c->proof, -number(c->path.at[i]));
    if (more) push(c, &c->proof, -number(more));
    push(c, &c->proof, 0);
    if (!more) return 0;
    int count = c->path.count + 1, literals[count];
    /* What becomes false last is watched, and what now holds. */
    literals[0] = more ^ 1;
    for (int i = 1; i < count; i++) literals[i] = c->path.at[c->path.count - i] ^ 1;
    add_clause(c, count, literals);
    return assume(c, more ^ 1) && propagate(c);
}

/* How many facts follow from a value, with all that held before it; none if it contradicts itself. */
static int follow(Cases *c, int value) {
    int before = c->trail.count;
    int found = assume(c, value) && propagate(c) ? c->trail.count : 0;
    retract(c, before);
    c->spare -= found;
    if (c->spare < 0) longjmp(c->out, TOO_MUCH);
    return found;
}

static int open_values(Cases *c, int cell, int *values) {
    int count = 0;
    for (int i = c->starts[cell]; i < c->starts[cell + 1]; i++)
        if (!c->holds[c->values[i] ^ 1]) values[count++] = c->values[i];
    return count;
}

/* Try a cell's values, the solution's last, and put down what follows; those of which nothing does
 * are refuted. How many were tried, or -1 if the case can no longer be. */
static int try_values(Cases *c, int *values, int count, int *facts) {
    int tried = 0, plain = 0, any = 0, refuted = 0, order[count];
    for (int last = 0; last < 2; last++)
        for (int i = 0; i < count; i++)
            if (c->is_last[values[i]] == last && (!last || any || !plain)) {
                order[tried] = values[i];
                facts[tried] = follow(c, values[i]);
                if (!last) plain++, any |= facts[tried];
                tried++;
            }
    memcpy(values, order, tried * sizeof *order);
    for (int i = 0; i < tried; i++)
        if (!facts[i] && ++refuted < count && !c->holds[values[i] ^ 1] && !learn(c, values[i]))
            return -1;
    return refuted == count ? -1 : tried;
}

/* Of the values that were tried, those that are left, the ones from which most follows first; and
 * how much work they are. */
static int work_left(Cases *c, int *values, int *facts, int tried, double *work) {
    int left = 0;
    *work = 0;
    for (int i = 0; i < tried; i++) {
        int value = values[i], found = facts[i], at = left;
        if (!found || c->holds[value ^ 1]) continue;
        int more = found - c->trail.count;
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
    int count = 0, values[c->largest];
    for (int cell = 0; cell < c->cells; cell++) c->open[cell] = open_values(c, cell, values);
    for (int few = 2; few <= c->largest; few++)
        for (int cell = 0; cell < c->cells; cell++)
            if (c->open[cell] == few) c->queue[count++] = cell;
    return count;
}

/* Choose the values of a cell that are least work to refute; none if the case can no longer be. On
 * the way all that contradicts itself is refuted. */
static void split(Cases *c) {
    int values[c->largest], facts[c->largest], before = c->choices.count;
    while (c->choices.count == before) {
        int count = queue_cells(c);
        if (!count) longjmp(c->out, HAS_SOLUTION);
        double least = 1e300, work;
        for (int i = 0; i < count && least >= LITTLE; i++) {
            int tried = open_values(c, c->queue[i], values);
            if (tried < 2) continue;
            tried = try_values(c, values, tried, facts);
            if (tried < 0) {
                c->choices.count = before;
                return;
            }
            int left = work_left(c, values, facts, tried, &work);
            if (left < 2 || work >= least) continue;
            least = work;
            c->choices.count = before;
            for (int k = 0; k < left; k++) push(c, &c->choices, values[k]);
        }
    }
}

/* Refute the present case, by refuting all but one value of a cell until it contradicts itself. */
static void close_case(Cases *c) {
    int first = c->choices.count, is_open = 1;
    while (is_open) {
        split(c);
        is_open = c->choices.count > first;
        for (int i = first; i < c->choices.count - 1 && is_open; i++) {
            int value = c->choices.at[i], before = c->trail.count;
            if (c->holds[value ^ 1]) continue;
            push(c, &c->path, value);
            if (assume(c, value) && propagate(c)) close_case(c);
            c->path.count--;
            retract(c, before);
            is_open = learn(c, value);
        }
        c->choices.count = first;
    }
}

static void refute(Cases *c, int size, const int *more) {
    int last = size - 1;
    while (last > 0 && more[last - 1]) last--;
    for (int i = last; i < size - 1; i++) c->is_last[literal(-more[i])] = 1;
    add_clauses(c, size, more);
    c->path.count = 0;
    int is_open = !c->is_empty;
    for (int i = 0; i < c->units.count && is_open; i++) is_open = assume(c, c->units.at[i]);
    if (is_open && propagate(c)) close_case(c);
    learn(c, 0);
}

/* ---- What Python asks ---- */

EXPORT void cases_forget(Cases *c) {
    for (int i = 0; c->watches && i < 2 * c->variables + 2; i++) free(c->watches[i].at);
    void *all[] = {c->clauses.at, c->units.at,  c->watches,   c->trail.at,   c->holds, c->is_last,
                   c->starts,     c->values,    c->open,      c->queue,      c->path.at,
                   c->proof.at,   c->work,      c->choices.at, c};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

static void read_cells(Cases *c, int size, const int *cells) {
    for (int i = 0, from = 0; i < size; i++) {
        if (cells[i]) c->values[i - c->cells] = literal(cells[i]);
        else {
            c->cells++;
            c->starts[c->cells] = i + 1 - c->cells;
            if (i - from > c->largest) c->largest = i - from;
            from = i + 1;
        }
    }
}

static int read(Cases *c, int size, const int *clauses, int cells_size, const int *cells) {
    if (setjmp(c->out)) return 0;
    for (int k = 0; k <= c->variables; k++) c->work[k] = k ? LESS * c->work[k - 1] : 1;
    read_cells(c, cells_size, cells);
    add_clauses(c, size, clauses);
    return 1;
}

/* Clauses and cells come as numbers, with a nought behind each. */
EXPORT Cases *cases_start(
    int variables, int size, const int *clauses, int cells_size, const int *cells
) {
    Cases *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    int literals = 2 * variables + 2;
    c->variables = variables;
    c->watches = calloc(literals, sizeof *c->watches);
    c->holds = calloc(literals, 1);
    c->is_last = calloc(literals, 1);
    c->starts = calloc(cells_size + 1, sizeof *c->starts);
    c->values = calloc(cells_size + 1, sizeof *c->values);
    c->open = calloc(cells_size + 1, sizeof *c->open);
    c->queue = calloc(cells_size + 1, sizeof *c->queue);
    c->work = calloc(variables + 1, sizeof *c->work);
    int complete = c->watches && c->holds && c->is_last && c->starts && c->values && c->open &&
                   c->queue && c->work;
    if (complete && read(c, size, clauses, cells_size, cells)) return c;
    return cases_forget(c), NULL;
}

/* Refute the clauses and some more, of which the last says that a cell differs from the solution.
 * All is then as before. */
EXPORT int cases_refute(Cases *c, int size, const int *more, int64_t facts) {
    int clauses = c->clauses.count, units = c->units.count, was_empty = c->is_empty;
    c->proof.count = c->choices.count = 0;
    c->spare = facts;
    int result = setjmp(c->out);
    if (!result) refute(c, size, more), result = REFUTED;
    retract(c, 0);
    remove_from(c, clauses);
    c->units.count = units;
    c->is_empty = was_empty;
    memset(c->is_last, 0, 2 * c->variables + 2);
    return result;
}

/* The clauses of the last proof, with a nought behind each; how long that is. */
EXPORT int cases_proof(const Cases *c, const int **proof) {
    *proof = c->proof.at;
    return c->proof.count;
}
