/* The end, when two are left: all cards are known then, and who of the two loses can be worked out.
 *
 * Such an end is finite. A lead costs its player a card; beaten, two leave the game; picked up, the same player
 * leads again. So the search below needs no depth, only a limit to its work. */

#include "players.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t key;
    bool saved; /* whether who is to act there is */
} Known;

enum { KNOWN = 1 << 16, DEEPEST = 400 }; /* so deep an end is too long to be worked out */

typedef struct {
    Known *known;
    uint32_t left; /* positions that may still be looked at */
    Game *line;    /* the games of the line that is being looked at */
    int depth;
} Work;

static uint64_t mixed(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
    return sum ^ sum >> 29;
}

/* The cards that are still in the game. */
static Cards live(const Game *g) { return placed(g) & ~g->gone; }

/* A card is told by how many cards of its suit that are still in the game lie below it: others that differ in
 * what has gone are the same. With runs a gap counts. */
static Cards closed_up(Cards set, Cards live)
{
    Cards to = 0;
    for (int suit = 0; suit < 52; suit += 13) {
        int place = suit;
        for (Cards left = live & SUIT << suit; left; left &= left - 1, place++)
            to |= (Cards)((set & left & -left) != 0) << place;
    }
    return to;
}

static uint64_t key_of(const Game *g)
{
    Cards all = g->rules.runs ? ALL : live(g);
    uint64_t sum = mixed(g->turn, g->size);
    for (int seat = 0; seat < g->seats; seat++)
        if (g->still_in >> seat & 1)
            sum = mixed(sum, closed_up(g->hand[seat], all));
    for (int i = 0; i < g->lying; i++)
        sum = mixed(sum, closed_up(g->table[i], all) | (uint64_t)1 << 63);
    return sum | !sum;
}

/* The moves worth a look, the likeliest first. Of neighbours in a suit the lowest stands for all, where the last play
 * is picked up and nobody has to beat: else it matters which of them comes back, and what it forces. */
static int worth_a_look(const Game *g, Move *moves)
{
    int number = legal_moves(g, moves), kept = 0;
    Cards all = live(g), mine = g->hand[g->turn], cards = playable(g);
    for (int i = 0; i < number; i++) {
        Cards below = moves[i] < TURN_UP ? all & suit_of(lowest(moves[i])) & (moves[i] - 1) : 0;
        Cards next = below ? (Cards)1 << highest(below) : 0;
        if (g->rules.runs || g->rules.oldest || !g->rules.free_pick_up || !(next & mine & cards))
            moves[kept++] = moves[i];
    }
    Chance none = 0;
    Move usual = choose(g, &(Player){.policy = GREEDY}, &none);
    for (int i = 1; i < kept; i++)
        if (moves[i] == usual) {
            memmove(moves + 1, moves, (size_t)i * sizeof *moves);
            moves[0] = usual;
        }
    return kept;
}

static bool saved(const Game *g, Work *work);

/* Whether who moves is saved then; false too if there is no time to know. */
static bool saves(const Game *g, Move move, Work *work)
{
    Game *after = &work->line[work->depth];
    int seat = g->turn;
    copy_game(after, g);
    make_move(after, move);
    if (after->phase == OVER)
        return after->loser != seat;
    return saved(after, work) == (after->turn == seat) && work->left;
}

static bool saved(const Game *g, Work *work)
{
    uint64_t key = key_of(g);
    Known *known = &work->known[key & (KNOWN - 1)];
    if (known->key == key)
        return known->saved;
    if (work->depth == DEEPEST - 1)
        work->left = 0;
    if (!work->left || !--work->left)
        return false;
    Move moves[MOVES];
    int number = worth_a_look(g, moves);
    bool found = false;
    work->depth++;
    for (int i = 0; i < number && !found && work->left; i++)
        found = saves(g, moves[i], work);
    work->depth--;
    if (work->left)
        *known = (Known){key, found};
    return found;
}

int solve(const Game *g, uint32_t positions, Move *saving)
{
    Move moves[MOVES];
    Work work = {
        .known = calloc(KNOWN, sizeof(Known)), .line = malloc(DEEPEST * sizeof(Game)), .left = positions};
    bool able = work.known && work.line;
    int number = legal_moves(g, moves), kept = 0;
    for (int i = 0; i < number && able; i++)
        if (saves(g, moves[i], &work))
            saving[kept++] = moves[i];
    bool whole = able && work.left;
    free(work.line);
    free(work.known);
    return whole || kept ? kept : -1;
}
