/* The players of the games that are thought of. */

#include "players.h"

static Cards any(Cards set, Chance *chance)
{
    int cards = set & (set - 1) ? count(set) : 1;
    for (uint32_t skipped = cards > 1 ? below(chance, (uint32_t)cards) : 0; skipped; skipped--)
        set &= set - 1;
    return set & -set;
}

static int lowest_rank(Cards set) { return lowest((set | set >> 13 | set >> 26 | set >> 39) & SUIT); }
static int highest_rank(Cards set) { return highest((set | set >> 13 | set >> 26 | set >> 39) & SUIT); }
static Cards of_rank(Cards set, int rank) { return set & (Cards)0x8004002001 << rank; }
static Cards of_lowest_rank(Cards set) { return of_rank(set, lowest_rank(set)); }

/* Those of a set that are in another one, or all if none is. */
static Cards rather(Cards set, Cards these) { return set & these ? set & these : set; }

static int rank_to_beat(const Game *g)
{
    Cards round = 0;
    for (int i = g->lying - g->played; i < g->lying; i++)
        round |= g->table[i];
    return highest_rank(round);
}

static Move at_random(const Game *g, Chance *chance)
{
    if (g->phase == SHEDDING && g->rules.runs) {
        Move moves[MOVES];
        int number = legal_moves(g, moves);
        return number ? moves[below(chance, (uint32_t)number)] : 0;
    }
    bool building = g->phase == BUILDING;
    Cards moves = building ? g->hand[g->turn] : playable(g);
    if (building && may_turn_up(g))
        moves |= TURN_UP;
    if (!building && g->lying && (g->rules.free_pick_up || !moves))
        moves |= PICK_UP;
    return moves ? any(moves, chance) : 0;
}

/* engine/players/careful.py */

enum { JACK = 9, QUEEN = 10, EIGHT = 6, TRUMP_BONUS = 6 };

static int worth(const Game *g, Cards set)
{
    int sum = 0;
    for (Cards left = set; left; left &= left - 1)
        sum += lowest(left) % 13 - EIGHT;
    return sum + TRUMP_BONUS * count(set & trumps(g));
}

/* Lead what wins or what is not wanted; answer with the cheapest winner if the table is worth it. */
static Move careful_build(const Game *g, Chance *chance)
{
    Cards hand = g->hand[g->turn], plain = ~trumps(g);
    if (!hand)
        return may_turn_up(g) ? TURN_UP : 0;
    if (may_turn_up(g) && lowest_rank(hand) >= JACK)
        return TURN_UP;
    if (!g->played && highest_rank(hand) >= QUEEN)
        return any(rather(of_rank(hand, highest_rank(hand)), ~plain), chance);
    if (g->played) {
        Cards winners = 0, table = 0;
        for (int rank = rank_to_beat(g) + 1; rank < 13 && !winners; rank++)
            winners = rather(of_rank(hand, rank), plain);
        for (int i = 0; i < g->lying; i++)
            table |= g->table[i];
        if (winners && worth(g, table) + worth(g, winners & -winners) > 0)
            return any(winners, chance);
    }
    return any(rather(of_lowest_rank(hand), plain), chance);
}

/* The cheapest play of these cards: ranks count, the length twice; of equal ones the longest. */
static Move cheapest_run(Cards cards, bool leading, Chance *chance)
{
    Move best = 0;
    int least = INT32_MAX, equals = 0;
    for (Cards left = cards; left; left &= left - 1) {
        int low = lowest(left);
        Cards play = (Cards)1 << low;
        for (int high = low;; play |= (Cards)1 << high) {
            int longer = high - low, cost = 64 * ((leading ? low : high) % 13 - 2 * longer) - longer;
            if (cost < least) {
                least = cost;
                equals = 0;
            }
            if (cost == least && (!equals++ || !below(chance, (uint32_t)equals)))
                best = play;
            if (!(++high % 13 && cards >> high & 1))
                break;
        }
    }
    return best;
}

/* Lead the lowest, trumps last, the longest run of them; beat as cheaply as can be. */
static Move careful_shed(const Game *g, Chance *chance)
{
    Cards cards = playable(g);
    if (!cards)
        return g->lying ? PICK_UP : 0;
    cards = rather(cards, ~trumps(g));
    return g->rules.runs ? cheapest_run(cards, !g->lying, chance) : any(of_lowest_rank(cards), chance);
}

/* The frozen baseline `greedy`. Of equal ranks it takes the suit that comes first, by chance never. */

enum { HIGH_TOGETHER = 22, PIPS = 2, PATIENCE = 9 };

static Move greedy_build(const Game *g)
{
    Cards hand = g->hand[g->turn], card;
    if (!hand)
        return may_turn_up(g) ? TURN_UP : 0;
    card = of_lowest_rank(hand);
    if (!g->played) {
        card = of_rank(hand, highest_rank(hand));
    } else {
        int to_beat = rank_to_beat(g);
        for (int rank = to_beat + 1; rank < 13; rank++)
            if (of_rank(hand, rank)) {
                if (to_beat + rank + 2 * PIPS >= HIGH_TOGETHER)
                    card = of_rank(hand, rank);
                break;
            }
    }
    return card & -card;
}

static Move greedy_shed(const Game *g)
{
    Cards cards = playable(g);
    if (may_pick_up(g) && (!cards || g->actions >= PATIENCE))
        return PICK_UP;
    if (!cards)
        return 0;
    cards = of_lowest_rank(rather(cards, ~trumps(g)));
    return cards & -cards;
}

Move choose(const Game *g, const Player *player, Chance *chance)
{
    if (g->turn == NOBODY)
        return 0;
    if (player->policy == RANDOM || (player->noise && next_number(chance) >> 32 < player->noise))
        return at_random(g, chance);
    if (player->policy == CAREFUL)
        return g->phase == BUILDING ? careful_build(g, chance) : careful_shed(g, chance);
    return g->phase == BUILDING ? greedy_build(g) : greedy_shed(g);
}

/* To the end; every game has one (3.1), and a made-up state without moves stops too. */
int play_out(Game *g, const Player *player, Chance *chance)
{
    int moves = 0;
    for (Move move; (move = choose(g, player, chance)); moves++)
        make_move(g, move);
    return moves;
}
