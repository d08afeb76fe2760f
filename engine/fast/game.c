/* Both phases: which moves are legal and what each does. Read beside engine/building.py and shedding.py. */

#include "game.h"

#include <stddef.h>
#include <string.h>

void copy_game(Game *to, const Game *from)
{
    memcpy(to, from, offsetof(Game, keys));
    memcpy(to->keys, from->keys, from->pasts * sizeof *from->keys);
    memcpy(to->past, from->past, from->pasts * sizeof *from->past);
}

static int next_in(const Game *g, int seat)
{
    do
        seat = seat + 1 == g->seats ? 0 : seat + 1;
    while (!(g->still_in >> seat & 1));
    return seat;
}

static void lay(Game *g, int seat, Cards cards)
{
    g->table[g->lying] = cards;
    g->who[g->lying++] = (uint8_t)seat;
}

static Cards all_that_lies(const Game *g)
{
    Cards cards = 0;
    for (int i = 0; i < g->lying; i++)
        cards |= g->table[i];
    return cards;
}

/* Phase 2 */

/* 2.1, 2.8 This seat, or the next clockwise that is in and holds a card. */
static int who_leads(const Game *g, int seat)
{
    for (int tried = 0; tried < g->seats && !(g->still_in >> seat & 1 && g->hand[seat]); tried++)
        seat = next_in(g, seat);
    return seat;
}

void fill_position(const Game *g, Position *position)
{
    memset(position, 0, sizeof *position);
    memcpy(position->hands, g->hand, g->seats * sizeof(Cards));
    memcpy(position->plays, g->table, g->lying * sizeof(Cards));
    position->turn = g->turn;
    position->still_in = g->still_in;
    position->size = g->size;
    position->lying = g->lying;
}

/* Equal positions have equal sums; unequal ones nearly never. */
void sum_position(Game *g, int which)
{
    static const uint64_t odd[2 * SEATS] = {
        0x9E3779B97F4A7C15u, 0xBF58476D1CE4E5B9u, 0x94D049BB133111EBu, 0xD6E8FEB86659FD93u,
        0xA0761D6478BD642Fu, 0xE7037ED1A0B428DBu, 0x8EBC6AF09C88C6E3u, 0x589965CC75374CC3u,
        0x1D8E4E27C47D124Fu, 0xEB44ACCAB455D165u, 0xC2B2AE3D27D4EB4Fu, 0x165667B19E3779F9u,
        0x85EBCA77C2B2AE63u, 0x27D4EB2F165667C5u, 0xFF51AFD7ED558CCDu, 0xC4CEB9FE1A85EC53u,
    };
    const Position *position = &g->past[which];
    uint64_t sum = position->turn;
    for (int i = 0; i < g->seats; i++)
        sum += position->hands[i] * odd[i];
    for (int i = 0; i < position->lying; i++)
        sum += position->plays[i] * odd[SEATS + i];
    g->keys[which] = (uint32_t)(sum >> 32);
}

/* How often past[which] stands in past[:end]. */
static int times_before(const Game *g, int end, int which)
{
    uint32_t key = g->keys[which], hits = 0;
    int times = 0;
    for (int i = 0; i < end; i++)
        hits += g->keys[i] == key;
    for (int i = 0; hits && i < end; i++)
        if (g->keys[i] == key) {
            hits--;
            times += !memcmp(&g->past[i], &g->past[which], sizeof(Position));
        }
    return times;
}

static void remember(Game *g)
{
    if (g->pasts == PAST) /* cannot be, by 3.1; a made-up state must not write past the end */
        return;
    fill_position(g, &g->past[g->pasts]);
    sum_position(g, g->pasts++);
}

void begin_history(Game *g)
{
    g->pasts = 0;
    if (count(g->still_in) >= 3)
        remember(g);
}

/* 2.5, 2.6 A fresh trick: its size is counted, and whether phase 2 comes round is watched anew. */
static void lead(Game *g, int leader)
{
    g->turn = (uint8_t)leader;
    g->lying = g->actions = 0;
    g->size = (uint8_t)count(g->still_in);
    g->sweep = SWEEP_FAR;
    begin_history(g);
}

/* 2.7 One is left: the loser, who gets no chance to answer. */
static void lose(Game *g)
{
    g->phase = OVER;
    g->turn = NOBODY;
    g->pasts = 0;
    g->sweep = SWEEP_FAR;
    g->loser = (uint8_t)highest(g->still_in);
}

/* 2.1 The first lead; seats without a card are out (in seat order) or stay in (2.8). */
static void begin_shedding(Game *g)
{
    if (!g->rules.empty_stays)
        for (int seat = 0; seat < g->seats; seat++)
            if (!g->hand[seat]) {
                g->still_in ^= (uint8_t)(1 << seat);
                g->out[g->outs++] = (uint8_t)seat;
            }
    g->phase = SHEDDING;
    if (count(g->still_in) == 1)
        lose(g);
    else
        lead(g, who_leads(g, g->rules.winner_leads ? g->last_winner : g->drawer));
}

/* 2.2 Higher cards of its suit, and trumps unless it is one. */
Cards beaters(const Game *g, int card)
{
    Cards suit = suit_of(card), trump = trumps(g);
    return (suit & ~(((Cards)2 << card) - 1)) | (suit == trump ? 0 : trump);
}

/* 2.1 A lead is free; 2.2, 2.3 an answer must be above the highest card of the last play. */
Cards playable(const Game *g)
{
    Cards hand = g->hand[g->turn];
    return g->lying ? hand & beaters(g, highest(g->table[g->lying - 1])) : hand;
}

/* 2.2 Who cannot beat picks up; who can may do so where the rules leave it free. */
bool may_pick_up(const Game *g)
{
    return g->lying && (g->rules.free_pick_up || !playable(g));
}

/* 3.1 Whether a sweep is due after an action that took no card out of the game; 3.2 or near. */
static void watch(Game *g)
{
    int players = count(g->still_in), before = g->pasts;
    if (players < 3) {
        g->pasts = 0;
        g->sweep = SWEEP_FAR;
        return;
    }
    remember(g);
    if (g->sweep == SWEEP_DUE || g->pasts == before)
        return;
    int times = 1 + times_before(g, before, before), left = ACTIONS_EACH * players - before;
    if (times >= 3 || left <= 0) {
        g->sweep = SWEEP_DUE;
        return;
    }
    if (times == 2 || left < players)
        g->sweep = SWEEP_NEAR;
}

/* 2.7 Out with an empty hand, 2.5 the trick complete, 3.1 swept, or the next one has to answer. */
static void put_down(Game *g, Cards cards)
{
    int seat = g->turn;
    g->hand[seat] ^= cards;
    lay(g, seat, cards);
    if (!g->hand[seat]) {
        g->still_in ^= (uint8_t)(1 << seat);
        g->out[g->outs++] = (uint8_t)seat;
    }
    if (!(g->still_in & (g->still_in - 1))) { /* 2.7 before completing a trick */
        lose(g);
        return;
    }
    bool complete = g->lying == g->size;
    if (complete || (g->sweep == SWEEP_DUE && count(g->still_in) >= 3)) {
        g->gone |= all_that_lies(g);
        lead(g, who_leads(g, complete && g->hand[seat] ? seat : next_in(g, seat)));
        return;
    }
    g->turn = (uint8_t)next_in(g, seat);
    g->shown |= cards;
    g->actions = (uint8_t)(g->actions + (g->actions < 255));
    watch(g);
}

/* 2.2, 2.4 The last or the oldest play, whole; 2.6 on an emptied table the next seat leads. */
static void pick_up(Game *g)
{
    int seat = g->turn, taken = g->rules.oldest ? 0 : g->lying - 1;
    if (!g->rules.free_pick_up)
        g->unbeaten[seat] |= (Cards)1 << highest(g->table[g->lying - 1]);
    g->hand[seat] |= g->table[taken];
    g->lying--;
    for (int i = taken; i < g->lying; i++) {
        g->table[i] = g->table[i + 1];
        g->who[i] = g->who[i + 1];
    }
    g->turn = (uint8_t)next_in(g, seat);
    g->actions = (uint8_t)(g->actions + (g->actions < 255));
    if (!g->lying) {
        g->turn = (uint8_t)who_leads(g, g->turn);
        g->size = (uint8_t)count(g->still_in);
        g->actions = 0;
    }
    watch(g);
}

/* Phase 1 */

/* 1.7 Whoever is to play may turn up while the stock has two cards or more. */
bool may_turn_up(const Game *g)
{
    return g->top <= 50;
}

/* 1.8, 1.10 Draws up to three; whether it was the last card, which is only noted. */
static bool draw(Game *g, int seat)
{
    for (int held = count(g->hand[seat]); g->top < 52 && held < 3; held++) {
        int card = g->deck[g->top++];
        if (g->top == 52)
            return true;
        g->hand[seat] |= (Cards)1 << card;
    }
    return false;
}

/* 1.10 The suit of the last stock card is trump; the card never enters the hand in phase 1. */
static void fix_trump(Game *g, int drawer)
{
    Cards card = (Cards)1 << g->deck[51];
    g->drawer = (uint8_t)drawer;
    if (g->rules.last_card == FACE_DOWN)
        return;
    g->trump = g->deck[51] / 13;
    g->shown |= card;
    if (g->rules.last_card == WON)
        g->won[drawer] |= card;
}

/* 1.8 The leader of the trick draws first, then clockwise; with 1.9 all have drawn already. */
static void refill(Game *g)
{
    if (g->rules.at_once)
        return;
    for (int i = 0, seat = g->leader; i < g->seats && g->top < 52; i++, seat = (seat + 1) % g->seats)
        if (draw(g, seat))
            fix_trump(g, seat);
}

/* 1.12-1.14 Cards on the table go back, hands and piles are taken up, phase 2 begins. */
static void end_building(Game *g)
{
    Cards last = (Cards)1 << g->deck[51];
    for (int seat = 0; seat < g->seats; seat++) {
        g->shown |= g->rules.unseen ? 0 : g->hand[seat];
        g->hand[seat] |= g->won[seat];
        g->won[seat] = 0;
    }
    for (int i = 0; i < g->lying; i++)
        g->hand[g->who[i]] |= g->table[i];
    g->hand[g->drawer] |= last;
    g->shown |= last;
    g->lying = g->rounders = g->played = 0;
    g->trump = g->deck[51] / 13;
    begin_shedding(g);
}

/* 1.3, 1.4 The winner takes all that lies there and leads, once everybody has drawn. */
static void win(Game *g, int winner)
{
    g->won[winner] |= all_that_lies(g);
    g->lying = g->played = 0;
    g->captors |= (uint8_t)(1 << winner);
    g->last_winner = (uint8_t)winner;
    refill(g);
    uint8_t order[SEATS], length = g->rules.everyone ? g->seats : 2;
    for (int i = 0, seat = winner; i < length; i++, seat = (seat + 1) % g->seats) {
        if (!g->hand[seat]) { /* 1.12 */
            end_building(g);
            return;
        }
        order[i] = (uint8_t)seat;
    }
    memcpy(g->round, order, length);
    g->rounders = length;
    g->leader = g->turn = (uint8_t)winner;
}

/* 1.5 The same two play on; 1.6 of everyone, the seats that tied do, while they have cards. */
static void bounce(Game *g, const uint8_t *tied, int ties)
{
    uint8_t able[SEATS], number = 0;
    g->played = 0;
    refill(g);
    for (int i = 0; i < ties; i++)
        if (g->hand[tied[i]])
            able[number++] = tied[i];
    if (!number || (!g->rules.everyone && number < ties)) { /* 1.12 */
        end_building(g);
    } else if (number == 1) {
        win(g, able[0]);
    } else {
        memcpy(g->round, able, number);
        g->rounders = number;
        g->turn = able[0];
    }
}

/* 1.3, 1.4 The highest rank of the round takes the table; 1.5, 1.6 equal ranks stay. */
static void decide(Game *g)
{
    uint8_t tied[SEATS];
    int ties = 0, best = -1;
    for (int i = g->lying - g->played; i < g->lying; i++) {
        int rank = lowest(g->table[i]) % 13;
        if (rank > best) {
            best = rank;
            ties = 0;
        }
        if (rank == best)
            tied[ties++] = g->who[i];
    }
    if (ties == 1)
        win(g, tied[0]);
    else
        bounce(g, tied, ties);
}

/* The card comes on the table, then the next seat is to play or the round is decided. */
static void build(Game *g, Move move)
{
    int seat = g->turn;
    bool drew_last = false;
    Cards card = move;
    if (move == TURN_UP) {
        card = (Cards)1 << g->deck[g->top++];
    } else {
        g->hand[seat] ^= card;
        drew_last = g->rules.at_once && draw(g, seat); /* 1.9 */
    }
    lay(g, seat, card);
    g->shown |= card;
    g->played++;
    if (drew_last)
        fix_trump(g, seat);
    if (g->played < g->rounders) {
        g->turn = g->round[g->played];
    } else {
        g->turn = NOBODY;
        decide(g);
    }
}

/* Both */

static int plays(Cards cards, bool runs, Move *moves)
{
    int number = 0;
    for (Cards left = cards; left; left &= left - 1) {
        int low = lowest(left);
        Cards play = (Cards)1 << low;
        moves[number++] = play;
        for (int high = low + 1; runs && high % 13 && cards >> high & 1; high++)
            moves[number++] = play |= (Cards)1 << high;
    }
    return number;
}

int legal_moves(const Game *g, Move *moves)
{
    if (g->turn == NOBODY)
        return 0;
    if (g->phase == BUILDING) {
        int number = plays(g->hand[g->turn], false, moves);
        if (may_turn_up(g))
            moves[number++] = TURN_UP;
        return number;
    }
    int number = plays(playable(g), g->rules.runs, moves);
    if (may_pick_up(g))
        moves[number++] = PICK_UP;
    return number;
}

bool is_legal(const Game *g, Move move)
{
    Move moves[MOVES];
    int number = legal_moves(g, moves);
    for (int i = 0; i < number; i++)
        if (moves[i] == move)
            return true;
    return false;
}

void make_move(Game *g, Move move)
{
    if (g->phase == BUILDING)
        build(g, move);
    else if (move == PICK_UP)
        pick_up(g);
    else
        put_down(g, move);
}
