// libexpat behind one opaque handle: a parser with limited memory and without entities.
//
// Only xml.c includes expat.h: it includes system headers, and a second module with those gives `fd_set` two
// definitions, which the compiler may reject.
#pragma once

// A document that is being parsed.
typedef struct cexpat_parser cexpat_parser;

// The callbacks. Texts are valid during the call only; those without a count end in a zero byte.
typedef struct {
    // An element starts; `attributes` are alternating names and values, ended by NULL.
    void (*start)(void *context, const char *name, const char **attributes);
    void (*end)(void *context, const char *name);
    // Part of the text in an element.
    void (*text)(void *context, const char *bytes, int count);
} cexpat_handlers;

// Creates a parser for one document; NULL if out of memory. `context` is passed to each callback. `is_utf8` makes it
// read UTF-8 whatever encoding the document declares.
cexpat_parser *cexpat_create(void *context, cexpat_handlers handlers, int is_utf8);

void cexpat_free(cexpat_parser *parser);

// Parses the next bytes of the document; `is_final` marks the last ones. Returns 1 on success, and 0 if the document is
// invalid; after that nothing more may be parsed.
int cexpat_parse(cexpat_parser *parser, const unsigned char *bytes, int count, int is_final);

// The error message, and its line, counted from 1.
const char *cexpat_problem(cexpat_parser *parser);
unsigned long cexpat_line(cexpat_parser *parser);
