#include "xml.h"

#include <expat.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// The limit on the memory of libexpat: one tag, the names so far, the open elements. Position files need some ten
// kilobytes. Without a limit a tag that never ends would be collected for ever.
enum { CEXPAT_MEMORY_LIMIT = 4 << 20 };

struct cexpat_parser {
    XML_Parser xml;
    size_t in_use;
    int declares_entity;
};

// libexpat does not pass its parser to the memory functions; this is the parser that this thread has entered.
static _Thread_local cexpat_parser *cexpat_entered;

// The header of each block, which keeps the block aligned for any type.
typedef union {
    size_t size;
    max_align_t alignment;
} cexpat_block;

static void *cexpat_reallocate(void *memory, size_t size) {
    cexpat_block *block = memory ? (cexpat_block *)memory - 1 : NULL;
    size_t before = block ? block->size : 0;
    size_t *in_use = &cexpat_entered->in_use;
    if (size > CEXPAT_MEMORY_LIMIT || *in_use - before + size > CEXPAT_MEMORY_LIMIT) return NULL;
    block = realloc(block, sizeof *block + size);
    if (block == NULL) return NULL;
    block->size = size;
    *in_use += size - before;
    return block + 1;
}

static void *cexpat_allocate(size_t size) { return cexpat_reallocate(NULL, size); }

static void cexpat_release(void *memory) {
    if (memory == NULL) return;
    cexpat_block *block = (cexpat_block *)memory - 1;
    cexpat_entered->in_use -= block->size;
    free(block);
}

// Nested entities can grow without bounds, and external ones read other files. No recording needs entities.
static void XMLCALL cexpat_entity(void *context, const XML_Char *name, int is_parameter, const XML_Char *value,
                                  int value_length, const XML_Char *base, const XML_Char *system_id,
                                  const XML_Char *public_id, const XML_Char *notation) {
    (void)context, (void)name, (void)is_parameter, (void)value, (void)value_length, (void)base, (void)system_id,
        (void)public_id, (void)notation;
    cexpat_entered->declares_entity = 1;
    XML_StopParser(cexpat_entered->xml, XML_FALSE);
}

// Accepts the encodings of one byte a character that extend ASCII. What a recording gives is written in ASCII, so it does
// not matter which letter another byte is; it only must be one that a name may have.
static int XMLCALL cexpat_encoding(void *context, const XML_Char *name, XML_Encoding *encoding) {
    static const char *const prefixes[] = {"windows-12", "cp125", "iso-8859-", "iso8859-", "iso_8859-",
                                           "latin", "koi8-", "mac"};
    (void)context;
    for (size_t index = 0; index < sizeof prefixes / sizeof *prefixes; index++) {
        if (strncasecmp(name, prefixes[index], strlen(prefixes[index])) != 0) continue;
        for (int byte = 0; byte < 256; byte++) encoding->map[byte] = byte < 0x80 ? byte : 0xC0;
        encoding->data = NULL;
        encoding->convert = NULL;
        encoding->release = NULL;
        return XML_STATUS_OK;
    }
    return XML_STATUS_ERROR;
}

cexpat_parser *cexpat_create(void *context, cexpat_handlers handlers, int is_utf8) {
    static const XML_Memory_Handling_Suite memory = {cexpat_allocate, cexpat_reallocate, cexpat_release};
    cexpat_parser *self = calloc(1, sizeof *self);
    if (self == NULL) return NULL;
    cexpat_entered = self;
    self->xml = XML_ParserCreate_MM(is_utf8 ? "UTF-8" : NULL, &memory, NULL);
    if (self->xml == NULL) {
        free(self);
        return NULL;
    }
    XML_SetUserData(self->xml, context);
    XML_SetElementHandler(self->xml, handlers.start, handlers.end);
    XML_SetCharacterDataHandler(self->xml, handlers.text);
    XML_SetEntityDeclHandler(self->xml, cexpat_entity);
    XML_SetUnknownEncodingHandler(self->xml, cexpat_encoding, NULL);
    return self;
}

void cexpat_free(cexpat_parser *self) {
    cexpat_entered = self;
    XML_ParserFree(self->xml);
    cexpat_entered = NULL;
    free(self);
}

int cexpat_parse(cexpat_parser *self, const unsigned char *bytes, int count, int is_final) {
    cexpat_entered = self;
    int status = XML_Parse(self->xml, (const char *)bytes, count, is_final);
    cexpat_entered = NULL;
    return status == XML_STATUS_OK;
}

const char *cexpat_problem(cexpat_parser *self) {
    if (self->declares_entity) return "it declares an entity, which is not allowed in a recording";
    enum XML_Error code = XML_GetErrorCode(self->xml);
    if (code == XML_ERROR_NO_MEMORY) return "a tag does not end, or there are too many different names";
    const char *text = XML_ErrorString(code);
    return text ? text : "not XML";
}

unsigned long cexpat_line(cexpat_parser *self) { return XML_GetCurrentLineNumber(self->xml); }
