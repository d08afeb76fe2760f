/* The rules once more, in C, for players that look ahead. engine/building.py and engine/shedding.py are the
 * truth, and tests/engine/test_fast.py holds this to them move by move. Clauses as in docs/rules.
 *
 * Cards and sets of cards are those of engine/cards.py: card = suit * 13 + rank, a set has bit `card`. */

#ifndef MYLLYMATTI_GAME_H
#define MYLLYMATTI_GAME_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t Cards;

/* A move is the set of the cards it plays; these two have bits of their own. */
typedef Cards Move;
#define TURN_UP ((Move)1 << 52)
#define PICK_UP ((Move)1 << 53)

#define ALL (((Cards)1 << 52) - 1)
#define SUIT ((Cards)0x1FFF)
#define NOBODY 255  /* also: no trump yet, no known card */

enum { SEATS = 8, ACTIONS_EACH = 24 };
enum { BUILDING = 1, SHEDDING, OVER };
enum { WON, FACE_UP, FACE_DOWN };
enum { SWEEP_FAR, SWEEP_NEAR, SWEEP_DUE };

/* Most positions between two cards that leave the game: until a sweep is due, and the pick-ups after that. */
enum { PAST = ACTIONS_EACH * SEATS + 1 + SEATS };

/* Most moves a position can offer: each card and each run of four whole suits, and one more. */
enum { MOVES = 4 * 13 * 14 / 2 + 1 };

/* Each option of engine.rules.Rules as the number of its value, in the order of OPTIONS. */
typedef struct {
    uint8_t everyone, at_once, last_card, unseen, winner_leads, free_pick_up, oldest, runs, empty_stays;
} Rules;

/* What must stand again for phase 2 to have come round (3.1). */
typedef struct {
    Cards hands[SEATS], plays[SEATS];
    uint8_t turn, still_in, size, lying;
} Position;

/* engine.state.State, field by field; and how many actions the trick of phase 2 has seen. */
typedef struct {
    Rules rules;
    uint8_t seats, phase, leader, rounders, captors, last_winner, drawer, trump, top, played, turn, lying;
    uint8_t still_in, outs, size, sweep, loser, actions;
    uint8_t round[SEATS], out[SEATS];
    uint8_t deck[52];
    uint8_t who[52]; /* made the play that lies there */
    Cards hand[SEATS], won[SEATS];
    Cards shown, gone;
    Cards unbeaten[SEATS];
    Cards table[52];
    /* The history comes last: a copy takes only what there is of it. */
    uint16_t pasts;
    uint32_t keys[PAST]; /* a short sum of each position, looked at first */
    Position past[PAST];
} Game;

void copy_game(Game *to, const Game *from);
int legal_moves(const Game *g, Move *moves); /* in the engine's order; how many */
bool is_legal(const Game *g, Move move);
void make_move(Game *g, Move move); /* which must be legal */
Cards beaters(const Game *g, int card); /* phase 2: the cards that beat it */
Cards playable(const Game *g);      /* phase 2: what the seat to act may play */
bool may_pick_up(const Game *g);
bool may_turn_up(const Game *g);
void begin_history(Game *g);
void fill_position(const Game *g, Position *position);
void sum_position(Game *g, int which);

static inline int count(Cards set) /* plain: the instruction is missing on the oldest of the machines */
{
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    return (int)(((set + (set >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
}

static inline int lowest(Cards set) { return __builtin_ctzll(set); }
static inline int highest(Cards set) { return 63 - __builtin_clzll(set); }
static inline Cards suit_of(int card) { return SUIT << 13 * (card / 13); }
static inline Cards trumps(const Game *g) { return g->trump == NOBODY ? 0 : SUIT << 13 * g->trump; }

#endif
