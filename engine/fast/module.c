/* The Python face: the type `Core`, told in _core.pyi. What it is made of is checked here, once; what is not in
 * order is a ValueError and never a walk outside an array. */

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "players.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    PyObject_HEAD
    Game game;
    Unseen unseen;
    bool holes; /* are there cards whose place is not known? */
} Core;

enum { FIELDS = 22 };
static const char *const POLICIES[] = {"random", "careful", "greedy"};

/* Reading. Each sets an exception and returns false for what does not fit. */

static bool bad(const char *what)
{
    if (!PyErr_Occurred() || PyErr_ExceptionMatches(PyExc_OverflowError) || PyErr_ExceptionMatches(PyExc_TypeError))
        PyErr_SetString(PyExc_ValueError, what);
    return false;
}

static bool read_small(PyObject *value, int limit, uint8_t *to, const char *what)
{
    long number = value ? PyLong_AsLong(value) : -1;
    if (PyErr_Occurred() || number < 0 || number >= limit)
        return bad(what);
    *to = (uint8_t)number;
    return true;
}

static bool read_or_none(PyObject *value, int limit, uint8_t *to, const char *what)
{
    *to = NOBODY;
    return value == Py_None || read_small(value, limit, to, what);
}

static bool read_cards(PyObject *value, Cards *to, const char *what)
{
    Cards cards = value ? PyLong_AsUnsignedLongLong(value) : ~(Cards)0;
    if (PyErr_Occurred() || cards & ~ALL)
        return bad(what);
    *to = cards;
    return true;
}

static bool is_tuple(PyObject *value, Py_ssize_t least, Py_ssize_t most, const char *what)
{
    if (value && PyTuple_Check(value) && PyTuple_Size(value) >= least && PyTuple_Size(value) <= most)
        return true;
    return bad(what);
}

static bool read_piles(PyObject *value, int seats, Cards *to, const char *what)
{
    if (!is_tuple(value, seats, seats, what))
        return false;
    for (int i = 0; i < seats; i++)
        if (!read_cards(PyTuple_GetItem(value, i), &to[i], what))
            return false;
    return true;
}

static bool read_seats(PyObject *value, int seats, uint8_t *to, uint8_t *number, const char *what)
{
    unsigned met = 0;
    if (!is_tuple(value, 0, seats, what))
        return false;
    *number = (uint8_t)PyTuple_Size(value);
    for (int i = 0; i < *number; i++) {
        if (!read_small(PyTuple_GetItem(value, i), seats, &to[i], what))
            return false;
        if (met >> to[i] & 1)
            return bad(what);
        met |= 1u << to[i];
    }
    return true;
}

static bool read_table(PyObject *value, Game *g)
{
    if (!is_tuple(value, 0, 52, "table"))
        return false;
    g->lying = (uint8_t)PyTuple_Size(value);
    for (int i = 0; i < g->lying; i++) {
        PyObject *play = PyTuple_GetItem(value, i);
        if (!is_tuple(play, 2, 2, "table") || !read_small(PyTuple_GetItem(play, 0), g->seats, &g->who[i], "table") ||
            !read_cards(PyTuple_GetItem(play, 1), &g->table[i], "table"))
            return false;
    }
    return true;
}

static bool read_history(PyObject *value, Game *g)
{
    const char *what = "history";
    if (!is_tuple(value, 0, PAST, what))
        return false;
    g->pasts = (uint16_t)PyTuple_Size(value);
    for (int i = 0; i < g->pasts; i++) {
        PyObject *entry = PyTuple_GetItem(value, i);
        Position *position = &g->past[i];
        if (!is_tuple(entry, 5, 5, what) || !read_piles(PyTuple_GetItem(entry, 0), g->seats, position->hands, what))
            return false;
        PyObject *plays = PyTuple_GetItem(entry, 1);
        if (!is_tuple(plays, 0, SEATS, what))
            return false;
        position->lying = (uint8_t)PyTuple_Size(plays);
        if (!read_piles(plays, position->lying, position->plays, what) ||
            !read_small(PyTuple_GetItem(entry, 2), g->seats, &position->turn, what) ||
            !read_small(PyTuple_GetItem(entry, 3), 256, &position->still_in, what) ||
            !read_small(PyTuple_GetItem(entry, 4), SEATS + 1, &position->size, what))
            return false;
        sum_position(g, i);
        /* A table that was empty began the trick that is on. */
        g->actions = position->lying ? (uint8_t)(g->actions + (i > 0)) : 0;
    }
    return true;
}

static bool read_rules(const char *bytes, Py_ssize_t length, Rules *rules)
{
    static const uint8_t values[] = {2, 2, 3, 2, 2, 2, 2, 2, 2};
    if (length != sizeof values || sizeof *rules != sizeof values)
        return bad("rules");
    for (size_t i = 0; i < sizeof values; i++)
        if ((uint8_t)bytes[i] >= values[i])
            return bad("rules");
    memcpy(rules, bytes, sizeof *rules);
    return true;
}

static bool read_fields(PyObject *f, Game *g)
{
    PyObject *hands = PyTuple_GetItem(f, 11);
    if (!is_tuple(hands, 2, SEATS, "hands"))
        return false;
    int seats = g->seats = (uint8_t)PyTuple_Size(hands);
    return read_small(PyTuple_GetItem(f, 0), 4, &g->phase, "phase") &&
           read_piles(PyTuple_GetItem(f, 1), seats, g->won, "won") &&
           read_small(PyTuple_GetItem(f, 2), seats, &g->leader, "leader") &&
           read_seats(PyTuple_GetItem(f, 3), seats, g->round, &g->rounders, "round") &&
           read_small(PyTuple_GetItem(f, 4), 1 << seats, &g->captors, "captors") &&
           read_small(PyTuple_GetItem(f, 5), seats, &g->last_winner, "last_winner") &&
           read_or_none(PyTuple_GetItem(f, 6), seats, &g->drawer, "trump_drawer") &&
           read_or_none(PyTuple_GetItem(f, 7), 4, &g->trump, "trump") &&
           read_small(PyTuple_GetItem(f, 8), 53, &g->top, "top") &&
           read_small(PyTuple_GetItem(f, 9), seats + 1, &g->played, "played") &&
           read_or_none(PyTuple_GetItem(f, 10), seats, &g->turn, "turn") &&
           read_piles(hands, seats, g->hand, "hands") && read_table(PyTuple_GetItem(f, 12), g) &&
           read_cards(PyTuple_GetItem(f, 13), &g->shown, "shown") &&
           read_small(PyTuple_GetItem(f, 14), 1 << seats, &g->still_in, "still_in") &&
           read_seats(PyTuple_GetItem(f, 15), seats, g->out, &g->outs, "out") &&
           read_small(PyTuple_GetItem(f, 16), seats + 1, &g->size, "size") &&
           read_cards(PyTuple_GetItem(f, 17), &g->gone, "gone") &&
           read_piles(PyTuple_GetItem(f, 18), seats, g->unbeaten, "unbeaten") &&
           read_history(PyTuple_GetItem(f, 19), g) &&
           read_small(PyTuple_GetItem(f, 20), 3, &g->sweep, "sweep") &&
           read_or_none(PyTuple_GetItem(f, 21), seats, &g->loser, "loser");
}

/* What the moves take for granted: they check nothing. */
static const char *amiss(const Game *g, const Unseen *unseen)
{
    bool building = g->phase == BUILDING;
    Cards met = g->gone;
    int cards = count(g->gone);
    for (int seat = 0; seat < g->seats; seat++) {
        met |= g->hand[seat] | g->won[seat];
        cards += count(g->hand[seat]) + count(g->won[seat]);
        if (building && g->top < 52 && !g->hand[seat] && !unseen->missing[seat])
            return "a hand is empty before the stock is";
    }
    for (int i = 0; i < g->lying; i++) {
        met |= g->table[i];
        cards += count(g->table[i]);
        if (!g->table[i] || (building && count(g->table[i]) != 1))
            return "a play has no card, or too many";
    }
    if (cards != count(met))
        return "a card is at two places";
    for (int i = 0; i < g->outs; i++)
        if (g->still_in >> g->out[i] & 1)
            return "a seat is in and out";
    if (g->outs + count(g->still_in) != g->seats)
        return "a seat is neither in nor out";
    if (g->phase == OVER)
        return g->turn == NOBODY ? NULL : "nobody is to act when it is over";
    if (g->turn == NOBODY)
        return "somebody is to act";
    if (!fits(g, unseen))
        return "there are not as many cards unseen as places for them";
    if (g->phase == SHEDDING)
        return count(g->still_in) < 2 || !(g->still_in >> g->turn & 1) || g->trump == NOBODY || g->lying >= g->size
            ? "phase 2 cannot be like this"
            : NULL;
    if (!building)
        return "phase";
    if (g->outs || g->played >= g->rounders || g->round[g->played] != g->turn || g->lying < g->played)
        return "the round cannot be like this";
    if ((g->top == 52) != (g->drawer != NOBODY))
        return "the last card has a drawer once it is drawn";
    bool in_pile = g->top == 52 && g->rules.last_card == WON;
    if (in_pile && (g->deck[51] == NOBODY || !(g->won[g->drawer] >> g->deck[51] & 1)))
        return "the last card is not in its drawer's pile";
    for (int i = g->top < 52 ? g->top : 51; i < 52 && !in_pile; i++) {
        if (g->deck[i] == NOBODY)
            continue;
        if (met >> g->deck[i] & 1)
            return "a card of the stock is at two places";
        met |= (Cards)1 << g->deck[i];
    }
    return NULL;
}

static PyObject *core_new(PyTypeObject *type, PyObject *args, PyObject *words)
{
    static char *names[] = {"rules", "deck", "fields", "missing", NULL};
    const char *rules, *deck, *missing = NULL;
    Py_ssize_t rules_length, deck_length, missing_length = 0;
    PyObject *fields;
    if (!PyArg_ParseTupleAndKeywords(args, words, "y#y#O!|y#", names, &rules, &rules_length, &deck, &deck_length,
                                     &PyTuple_Type, &fields, &missing, &missing_length))
        return NULL;
    Core *core = (Core *)PyType_GenericAlloc(type, 0); /* all zero */
    if (!core)
        return NULL;
    Game *g = &core->game;
    const char *why = NULL;
    if (deck_length != 52)
        why = "deck";
    for (int i = 0; i < deck_length && !why; i++) {
        g->deck[i] = (uint8_t)deck[i];
        if (g->deck[i] >= 52 && g->deck[i] != NOBODY)
            why = "deck";
    }
    if (!why && PyTuple_Size(fields) != FIELDS)
        why = "fields";
    if (!why && read_rules(rules, rules_length, &g->rules) && read_fields(fields, g)) {
        if (missing && missing_length != g->seats)
            why = "missing";
        else if (missing)
            memcpy(core->unseen.missing, missing, (size_t)missing_length);
        if (!why)
            why = amiss(g, &core->unseen);
        core->holes = g->phase != OVER && (ALL & ~placed(g));
        if (!g->pasts)
            g->actions = g->lying;
    }
    if (why)
        bad(why);
    if (PyErr_Occurred()) {
        Py_DECREF(core);
        return NULL;
    }
    return (PyObject *)core;
}

static void core_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

/* Writing */

static PyObject *small(uint8_t number) { return PyLong_FromLong(number); }

static PyObject *small_or_none(uint8_t number)
{
    if (number != NOBODY)
        return small(number);
    Py_INCREF(Py_None);
    return Py_None;
}

/* Takes the item over; a tuple without it is given up. */
static bool put(PyObject **tuple, Py_ssize_t place, PyObject *item)
{
    if (item && PyTuple_SetItem(*tuple, place, item) == 0)
        return true;
    Py_CLEAR(*tuple);
    return false;
}

static PyObject *masks(const Cards *cards, int number)
{
    PyObject *tuple = PyTuple_New(number);
    for (int i = 0; tuple && i < number; i++)
        put(&tuple, i, PyLong_FromUnsignedLongLong(cards[i]));
    return tuple;
}

static PyObject *seats_of(const uint8_t *seats, int number)
{
    PyObject *tuple = PyTuple_New(number);
    for (int i = 0; tuple && i < number; i++)
        put(&tuple, i, small(seats[i]));
    return tuple;
}

static PyObject *table_of(const Game *g)
{
    PyObject *tuple = PyTuple_New(g->lying);
    for (int i = 0; tuple && i < g->lying; i++)
        put(&tuple, i, Py_BuildValue("(iK)", g->who[i], (unsigned long long)g->table[i]));
    return tuple;
}

static PyObject *history_of(const Game *g, int most)
{
    int number = most < 0 || most > g->pasts ? g->pasts : most;
    PyObject *tuple = PyTuple_New(number);
    for (int i = 0; tuple && i < number; i++) {
        const Position *p = &g->past[g->pasts - number + i];
        put(&tuple, i, Py_BuildValue("(NNiii)", masks(p->hands, g->seats), masks(p->plays, p->lying), p->turn,
                                     p->still_in, p->size));
    }
    return tuple;
}

static PyObject *core_fields(PyObject *self, PyObject *args)
{
    const Game *g = &((Core *)self)->game;
    int positions = -1;
    if (!PyArg_ParseTuple(args, "|i", &positions))
        return NULL;
    return Py_BuildValue(
        "(iNiNiiNNiiNNNKiNiKNNiN)", g->phase, masks(g->won, g->seats), g->leader, seats_of(g->round, g->rounders),
        g->captors, g->last_winner, small_or_none(g->drawer), small_or_none(g->trump), g->top, g->played,
        small_or_none(g->turn), masks(g->hand, g->seats), table_of(g), (unsigned long long)g->shown, g->still_in,
        seats_of(g->out, g->outs), g->size, (unsigned long long)g->gone, masks(g->unbeaten, g->seats),
        history_of(g, positions), g->sweep,
        small_or_none(g->loser));
}

static PyObject *core_deck(PyObject *self, PyObject *Py_UNUSED(none))
{
    return PyBytes_FromStringAndSize((const char *)((Core *)self)->game.deck, 52);
}

/* Playing */

static PyObject *core_legal(PyObject *self, PyObject *Py_UNUSED(none))
{
    Move moves[MOVES];
    int number = legal_moves(&((Core *)self)->game, moves);
    return masks(moves, number);
}

static bool whole(const Core *core)
{
    return !core->holes || bad("cards are missing: imagine them first");
}

static PyObject *core_play(PyObject *self, PyObject *argument)
{
    Core *core = (Core *)self;
    Move move = PyLong_AsUnsignedLongLong(argument);
    if (PyErr_Occurred() || !whole(core))
        return NULL;
    if (!is_legal(&core->game, move)) {
        bad("this move is not legal");
        return NULL;
    }
    make_move(&core->game, move);
    Py_RETURN_NONE;
}

static bool read_player(const char *policy, double noise, Player *player)
{
    if (!(noise >= 0 && noise <= 1))
        return bad("noise is a share, from 0 to 1");
    player->noise = (uint64_t)(noise * 4294967296.0);
    for (player->policy = 0; player->policy < 3; player->policy++)
        if (!strcmp(policy, POLICIES[player->policy]))
            return true;
    return bad("the policies are random, careful and greedy");
}

static bool read_play(PyObject *args, Player *player, Chance *chance)
{
    unsigned long long seed;
    const char *policy;
    double noise = 0;
    if (!PyArg_ParseTuple(args, "Ks|d", &seed, &policy, &noise))
        return false;
    *chance = seed;
    return read_player(policy, noise, player);
}

/* No policy looks at what its seat does not know: holes do not matter. */
static PyObject *core_choose(PyObject *self, PyObject *args)
{
    Player player;
    Chance chance;
    if (!read_play(args, &player, &chance))
        return NULL;
    Move move = choose(&((Core *)self)->game, &player, &chance);
    if (move)
        return PyLong_FromUnsignedLongLong(move);
    bad("nobody is to act");
    return NULL;
}

static PyObject *core_playout(PyObject *self, PyObject *args)
{
    Player player;
    Chance chance;
    if (!whole((Core *)self) || !read_play(args, &player, &chance))
        return NULL;
    Game *g = malloc(sizeof *g);
    if (!g)
        return PyErr_NoMemory();
    copy_game(g, &((Core *)self)->game);
    int moves = play_out(g, &player, &chance);
    PyObject *result = Py_BuildValue("(Ni)", small_or_none(g->loser), moves);
    free(g);
    return result;
}

static Core *copied(PyObject *self)
{
    Core *core = (Core *)PyType_GenericAlloc(Py_TYPE(self), 0);
    if (core) {
        copy_game(&core->game, &((Core *)self)->game);
        core->unseen = ((Core *)self)->unseen;
        core->holes = ((Core *)self)->holes;
    }
    return core;
}

static PyObject *core_copy(PyObject *self, PyObject *Py_UNUSED(none)) { return (PyObject *)copied(self); }

static PyObject *core_imagine(PyObject *self, PyObject *argument)
{
    Chance chance = PyLong_AsUnsignedLongLong(argument);
    if (PyErr_Occurred())
        return NULL;
    Core *core = copied(self);
    if (core && core->game.phase != OVER) {
        deal_unseen(&core->game, &core->unseen, true, &chance);
        memset(&core->unseen, 0, sizeof core->unseen);
        core->holes = false;
    }
    return (PyObject *)core;
}

static PyObject *core_search(PyObject *self, PyObject *args)
{
    unsigned long long seed;
    unsigned int iterations, milliseconds = 0;
    const char *policy;
    double noise, exploration, shrewd = -1;
    Search how;
    if (!PyArg_ParseTuple(args, "IKsdd|Id", &iterations, &seed, &policy, &noise, &exploration, &milliseconds,
                          &shrewd) ||
        !read_player(policy, noise, &how.player))
        return NULL;
    if (!(shrewd <= 1)) {
        bad("shrewd is a share, from 0 to 1, or below 0");
        return NULL;
    }
    how.ahead = shrewd >= 0;
    how.shrewd = (uint64_t)((shrewd > 0 ? shrewd : 0) * 4294967296.0);
    how.iterations = iterations ? iterations : 1;
    how.milliseconds = milliseconds;
    how.exploration = exploration;
    how.chance = seed;
    Core *root = copied(self); /* its own: other threads may play on while this one searches */
    if (!root)
        return NULL;
    Branch branches[MOVES];
    uint32_t done;
    int number;
    Py_BEGIN_ALLOW_THREADS
    number = search(&root->game, &root->unseen, &how, branches, &done);
    Py_END_ALLOW_THREADS
    Py_DECREF(root);
    if (number <= 0) {
        bad("there is no move to search, or no memory");
        return NULL;
    }
    PyObject *result = PyTuple_New(number);
    for (int i = 0; result && i < number; i++)
        put(&result, i, Py_BuildValue("(KII)", (unsigned long long)branches[i].move, branches[i].tried,
                                      branches[i].saved));
    return result;
}

static PyObject *core_solve(PyObject *self, PyObject *argument)
{
    Core *root;
    const Game *g = &((Core *)self)->game;
    unsigned long positions = PyLong_AsUnsignedLong(argument);
    Move saving[MOVES];
    int number;
    if (PyErr_Occurred() || !whole((Core *)self))
        return NULL;
    if (g->phase != SHEDDING || count(g->still_in) != 2) {
        bad("only two have to be left in phase 2");
        return NULL;
    }
    root = copied(self);
    if (!root)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    number = solve(&root->game, (uint32_t)(positions < UINT32_MAX ? positions : UINT32_MAX), saving);
    Py_END_ALLOW_THREADS
    Py_DECREF(root);
    if (number < 0)
        Py_RETURN_NONE;
    return masks(saving, number);
}

static PyMethodDef METHODS[] = {
    {"fields", core_fields, METH_VARARGS, NULL},
    {"deck", core_deck, METH_NOARGS, NULL},
    {"legal", core_legal, METH_NOARGS, NULL},
    {"play", core_play, METH_O, NULL},
    {"choose", core_choose, METH_VARARGS, NULL},
    {"playout", core_playout, METH_VARARGS, NULL},
    {"copy", core_copy, METH_NOARGS, NULL},
    {"imagine", core_imagine, METH_O, NULL},
    {"solve", core_solve, METH_O, NULL},
    {"search", core_search, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot SLOTS[] = {
    {Py_tp_new, core_new},
    {Py_tp_dealloc, core_dealloc},
    {Py_tp_methods, METHODS},
    {0, NULL},
};

static PyType_Spec SPEC = {
    .name = "engine.fast._core.Core",
    .basicsize = sizeof(Core),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = SLOTS,
};

static int fill_module(PyObject *module)
{
    PyObject *type = PyType_FromSpec(&SPEC);
    if (!type)
        return -1;
    int failed = PyModule_AddObjectRef(module, "Core", type);
    Py_DECREF(type);
    return failed;
}

static PyModuleDef_Slot MODULE_SLOTS[] = {{Py_mod_exec, fill_module}, {0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT,
    .m_name = "engine.fast._core",
    .m_slots = MODULE_SLOTS,
};

PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void) { return PyModuleDef_Init(&MODULE); }
