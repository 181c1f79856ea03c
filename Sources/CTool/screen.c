#define _GNU_SOURCE 1
#define NCURSES_WIDECHAR 1
#include "screen.h"

#include <curses.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

static SCREEN *screen;
static const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP};

// endwin is not made for signal handlers. But the process ends here in any case, and a terminal in raw mode on the
// alternate screen would hide why.
static void restore_and_crash(int signal_number) {
    signal(signal_number, SIG_DFL);
    if (screen) endwin();
    raise(signal_number);
}

int ccurses_open(int in_colour) {
    setlocale(LC_CTYPE, "");
    // initscr would end the process.
    screen = newterm(NULL, stdout, stdin);
    if (!screen) return -1;
    if (!tigetstr("cup") || tigetstr("cup") == (char *)-1) {
        ccurses_close();
        return -1;
    }
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        struct sigaction action = {.sa_handler = restore_and_crash, .sa_flags = SA_ONSTACK};
        sigaction(crashes[i], &action, NULL);
    }
    cbreak();
    noecho();
    nonl();
    nodelay(stdscr, TRUE);
    keypad(stdscr, TRUE);
    // The time after which an escape is a key of its own.
    set_escdelay(25);
    curs_set(0);
    if (in_colour && has_colors()) {
        start_color();
        use_default_colors();
        init_pair(CCURSES_GREEN, COLOR_GREEN, -1);
        init_pair(CCURSES_YELLOW, COLOR_YELLOW, -1);
        init_pair(CCURSES_RED, COLOR_RED, -1);
    }
    return 0;
}

void ccurses_close(void) {
    if (!screen) return;
    endwin();
    delscreen(screen);
    screen = NULL;
}

void ccurses_resize(void) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
        resizeterm(size.ws_row, size.ws_col);
    }
    // Whatever the terminal made of the old content is overwritten.
    clearok(curscr, TRUE);
}

int ccurses_rows(void) { return LINES; }
int ccurses_columns(void) { return COLS; }

void ccurses_erase(void) { erase(); }
void ccurses_show(void) { refresh(); }

static attr_t attributes(int style) {
    switch (style) {
    case CCURSES_HEADING: return A_BOLD;
    case CCURSES_FAINT: return A_DIM;
    case CCURSES_BAR: return A_REVERSE;
    case CCURSES_GREEN: case CCURSES_YELLOW: case CCURSES_RED:
        // Pair 0 is what the terminal shows anyhow.
        return COLOR_PAIRS > style ? COLOR_PAIR(style) : style == CCURSES_GREEN ? A_NORMAL : A_BOLD;
    default: return A_NORMAL;
    }
}

int ccurses_put(int row, int column, int width, const char *text, int style) {
    mbstate_t state = {0};
    size_t left = strlen(text);
    int used = 0;
    if (move(row, column) == ERR) return 0;
    attrset(attributes(style));
    while (left > 0) {
        wchar_t character;
        size_t length = mbrtowc(&character, text, left, &state);
        int columns = 1;
        if (length == (size_t)-1 || length == (size_t)-2) {
            memset(&state, 0, sizeof state);
            character = L'?';
            // One question mark for all bytes of a character of UTF-8.
            for (length = 1; length < left && ((unsigned char)text[length] & 0xC0) == 0x80;) length++;
        } else if ((columns = wcwidth(character)) < 0) {
            character = L'?';
            columns = 1;
        }
        if (length == 0) break;
        if (used + columns > width) break;
        addnwstr(&character, 1);
        used += columns;
        text += length;
        left -= length;
    }
    attrset(A_NORMAL);
    return used;
}

int ccurses_key(void) {
    int key = getch();
    switch (key) {
    case ERR: return -1;
    case KEY_UP: return CCURSES_KEY_UP;
    case KEY_DOWN: return CCURSES_KEY_DOWN;
    case KEY_PPAGE: return CCURSES_KEY_PAGE_UP;
    case KEY_NPAGE: return CCURSES_KEY_PAGE_DOWN;
    case KEY_HOME: return CCURSES_KEY_HOME;
    case KEY_END: return CCURSES_KEY_END;
    case KEY_BACKSPACE: return 0x7F;
    case KEY_ENTER: return '\r';
    default: return key < 0x100 ? key : CCURSES_KEY_OTHER;
    }
}
