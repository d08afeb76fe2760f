/* The players of the rollouts, the rollouts, and the search over them. */

#define _POSIX_C_SOURCE 200809L /* the clock that is never put back */

#include "players.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

/* The search: cards unseen are dealt anew for each rollout, UCB1 chooses the move that it tries. */

Cards placed(const Game *g)
{
    Cards cards = g->gone;
    for (int seat = 0; seat < g->seats; seat++)
        cards |= g->hand[seat] | g->won[seat];
    for (int i = 0; i < g->lying; i++)
        cards |= g->table[i];
    for (int i = g->top < 52 ? g->top : 51; g->phase == BUILDING && i < 52; i++)
        if (g->deck[i] != NOBODY)
            cards |= (Cards)1 << g->deck[i];
    return cards;
}

bool fits(const Game *g, const Unseen *unseen)
{
    int places = 0;
    for (int seat = 0; seat < g->seats; seat++)
        places += unseen->missing[seat];
    for (int i = g->top < 52 ? g->top : 51; g->phase == BUILDING && i < 52; i++)
        places += g->deck[i] == NOBODY;
    return places == count(ALL & ~placed(g));
}

void deal_unseen(Game *g, const Unseen *unseen, Chance *chance)
{
    uint8_t cards[52], left = 0;
    for (Cards hidden = ALL & ~placed(g); hidden; hidden &= hidden - 1)
        cards[left++] = (uint8_t)lowest(hidden);
    for (int i = left; i > 1; i--) {
        int other = (int)below(chance, (uint32_t)i);
        uint8_t card = cards[i - 1];
        cards[i - 1] = cards[other];
        cards[other] = card;
    }
    for (int seat = 0; seat < g->seats; seat++)
        for (int i = 0; i < unseen->missing[seat]; i++)
            g->hand[seat] |= (Cards)1 << cards[--left];
    for (int i = g->top < 52 ? g->top : 51; g->phase == BUILDING && i < 52; i++)
        if (g->deck[i] == NOBODY)
            g->deck[i] = cards[--left];
    if (g->phase == SHEDDING)
        begin_history(g); /* what stood before is not in a view */
}

/* Whether the seat is safe: out, or the game over for another; from there on nobody needs to play. */
static bool saved(Game *g, int seat, const Player *player, Chance *chance)
{
    for (Move move; g->still_in >> seat & 1 && (move = choose(g, player, chance));)
        make_move(g, move);
    return g->phase != OVER || g->loser != seat;
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* UCB1; the harmonic number less Euler's constant stands for the logarithm, which machines round differently. */
static int most_promising(const Branch *branches, int number, double logarithm, double exploration)
{
    int best = 0;
    double most = -1;
    for (int i = 0; i < number; i++) {
        double tried = branches[i].tried, promise = branches[i].saved / tried;
        promise += exploration * sqrt(logarithm / tried);
        if (promise > most) {
            most = promise;
            best = i;
        }
    }
    return best;
}

int search(const Game *root, const Unseen *unseen, Search *search, Branch *branches, uint32_t *done)
{
    static const double euler = 0.57721566490153286;
    Move moves[MOVES];
    int number = legal_moves(root, moves), seat = root->turn;
    double harmonic = 0;
    int64_t end = search->milliseconds ? now() + search->milliseconds : 0;
    Game *g = malloc(sizeof *g);
    *done = 0;
    if (!g || !number) {
        free(g);
        return -1;
    }
    for (int i = 0; i < number; i++)
        branches[i] = (Branch){.move = moves[i]};
    while (*done < search->iterations && !(end && *done % 16 == 15 && now() >= end)) {
        int i = *done < (uint32_t)number
            ? (int)*done
            : most_promising(branches, number, harmonic - euler, search->exploration);
        copy_game(g, root);
        deal_unseen(g, unseen, &search->chance);
        make_move(g, moves[i]);
        branches[i].tried++;
        branches[i].saved += saved(g, seat, &search->player, &search->chance);
        harmonic += 1.0 / ++*done;
    }
    free(g);
    return number;
}
