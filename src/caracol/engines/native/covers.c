/* Clues of a board left out one by one, where every rule says that just one of some facts holds: what
 * reduction.py does with a solver, in three times the time.
 *
 * Such a model is an exact cover (Knuth's name): a cell holds one value, a line holds each value in one
 * cell. Of each set of facts is counted how many are left; the last one holds. Then the set with the fewest
 * is tried fact by fact. */

#include <string.h>

#include "native.h"

enum { IRREDUCIBLE = 1, NOT_UNIQUE = 2 };
enum { OPEN = 0, TRUE = 1, FALSE = 2 };

/* Longer lists are more than memory holds. */
#define MOST_NUMBERS (1 << 24)
/* How many lists of clues are left out at once, at first. */
#define AT_ONCE 16

typedef struct {
    int facts, sets;
    int *starts, *members;  /* facts by set */
    int *places, *in;       /* sets by fact */
    int *left;              /* by set: facts that are not false */
    char *has;              /* by set: whether a fact of it is true */
    char *value;            /* by fact */
    char *of_board;         /* by fact: whether the board holds it */
    int *trail, held, seen; /* facts that are not open, and how many have been followed up */
    int64_t spare;          /* facts that may still be tried */
    int *result, count, room;
} Covers;

static void put(Covers *c, int fact, int value) {
    c->value[fact] = (char)value;
    c->trail[c->held++] = fact;
}

/* Let a fact be true or false: 0 if it is known to be otherwise. */
static int let(Covers *c, int fact, int value) {
    if (c->value[fact] == OPEN) put(c, fact, value);
    return c->value[fact] == value;
}

/* A fact is true: all others of its sets are false. Whatever is wrong, all its sets are counted, as all
 * are when this is taken back; likewise below. */
static int follow_true(Covers *c, int fact) {
    int possible = 1;
    for (int i = c->places[fact]; i < c->places[fact + 1]; i++) {
        int set = c->in[i];
        possible &= !c->has[set]++;
        for (int k = c->starts[set]; possible && k < c->starts[set + 1]; k++)
            if (c->members[k] != fact) possible = let(c, c->members[k], FALSE);
    }
    return possible;
}

/* A fact is false: where one alone is left, that is true. */
static int follow_false(Covers *c, int fact) {
    int possible = 1;
    for (int i = c->places[fact]; i < c->places[fact + 1]; i++) {
        int set = c->in[i];
        if (--c->left[set] > 1 || c->has[set]) continue;
        if (!c->left[set]) possible = 0;
        for (int k = c->starts[set]; possible && k < c->starts[set + 1]; k++)
            if (c->value[c->members[k]] == OPEN) put(c, c->members[k], TRUE);
    }
    return possible;
}

/* Follow up all that was put: 0 if that contradicts something. */
static int follow(Covers *c) {
    while (c->seen < c->held) {
        int fact = c->trail[c->seen++];
        if (!(c->value[fact] == TRUE ? follow_true(c, fact) : follow_false(c, fact))) return 0;
    }
    return 1;
}

static void retract(Covers *c, int count) {
    while (c->held > count) {
        int fact = c->trail[--c->held], was = c->value[fact], followed = c->held < c->seen;
        c->value[fact] = OPEN;
        for (int i = c->places[fact]; followed && i < c->places[fact + 1]; i++) {
            if (was == FALSE) c->left[c->in[i]]++;
            else c->has[c->in[i]]--;
        }
    }
    c->seen = count;
}

/* A set of which no fact is true, with the fewest left; -1 if there is none. */
static int narrowest(const Covers *c) {
    int found = -1;
    for (int set = 0; set < c->sets; set++)
        if (!c->has[set] && (found < 0 || c->left[set] < c->left[found])) {
            found = set;
            if (c->left[set] == 2) break;
        }
    return found;
}

static int is_board(const Covers *c) {
    for (int i = 0; i < c->held; i++)
        if (c->value[c->trail[i]] == TRUE && !c->of_board[c->trail[i]]) return 0;
    return 1;
}

/* Whether the facts that hold can be completed to another board than the given one; then it is. */
static int complete(Covers *c) {
    for (;;) {
        int set = narrowest(c);
        if (set < 0) return !is_board(c);
        if (c->spare-- <= 0) return TOO_LONG;
        int k = c->starts[set], before = c->held;
        while (c->value[c->members[k]] != OPEN) k++;
        int fact = c->members[k];
        put(c, fact, TRUE);
        int result = follow(c) ? complete(c) : 0;
        if (result) return result;
        retract(c, before);
        put(c, fact, FALSE);
        if (!follow(c)) return 0;
    }
}

/* Clues come as facts in lists, each followed by a zero; which lists are kept. */
static int keep(Covers *c, int size, const int *clues, const char *kept) {
    for (int i = 0, list = 0; i < size; i++) {
        if (!clues[i]) list++;
        else if (kept[list] && !let(c, clues[i], TRUE)) return 0;
    }
    return follow(c);
}

/* Whether there is a second board that keeps the kept lists and not a clue, unless that is 0. */
static int second(Covers *c, int size, const int *clues, const char *kept, int broken) {
    retract(c, 0);
    int possible = keep(c, size, clues, kept);
    if (possible && broken) possible = let(c, broken, FALSE) && follow(c);
    return possible ? complete(c) : 0;
}

/* Which list of clues is needed, and the facts of the second board without it. */
static int record(Covers *c, int list) {
    if (c->room - c->count < c->held + 2) {
        int room = 2 * c->room + c->held + 2;
        int *result = room > MOST_NUMBERS ? NULL : realloc(c->result, room * sizeof *result);
        if (!result) return OUT_OF_MEMORY;
        c->result = result;
        c->room = room;
    }
    c->result[c->count++] = list;
    for (int i = 0; i < c->held; i++)
        if (c->value[c->trail[i]] == TRUE) c->result[c->count++] = c->trail[i];
    c->result[c->count++] = 0;
    return 0;
}

/* Leave out one list unless there is then a second board. Such a board breaks a clue of the list: else
 * there would be a second board with it. */
static int leave_out(Covers *c, int size, const int *clues, char *kept, int list, int start) {
    kept[list] = 0;
    for (int i = start; clues[i]; i++) {
        int result = second(c, size, clues, kept, clues[i]);
        if (result < 0) return result;
        if (!result) continue;
        kept[list] = 1;
        return record(c, list);
    }
    return 0;
}

/* Leave out some lists at once: 1, or 0 if they were not left out, as there is then a second board. What
 * one by one would leave out is the same. */
static int leave_out_all(Covers *c, int size, const int *clues, char *kept, int first, int end) {
    memset(kept + first, 0, end - first);
    int result = second(c, size, clues, kept, 0);
    if (result) memset(kept + first, 1, end - first);
    return result < 0 ? result : !result;
}

/* From the last list to the first. Most of those that come early can go. */
static int reduce(Covers *c, int size, const int *clues, const int *starts, int end, char *kept) {
    int result = second(c, size, clues, kept, 0), at_once = AT_ONCE;
    if (result) return result < 0 ? result : NOT_UNIQUE;
    while (end) {
        int first = end > at_once ? end - at_once : 0;
        result = at_once > 1 ? leave_out_all(c, size, clues, kept, first, end) : 0;
        if (result < 0) return result;
        if (result) end = first;
        else if (at_once > 1) at_once /= 2;
        else {
            end--;
            result = leave_out(c, size, clues, kept, end, starts[end]);
            if (result < 0) return result;
        }
    }
    return IRREDUCIBLE;
}

EXPORT void covers_forget(Covers *c) {
    if (!c) return;
    void *all[] = {c->starts, c->members,  c->places, c->in,     c->left,
                   c->has,    c->of_board, c->value,  c->trail,  c->result, c};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

static int take_room(Covers *c, int size) {
    size_t facts = (size_t)c->facts + 2, sets = (size_t)c->sets + 1;
    c->starts = calloc(sets, sizeof(int));
    c->members = calloc((size_t)size + 1, sizeof(int));
    c->places = calloc(facts, sizeof(int));
    c->in = calloc((size_t)size + 1, sizeof(int));
    c->left = calloc(sets, sizeof(int));
    c->has = calloc(sets, 1);
    c->of_board = calloc(facts, 1);
    c->value = calloc(facts, 1);
    c->trail = calloc(facts, sizeof(int));
    int complete = c->starts && c->members && c->places && c->in && c->left && c->has;
    return complete && c->of_board && c->value && c->trail ? 0 : OUT_OF_MEMORY;
}

static int all_within(int size, const int *numbers, int most) {
    for (int i = 0; i < size; i++)
        if (numbers[i] < 0 || numbers[i] > most) return 0;
    return !size || !numbers[size - 1];
}

static void read_sets(Covers *c, int size, const int *numbers) {
    for (int i = 0, set = 0, count = 0; i < size; i++) {
        if (numbers[i]) {
            c->members[count++] = numbers[i];
            c->left[set]++;
            c->places[numbers[i] + 1]++;
        } else c->starts[++set] = count;
    }
    for (int fact = 1; fact <= c->facts; fact++) c->places[fact + 1] += c->places[fact];
    int *next = c->trail; /* not in use yet */
    memcpy(next, c->places, ((size_t)c->facts + 1) * sizeof *next);
    for (int set = 0; set < c->sets; set++)
        for (int k = c->starts[set]; k < c->starts[set + 1]; k++)
            c->in[next[c->members[k]]++] = set;
}

/* Of each of these sets just one fact holds; each set is followed by a zero. */
EXPORT int covers_start(int facts, int size, const int *sets, Covers **made) {
    if (facts < 1 || facts > MOST_NUMBERS || size > MOST_NUMBERS || !all_within(size, sets, facts))
        return BAD_NUMBER;
    Covers *c = calloc(1, sizeof *c);
    if (!c) return OUT_OF_MEMORY;
    c->facts = facts;
    for (int i = 0; i < size; i++) c->sets += !sets[i];
    if (take_room(c, size)) {
        covers_forget(c);
        return OUT_OF_MEMORY;
    }
    read_sets(c, size, sets);
    *made = c;
    return 0;
}

/* Reduce clues of a board to some of which none can be left out; the result is kept. */
EXPORT int covers_reduce(
    Covers *c, int board_size, const int *board, int size, const int *clues, int64_t tries
) {
    if (!all_within(board_size, board, c->facts) || !all_within(size, clues, c->facts))
        return BAD_NUMBER;
    char *kept = calloc((size_t)size + 1, 1);
    int *starts = calloc((size_t)size + 1, sizeof *starts), lists = 0, result = OUT_OF_MEMORY;
    if (kept && starts) {
        memset(kept, 1, (size_t)size + 1);
        memset(c->of_board, 0, (size_t)c->facts + 2);
        for (int i = 0; i < board_size; i++) c->of_board[board[i]] = 1;
        for (int i = 0; i < size; i++)
            if (!clues[i]) starts[++lists] = i + 1;
        c->count = 0;
        c->spare = tries;
        result = reduce(c, size, clues, starts, lists, kept);
        retract(c, 0);
    }
    free(kept);
    free(starts);
    return result;
}

/* For each list that is needed its number, the facts of a second board without it, and a zero. */
EXPORT int covers_result(const Covers *c, const int **result) {
    *result = c->result;
    return c->count;
}
