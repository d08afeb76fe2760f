/* The search: the unseen cards are dealt anew for each game that is thought of, and the game is played to its end.
 *
 * UCB1 chooses its first move. Looking ahead, later moves are chosen by what came of them in the games before: the
 * searcher's own always, the others' in a share of the games; in the rest they play by their rule. So it finds plans
 * of its own, and neither takes everybody for a fool nor for a master. */

#define _POSIX_C_SOURCE 200809L /* the clock that is never put back */

#include "players.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

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

/* 2.2 What a seat cannot hold, as it has shown by picking up where who can beat may not. */
static Cards ruled_out(const Game *g, int seat)
{
    Cards cards = 0;
    for (Cards left = g->unbeaten[seat]; left; left &= left - 1)
        cards |= beaters(g, lowest(left));
    return cards;
}

/* Some unseen cards may lie where they cannot be: each is changed for another that leaves fewer of them so. */
static void set_right(const Game *g, uint8_t *cards, const uint8_t *seats, int number, Chance *chance)
{
    enum { ENOUGH = 500 }; /* a hand that is proved too much for chance to find stays a little wrong */
    Cards barred[SEATS];
    for (int seat = 0; seat < g->seats; seat++)
        barred[seat] = ruled_out(g, seat);
    for (int at = 0, right = 0, tries = 0; right < number && tries < ENOUGH; at = (at + 1) % number, right++) {
        while (barred[seats[at]] >> cards[at] & 1 && tries++ < ENOUGH) {
            int other = (int)below(chance, (uint32_t)number);
            uint8_t card = cards[at];
            if (barred[seats[other]] >> card & 1)
                continue;
            cards[at] = cards[other];
            cards[other] = card;
            right = 0;
        }
    }
}

void deal_unseen(Game *g, const Unseen *unseen, bool heeding, Chance *chance)
{
    uint8_t cards[52], seats[52], left = 0, dealt = 0;
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
            seats[left - ++dealt] = (uint8_t)seat;
    if (heeding && g->phase == SHEDDING && !g->rules.free_pick_up)
        set_right(g, cards, seats, dealt, chance);
    for (; dealt; dealt--) {
        left--;
        g->hand[seats[left]] |= (Cards)1 << cards[left];
    }
    for (int i = g->top < 52 ? g->top : 51; g->phase == BUILDING && i < 52; i++)
        if (g->deck[i] == NOBODY)
            g->deck[i] = cards[--left];
    if (g->phase == SHEDDING)
        begin_history(g); /* what stood before is not in a view */
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

/* Looking ahead: what came of a row of moves, whatever cards were dealt. */

typedef struct {
    uint64_t row; /* the moves, mixed */
    uint32_t tried, saved; /* saved: who made the last of them */
} Node;

enum { NODES = 1 << 16, FULL = NODES / 2, DEEPEST = 32 };

typedef struct {
    Node *nodes; /* an open hash table */
    uint32_t known;
    Node *met[DEEPEST]; /* on the way of this game */
    uint8_t who[DEEPEST];
    int depth;
} Tree;

static uint64_t and_then(uint64_t row, Move move)
{
    Chance chance = row ^ move * 0xD6E8FEB86659FD93u;
    return next_number(&chance) | 1;
}

static Node *find(const Tree *tree, uint64_t row)
{
    uint64_t i = row >> 1;
    while (tree->nodes[i % NODES].row && tree->nodes[i % NODES].row != row)
        i++;
    return &tree->nodes[i % NODES];
}

/* As UCB1, but what the rule would play comes first (PUCT, Rosin 2011); what is new promises what the others have
 * brought so far. */
static int worth_trying(const Game *g, const Search *search, Node *const *next, const Move *moves, int number)
{
    static const double by_rule = 0.5; /* the share that the rule's move has of all that is expected */
    Chance none = 0;
    Move usual = choose(g, &(Player){.policy = search->player.policy}, &none);
    uint32_t tried = 0, saved = 0;
    for (int i = 0; i < number; i++) {
        tried += next[i]->tried;
        saved += next[i]->saved;
    }
    double mean = tried ? (double)saved / tried : 0.5, often = search->exploration * sqrt(tried + 1.0), most = -1;
    int best = 0;
    for (int i = 0; i < number; i++) {
        double expected = (1 - by_rule) / number + (moves[i] == usual ? by_rule : 0);
        double promise = next[i]->tried ? (double)next[i]->saved / next[i]->tried : mean;
        promise += often * expected / (1 + next[i]->tried);
        if (promise > most) {
            most = promise;
            best = i;
        }
    }
    return best;
}

/* Down the rows that are known, to the first that is not; from there on the rules play. */
static void look_ahead(Game *g, Tree *tree, Search *search, int seat, uint64_t row)
{
    bool shrewd = next_number(&search->chance) >> 32 < search->shrewd;
    for (bool new = false; !new && g->turn != NOBODY && g->still_in >> seat & 1 && tree->depth < DEEPEST;) {
        Move moves[MOVES];
        int number = legal_moves(g, moves), which = 0, mover = g->turn;
        if (!number)
            return; /* a made-up state */
        if (number > 1 && mover != seat && !shrewd) {
            moves[0] = choose(g, &search->player, &search->chance);
            if (!moves[0])
                return;
        } else if (number > 1) {
            Node *next[MOVES];
            for (int i = 0; i < number; i++)
                next[i] = find(tree, and_then(row, moves[i]));
            which = worth_trying(g, search, next, moves, number);
            new = !next[which]->row;
            if (new && tree->known++ == FULL) {
                tree->known--;
                return;
            }
            next[which]->row = and_then(row, moves[which]);
            tree->who[tree->depth] = (uint8_t)mover;
            tree->met[tree->depth++] = next[which];
        }
        row = and_then(row, moves[which]);
        make_move(g, moves[which]);
    }
}

/* Whether the seat is safe: out, or the game over for another; from there on nobody needs to play, unless what
 * comes of it for others is asked too. */
static bool play_on(Game *g, Tree *tree, int seat, const Player *player, Chance *chance)
{
    bool all = false;
    for (int i = 0; i < tree->depth; i++)
        all |= tree->who[i] != seat;
    for (Move move; (all || g->still_in >> seat & 1) && (move = choose(g, player, chance));)
        make_move(g, move);
    for (; tree->depth; tree->met[tree->depth]->tried++) {
        tree->depth--;
        tree->met[tree->depth]->saved += g->phase != OVER || g->loser != tree->who[tree->depth];
    }
    return g->phase != OVER || g->loser != seat;
}

int search(const Game *root, const Unseen *unseen, Search *search, Branch *branches, uint32_t *done)
{
    static const double euler = 0.57721566490153286;
    Move moves[MOVES];
    int number = legal_moves(root, moves), seat = root->turn;
    double harmonic = 0;
    int64_t end = search->milliseconds ? now() + search->milliseconds : 0;
    Game *g = malloc(sizeof *g);
    Tree tree = {.nodes = search->ahead ? calloc(NODES, sizeof *tree.nodes) : NULL};
    *done = 0;
    if (!g || !number || (search->ahead && !tree.nodes)) {
        free(tree.nodes);
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
        deal_unseen(g, unseen, search->ahead, &search->chance);
        make_move(g, moves[i]);
        if (search->ahead && branches[i].tried)
            look_ahead(g, &tree, search, seat, and_then(0, moves[i]));
        branches[i].tried++;
        branches[i].saved += play_on(g, &tree, seat, &search->player, &search->chance);
        harmonic += 1.0 / ++*done;
    }
    free(tree.nodes);
    free(g);
    return number;
}
