// ncurses with wide characters, without its macros and global variables: one screen, drawn as rows of styled text.
//
// Only screen.c includes curses.h: it includes system headers, and a second module with those gives `fd_set` two
// definitions, which the compiler may reject.
//
// All functions are called by one thread.
#pragma once

// The styles of text. Without colours, ccurses_put shows them by brightness or inversion, or not at all.
enum {
    CCURSES_PLAIN = 0,
    CCURSES_HEADING = 1,
    CCURSES_FAINT = 2,
    CCURSES_GREEN = 3,
    CCURSES_YELLOW = 4,
    CCURSES_RED = 5,
    CCURSES_BAR = 6,
};

// The keys beyond ASCII that ccurses_key returns.
enum {
    CCURSES_KEY_UP = 0x1001,
    CCURSES_KEY_DOWN = 0x1002,
    CCURSES_KEY_PAGE_UP = 0x1003,
    CCURSES_KEY_PAGE_DOWN = 0x1004,
    CCURSES_KEY_HOME = 0x1005,
    CCURSES_KEY_END = 0x1006,
    CCURSES_KEY_OTHER = 0x1FFF,
};

// Takes over the terminal of standard input and output, with the characters of the environment's locale. The terminal
// is restored by ccurses_close, and also when the process crashes. Returns 0, or -1 if the terminal's type (TERM) is
// unknown or cannot show a screen.
int ccurses_open(int in_colour);
void ccurses_close(void);

// Adopts the terminal's present size.
void ccurses_resize(void);
int ccurses_rows(void);
int ccurses_columns(void);

// Draws. Nothing is visible before ccurses_show.
void ccurses_erase(void);
// Puts text into a row, from a column on, in at most `width` columns. Returns the columns that it took. What the locale
// or the terminal cannot show becomes a question mark.
int ccurses_put(int row, int column, int width, const char *text, int style);
void ccurses_show(void);

// Returns the next key without waiting: a character, one of the above, or -1 if there is none.
int ccurses_key(void);
