/* Boards of which every rule is an automaton that reads a path, or says that the values on it all differ:
 * values without support left out until none is (Pesant 2004), clues left out one by one, in a small fraction
 * of the time that a solver takes.
 *
 * Rules are lines here: cells, and mostly an automaton. A line that loses a value is read again, forwards and
 * backwards. Where that leaves several values, a search tries them, first in the lines that were in most
 * contradictions (Boussemart and others 2004). */

#include <string.h>

#include "native.h"

enum { IRREDUCIBLE = 1, NOT_UNIQUE = 2 };

/* Longer lists are more than memory holds. */
#define MOST_NUMBERS (1 << 24)
/* The values of a cell are the bits of a number. */
#define MOST_VALUES 64

typedef struct {
    int length, states;
    const int *path, *moves, *ends; /* moves: by state and value the state after, or -1; without states, the
                                     * values all differ */
    int weight;                     /* contradictions it was in */
    char twice;                     /* whether it reads some cell more than once */
    char active, waiting;
} Line;

typedef struct {
    int cell;
    uint64_t values;
} Change;

typedef struct {
    int cells, values, lines, most; /* most: places of the longest line, times its states */
    int *numbers;                   /* as they came; lines point into them */
    Line *line;
    int *places, *in;               /* lines by cell */
    uint64_t *left;                 /* values by cell */
    int *queue, first, waiting;     /* lines to be read again, in a ring */
    char *reached;                  /* by place on a line and state */
    Change *trail;                  /* values that cells had before, to be put back */
    int changes, room_for_changes;
    int64_t spare;                  /* places of lines, times their states, that may still be read */
    const int *board;               /* by cell, while clues are left out */
    int *result, count, room;
} Paths;

static int is_single(uint64_t values) {
    return !(values & (values - 1));
}

static int count_bits(uint64_t values) {
    int count = 0;
    for (; values; values &= values - 1) count++;
    return count;
}

static int lowest(uint64_t values) {
    int i = 0;
    while (!(values >> i & 1)) i++;
    return i;
}

static void wait_for(Paths *p, int number) {
    if (!p->line[number].active || p->line[number].waiting) return;
    p->line[number].waiting = 1;
    p->queue[(p->first + p->waiting++) % p->lines] = number;
}

/* Leave a cell these of its values, and read its lines again, but for one. */
static int leave(Paths *p, int cell, uint64_t values, int but) {
    if (p->changes == p->room_for_changes) {
        int room = 2 * p->room_for_changes + 64;
        Change *trail = room > MOST_NUMBERS ? NULL : realloc(p->trail, room * sizeof *trail);
        if (!trail) return OUT_OF_MEMORY;
        p->trail = trail;
        p->room_for_changes = room;
    }
    p->trail[p->changes++] = (Change){cell, p->left[cell]};
    p->left[cell] = values;
    for (int i = p->places[cell]; i < p->places[cell + 1]; i++)
        if (p->in[i] != but) wait_for(p, p->in[i]);
    return 0;
}

static void put_back(Paths *p, int changes) {
    while (p->changes > changes) {
        Change change = p->trail[--p->changes];
        p->left[change.cell] = change.values;
    }
}

/* The states that can be reached at each place; their lowest and highest are kept, as most lie close. */
static void read_forwards(Paths *p, const Line *line) {
    int low = 0, high = 0;
    memset(p->reached, 0, (size_t)(line->length + 1) * line->states);
    p->reached[0] = 1;
    for (int i = 0; i < line->length; i++) {
        const char *here = p->reached + (size_t)i * line->states;
        char *there = p->reached + (size_t)(i + 1) * line->states;
        uint64_t values = p->left[line->path[i]];
        int next_low = line->states, next_high = -1;
        for (int state = low; state <= high; state++) {
            if (!here[state]) continue;
            const int *move = line->moves + (size_t)state * p->values;
            for (int value = 0; value < p->values; value++) {
                int after = values >> value & 1 ? move[value] : -1;
                if (after < 0) continue;
                there[after] = 1;
                if (after < next_low) next_low = after;
                if (after > next_high) next_high = after;
            }
        }
        low = next_low;
        high = next_high;
    }
}

/* The values of the cell at a place with which the end is reached; states without are left out. */
static uint64_t supported(Paths *p, const Line *line, int place) {
    char *here = p->reached + (size_t)place * line->states, *there = here + line->states;
    uint64_t values = p->left[line->path[place]], found = 0;
    for (int state = 0; state < line->states; state++) {
        if (!here[state]) continue;
        const int *move = line->moves + (size_t)state * p->values;
        uint64_t of_state = 0;
        for (int value = 0; value < p->values; value++)
            if (values >> value & 1 && move[value] >= 0 && there[move[value]])
                of_state |= (uint64_t)1 << value;
        if (!of_state) here[state] = 0;
        found |= of_state;
    }
    return found;
}

/* Values of the cells of a line by how many cells can hold them; 0 where two are left the same alone. */
static int count_places(const Paths *p, const Line *line, uint64_t *some, uint64_t *many, uint64_t *held) {
    *some = *many = *held = 0;
    for (int i = 0; i < line->length; i++) {
        uint64_t values = p->left[line->path[i]];
        *many |= *some & values;
        *some |= values;
        if (!is_single(values)) continue;
        if (*held & values) return 0;
        *held |= values;
    }
    return 1;
}

/* All differ: what a cell holds no other can, and where there are no more values than cells, one that has a
 * single place is there. */
static int tell_apart(Paths *p, int number) {
    const Line *line = &p->line[number];
    for (int changed = 1; changed;) {
        uint64_t some, many, held;
        if (!count_places(p, line, &some, &many, &held)) return 0;
        int spare = count_bits(some) - line->length;
        if (spare < 0) return 0;
        uint64_t alone = spare ? 0 : some & ~many;
        changed = 0;
        for (int i = 0; i < line->length; i++) {
            int cell = line->path[i];
            uint64_t values = p->left[cell], found = is_single(values) ? values : values & ~held;
            if (values & alone) found &= alone;
            if (!found || !is_single(found & alone)) return 0;
            if (found == values) continue;
            if (leave(p, cell, found, number)) return OUT_OF_MEMORY;
            changed = 1;
        }
    }
    return 1;
}

/* Leave the cells of a line their values with support: 1, or 0 where there are none. */
static int read_line(Paths *p, int number) {
    const Line *line = &p->line[number];
    p->spare -= (int64_t)line->length * (line->states + 1);
    if (p->spare < 0) return TOO_LONG;
    if (!line->states) return tell_apart(p, number);
    read_forwards(p, line);
    char *end = p->reached + (size_t)line->length * line->states;
    int possible = 0;
    for (int state = 0; state < line->states; state++) {
        end[state] = end[state] && line->ends[state];
        possible |= end[state];
    }
    for (int i = line->length - 1; possible && i >= 0; i--) {
        int cell = line->path[i];
        uint64_t values = supported(p, line, i);
        if (!values) return 0;
        if (values != p->left[cell] && leave(p, cell, values, line->twice ? -1 : number))
            return OUT_OF_MEMORY;
    }
    return possible;
}

/* Read all lines that wait: 1, or 0 for a contradiction. */
static int follow(Paths *p) {
    int result = 1;
    while (p->waiting && result > 0) {
        int number = p->queue[p->first];
        p->first = (p->first + 1) % p->lines;
        p->waiting--;
        p->line[number].waiting = 0;
        result = read_line(p, number);
        if (!result) p->line[number].weight++;
    }
    while (p->waiting) {
        p->line[p->queue[p->first]].waiting = 0;
        p->first = (p->first + 1) % p->lines;
        p->waiting--;
    }
    return result;
}

/* The open cell whose lines were in most contradictions, for each of its values; -1 if there is none. */
static int hardest(const Paths *p) {
    int found = -1;
    double most = -1;
    for (int cell = 0; cell < p->cells; cell++) {
        if (is_single(p->left[cell])) continue;
        int weight = 1, open = 0;
        for (int i = p->places[cell]; i < p->places[cell + 1]; i++)
            if (p->line[p->in[i]].active) weight += p->line[p->in[i]].weight;
        for (int value = 0; value < p->values; value++) open += p->left[cell] >> value & 1;
        if ((double)weight / open > most) {
            most = (double)weight / open;
            found = cell;
        }
    }
    return found;
}

static int is_board(const Paths *p) {
    for (int cell = 0; cell < p->cells; cell++)
        if (p->left[cell] != (uint64_t)1 << p->board[cell]) return 0;
    return 1;
}

/* Whether what is left can be completed to another board than the given one; then it is. */
static int complete(Paths *p) {
    for (;;) {
        int cell = hardest(p);
        if (cell < 0) return !is_board(p);
        uint64_t given = (uint64_t)1 << p->board[cell], others = p->left[cell] & ~given;
        uint64_t value = (uint64_t)1 << lowest(others);
        int before = p->changes, result = leave(p, cell, value, -1);
        if (!result) result = follow(p);
        if (result > 0) result = complete(p);
        if (result) return result;
        put_back(p, before);
        result = leave(p, cell, p->left[cell] & ~value, -1);
        if (!result) result = follow(p);
        if (result <= 0) return result;
    }
}

/* Groups come as lists of lines counted from 1, each followed by a zero; which groups are kept. Lines in
 * no group always are. */
static int second(Paths *p, int size, const int *groups, const char *kept) {
    put_back(p, 0);
    for (int i = 0; i < p->lines; i++) p->line[i].active = 1;
    for (int i = 0, group = 0; i < size; i++) {
        if (!groups[i]) group++;
        else if (!kept[group]) p->line[groups[i] - 1].active = 0;
    }
    for (int i = 0; i < p->lines; i++) wait_for(p, i);
    int result = follow(p);
    return result > 0 ? complete(p) : result;
}

/* Which group is needed, and the second board without it. */
static int record(Paths *p, int group) {
    if (p->room - p->count < p->cells + 1) {
        int room = 2 * p->room + p->cells + 1;
        int *result = room > MOST_NUMBERS ? NULL : realloc(p->result, room * sizeof *result);
        if (!result) return OUT_OF_MEMORY;
        p->result = result;
        p->room = room;
    }
    p->result[p->count++] = group;
    for (int cell = 0; cell < p->cells; cell++) p->result[p->count++] = lowest(p->left[cell]);
    return 0;
}

/* From the last group to the first. */
static int reduce(Paths *p, int size, const int *groups, int count, char *kept) {
    int result = second(p, size, groups, kept);
    if (result) return result < 0 ? result : NOT_UNIQUE;
    for (int group = count - 1; group >= 0; group--) {
        kept[group] = 0;
        result = second(p, size, groups, kept);
        kept[group] = result != 0;
        if (result > 0) result = record(p, group);
        if (result < 0) return result;
    }
    return IRREDUCIBLE;
}

EXPORT void paths_forget(Paths *p) {
    if (!p) return;
    void *all[] = {p->numbers, p->line,  p->places, p->in,     p->left,
                   p->queue,   p->trail, p->result, p->reached, p};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

/* Find the lines in the numbers, and check every one of these: the length, the cells, the number of states,
 * for each state where each value leads, and for each whether it is an end. */
static int read_lines(Paths *p, int size) {
    const int *at = p->numbers, *end = at + size;
    int lines = 0;
    while (at < end) {
        Line line = {0};
        line.length = *at++;
        if (line.length < 1 || end - at <= line.length) return BAD_NUMBER;
        line.path = at;
        for (; at < line.path + line.length; at++)
            if (*at < 0 || *at >= p->cells) return BAD_NUMBER;
        line.states = *at++;
        if (line.states < 0 || (end - at) / (p->values + 1) < line.states) return BAD_NUMBER;
        if (line.states > MOST_NUMBERS / (line.length + 1)) return BAD_NUMBER;
        line.moves = at;
        at += (size_t)line.states * p->values;
        for (const int *move = line.moves; move < at; move++)
            if (*move < -1 || *move >= line.states) return BAD_NUMBER;
        line.ends = at;
        at += line.states;
        int room = (line.length + 1) * line.states;
        if (room > p->most) p->most = room;
        line.active = 1;
        if (p->line) p->line[lines] = line;
        lines++;
    }
    p->lines = lines;
    return 0;
}

/* Which lines each cell is on. */
static void find_places(Paths *p) {
    for (int i = 0; i < p->lines; i++)
        for (int k = 0; k < p->line[i].length; k++) p->places[p->line[i].path[k] + 2]++;
    for (int cell = 0; cell <= p->cells; cell++) p->places[cell + 1] += p->places[cell];
    for (int i = 0; i < p->lines; i++)
        for (int k = 0; k < p->line[i].length; k++) {
            int cell = p->line[i].path[k], next = p->places[cell + 1]++;
            if (next > p->places[cell] && p->in[next - 1] == i) p->line[i].twice = 1;
            p->in[next] = i;
        }
}

static int take_room(Paths *p, int size) {
    p->line = calloc((size_t)p->lines + 1, sizeof *p->line);
    p->places = calloc((size_t)p->cells + 3, sizeof *p->places);
    p->in = calloc((size_t)size + 1, sizeof *p->in);
    p->left = calloc((size_t)p->cells, sizeof *p->left);
    p->queue = calloc((size_t)p->lines + 1, sizeof *p->queue);
    p->reached = calloc((size_t)p->most + 1, 1);
    int complete = p->line && p->places && p->in && p->left && p->queue && p->reached;
    return complete ? 0 : OUT_OF_MEMORY;
}

/* Cells with their values, bits of a number, and lines. */
EXPORT int paths_start(
    int cells, int values, const uint64_t *left, int size, const int *numbers, Paths **made
) {
    if (cells < 1 || values < 1 || cells > MOST_NUMBERS || values > MOST_VALUES) return BAD_NUMBER;
    if (size < 0 || size > MOST_NUMBERS) return BAD_NUMBER;
    Paths *p = calloc(1, sizeof *p);
    if (!p) return OUT_OF_MEMORY;
    p->cells = cells;
    p->values = values;
    p->numbers = calloc((size_t)size + 1, sizeof *p->numbers);
    int result = p->numbers ? 0 : OUT_OF_MEMORY;
    if (!result) {
        memcpy(p->numbers, numbers, (size_t)size * sizeof *numbers);
        result = read_lines(p, size);
    }
    for (int cell = 0; !result && cell < cells; cell++)
        if (!left[cell] || (values < MOST_VALUES && left[cell] >> values)) result = BAD_NUMBER;
    if (!result) result = take_room(p, size);
    if (result) {
        paths_forget(p);
        return result;
    }
    read_lines(p, size);
    find_places(p);
    memcpy(p->left, left, (size_t)cells * sizeof *left);
    *made = p;
    return 0;
}

/* Leave out values without support until all have some: 1, and what is left; or 0 for a contradiction. */
EXPORT int paths_narrow(Paths *p, uint64_t *left) {
    put_back(p, 0);
    for (int i = 0; i < p->lines; i++) {
        p->line[i].active = 1;
        wait_for(p, i);
    }
    p->spare = INT64_MAX;
    int result = follow(p);
    memcpy(left, p->left, (size_t)p->cells * sizeof *left);
    put_back(p, 0);
    return result;
}

/* Reduce groups of lines to some of which none can be left out, with which there is no board but the given
 * one; the result is kept. */
EXPORT int paths_reduce(Paths *p, const int *board, int size, const int *groups, int64_t reads) {
    int count = 0;
    for (int cell = 0; cell < p->cells; cell++)
        if (board[cell] < 0 || board[cell] >= p->values || !(p->left[cell] >> board[cell] & 1))
            return BAD_NUMBER;
    for (int i = 0; i < size; i++) {
        if (groups[i] < 0 || groups[i] > p->lines) return BAD_NUMBER;
        count += !groups[i];
    }
    char *kept = calloc((size_t)count + 1, 1);
    if (!kept) return OUT_OF_MEMORY;
    memset(kept, 1, (size_t)count);
    p->board = board;
    p->count = 0;
    p->spare = reads;
    int result = reduce(p, size, groups, count, kept);
    put_back(p, 0);
    p->board = NULL;
    free(kept);
    return result;
}

/* For each group that is needed its number, and the values of a second board without it. */
EXPORT int paths_result(const Paths *p, const int **result) {
    *result = p->result;
    return p->count;
}
