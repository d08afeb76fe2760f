/* Who plays the games that are thought of, and how one thinks of them. */

#ifndef MYLLYMATTI_PLAYERS_H
#define MYLLYMATTI_PLAYERS_H

#include "game.h"

/* SplitMix64: the same numbers everywhere. */
typedef uint64_t Chance;

static inline uint64_t next_number(Chance *chance)
{
    uint64_t z = *chance += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static inline uint32_t below(Chance *chance, uint32_t limit)
{
    return (uint32_t)((next_number(chance) >> 32) * limit >> 32);
}

enum { RANDOM, CAREFUL, GREEDY };

/* Who plays, and how many of 2^32 moves he makes at random instead. */
typedef struct {
    int policy;
    uint64_t noise;
} Player;

/* Cards that the searcher has not seen: how many of them each hand has; the others are in the stock. */
typedef struct {
    uint8_t missing[SEATS];
} Unseen;

/* One move of the root: how often it was tried, and after how many of them the searcher did not lose. */
typedef struct {
    Move move;
    uint32_t tried, saved;
} Branch;

typedef struct {
    uint32_t iterations, milliseconds; /* 0: as long as it takes */
    double exploration;
    Player player;
    Chance chance;
    bool ahead;      /* or only the first move is chosen, and what pick-ups have shown is not heeded */
    uint64_t shrewd; /* in how many of 2^32 games the others are clever too */
} Search;

Move choose(const Game *g, const Player *player, Chance *chance); /* 0 if there is no move */
int play_out(Game *g, const Player *player, Chance *chance);     /* how many moves */
Cards placed(const Game *g);                                       /* cards whose place is known */
bool fits(const Game *g, const Unseen *unseen);                    /* as many unseen cards as places for them? */
/* Every card at a place of its own; if heeded, where pick-ups have not shown that it cannot be. */
void deal_unseen(Game *g, const Unseen *unseen, bool heeding, Chance *chance);
/* With two left, the moves that save who is to act; -1 if looking at so many positions does not tell. */
int solve(const Game *g, uint32_t positions, Move *saving);
int search(const Game *root, const Unseen *unseen, Search *search, Branch *branches, uint32_t *done);

#endif
