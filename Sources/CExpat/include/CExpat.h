// libexpat behind one opaque handle: a parser with a bounded memory, and without entities.
//
// expat.h is read in parser.c only: it pulls in headers of the system, and a second module that has them gives
// `fd_set` two definitions, of which the compiler may refuse one.
#pragma once

// A document that is being parsed.
typedef struct cexpat_parser cexpat_parser;

// What is called while parsing. Texts end in a zero byte but those with a count, and are gone after the call.
typedef struct {
    // An element begins; `attributes` are names and values in turn, and NULL at the end.
    void (*start)(void *context, const char *name, const char *const *attributes);
    void (*end)(void *context, const char *name);
    // A part of the text in an element.
    void (*text)(void *context, const char *bytes, int count);
} cexpat_handlers;

// Begins a document; NULL when there is no memory. `context` is handed to each handler.
cexpat_parser *cexpat_create(void *context, cexpat_handlers handlers);

void cexpat_free(cexpat_parser *parser);

// Takes in the next bytes of the document; `is_final` says that they are the last. 1 on success; 0 when the document is
// at fault, after which nothing more may be taken in.
int cexpat_parse(cexpat_parser *parser, const unsigned char *bytes, int count, int is_final);

// What is wrong, and where: lines count from 1.
const char *cexpat_problem(cexpat_parser *parser);
unsigned long cexpat_line(cexpat_parser *parser);
