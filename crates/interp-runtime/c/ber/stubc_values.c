/* ---- Checks of contents octets: object identifiers, real numbers, and times in DER ---- */
#ifdef STUBC_USE_OID
#ifdef STUBC_WORDS
/* Bit 7 of each octet of a word. */
#define STUBC_HIGH UINT64_C(0x8080808080808080)
/* A number with some bit of STUBC_HIGH if an octet of word is 0x80, else with none. */
#define STUBC_PADS(word) ((((word) ^ STUBC_HIGH) - UINT64_C(0x0101010101010101)) & (word) & STUBC_HIGH)
#endif

/* Returns whether the octets are complete arcs of an object identifier, each in the shortest form (X.690 8.19.2). */
bool stubc_is_oid(const stubc_slice *value)
{
#ifdef STUBC_WORDS
    const uint8_t *const c = value->data;
    const size_t length = value->length;
    if (length - 1 < 3 && (c[0] | c[length / 2] | c[length - 1]) < 0x80) { /* all octets of three */
        return true;
    }
    if (length - 4 <= 12 && c[length - 1] < 0x80) {
        /* The octets of both ends, which may overlap: none is 0x80, so no arc begins with one. */
        uint64_t first, last;
        if (length < 8) {
            uint32_t half;
            memcpy(&half, c, 4);
            first = half;
            memcpy(&half, c + length - 4, 4);
            last = half;
        } else {
            memcpy(&first, c, 8);
            memcpy(&last, c + length - 8, 8);
        }
        if (!(STUBC_PADS(first) | STUBC_PADS(last))) {
            return true;
        }
    }
#endif
    return is_oid(value->data, value->length);
}
#endif

#ifdef STUBC_USE_TIME
/* Returns whether the text is a UTCTime (even kind) or a GeneralizedTime (odd kind) in the form of DER (X.690 11.7,
 * 11.8). */
static bool is_time(const stubc_slice *value, unsigned kind)
{
    const uint8_t most[] = {12, 31, 23, 59, (uint8_t)(59 + (kind & 1))};
    size_t length = kind & 1 ? 14 : 12, i;
    const uint8_t *c = value->data, *end;
    if (value->length <= length) {
        return false;
    }
    end = c + value->length;
    for (i = 0; i < length; i++) {
        if ((unsigned)(c[i] - '0') > 9) {
            return false;
        }
    }
    c += length - 10;
    for (i = 0; i < 5; i++, c += 2) {
        unsigned number = (unsigned)(c[0] - '0') * 10 + (unsigned)(c[1] - '0');
        if (number > most[i] || (i < 2 && !number)) {
            return false;
        }
    }
    if (kind & 1 && *c == '.' && end - c > 2 && end[-2] != '0') {
        while (++c < end && (unsigned)(*c - '0') <= 9) {
        }
    }
    return end - c == 1 && *c == 'Z';
}
#endif

#ifdef STUBC_USE_ISO_TIME
/* Returns whether the text of a TIME or DURATION is in the form of DER: no comma, and no minutes in an offset of whole
 * hours (X.690 11.9). */
static bool is_iso_time(const stubc_slice *value)
{
    size_t i, left;
    for (i = 0, left = value->length; left; i++, left--) {
        const uint8_t *c = value->data + i;
        if (*c == ',' || (left >= 6 && (*c == '+' || *c == '-') && (unsigned)(c[1] - '0') <= 9 &&
                          (unsigned)(c[2] - '0') <= 9 && c[3] == ':' && c[4] == '0' && c[5] == '0')) {
            return false;
        }
    }
    return true;
}
#endif

#if defined STUBC_ENCODED_DEFAULTS && defined STUBC_DECODE
#ifdef STUBC_DER
/* Returns whether the octets from p to e are those of the constructed default known. */
bool stubc_is_sent(const stubc_slice *known, const uint8_t *p, const uint8_t *e)
{
    return (size_t)(e - p) == known->length && memcmp(p, known->data, known->length) == 0;
}
#endif

/* Makes the decoder read the octets of a default, and saves its limits in before. The octets come from the
 * specification, not from the message, so that only the arena limits them. Returns their start and sets e to their
 * end. */
const uint8_t *stubc_fill(stubc_decoder *d, stubc_filling *before, const stubc_slice *known, const uint8_t **e)
{
    before->depth = d->depth;
    before->max_elements = d->context ? d->context->max_elements : 0;
    if (d->context) {
        d->context->max_elements = SIZE_MAX;
    }
    d->depth = ~0u;
#ifdef STUBC_FILLS
    before->filling = d->filling;
    d->filling = true;
#endif
    *e = known->data + known->length;
    return known->data;
}

/* Restores the limits after stubc_fill. An error in the default has no offset of its own, so it is reported at the
 * enclosing construct. */
void stubc_filled(stubc_decoder *d, const stubc_filling *before)
{
    if (d->context) {
        d->context->max_elements = before->max_elements;
    }
    d->depth = before->depth;
#ifdef STUBC_FILLS
    d->filling = before->filling;
#endif
    if (d->code) {
        d->at = NULL;
    }
}
#endif
