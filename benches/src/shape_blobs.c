/* Fuzzes the checker of shapes that arrive at run time: blobs COUNT SEED. The file `blobs` holds good blobs, `messages`
 * messages, each behind its length. Prints the number of blobs that were tried and of those that the checker accepted.
 * Runs under sanitizers: every blob, message and array of holes has memory of its own. */
#include "blobs.h"

enum { HEADER = 15 };

/* Gives a blob the lengths that its header must state, more or less. */
static void settle(uint8_t *blob, size_t length)
{
    blob[11] = (uint8_t)((length - HEADER) >> 8);
    blob[12] = (uint8_t)(length - HEADER);
}

/* Makes a blob of one record, which would be good if it was not too long. Returns its length. */
static size_t make_record(uint8_t *blob)
{
    const size_t count = 100 + below(100), places = below(4);
    size_t length = HEADER, at;
    blob[10] = 1;
    blob[13] = 0;
    blob[14] = (uint8_t)count;
    blob[length++] = 1;
    blob[length++] = (uint8_t)count;
    blob[length++] = 0;
    blob[length++] = 127;
    for (at = 0; at < count; at++) {
        blob[length++] = (uint8_t)below(256);
    }
    blob[length++] = (uint8_t)places;
    for (at = 0; at < places; at++) {
        blob[length++] = (uint8_t)below(below(2) ? count : 256);
    }
    settle(blob, length);
    return length;
}

/* Makes a blob of lengths inside each other, which would be good if there were not too many, and if their ends came
   behind. Returns its length. */
static size_t make_lengths(uint8_t *blob)
{
    static const uint8_t record[] = {0x39, 0, 0, 255};
    const uint8_t last[] = {(uint8_t)(0x60 + below(24)), 0, 0, 0}; /* an empty hole of any kind */
    const size_t count = 1 + below(16), ends_at = below(2) ? 0 : count;
    size_t length = HEADER, at;
    blob[10] = 1;
    blob[13] = 0;
    blob[14] = (uint8_t)count;
    for (at = 0; at <= count; at++) {
        if (at == ends_at) {
            memcpy(blob + length, last, sizeof last);
            length += sizeof last;
            blob[length++] = (uint8_t)count;
            memset(blob + length, 0, 2 * count);
            length += 2 * count;
        }
        if (at < count) {
            memcpy(blob + length, record, sizeof record);
            length += sizeof record;
        }
    }
    settle(blob, length);
    return length;
}

/* Makes a blob from a good one and chance. Returns its length. */
static size_t make(uint8_t *blob)
{
    const part *const first = &blobs[below(blob_count)];
    size_t length = first->length, changes;
    memcpy(blob, first->octets, length);
    if (below(32) == 0) {
        return below(2) ? make_record(blob) : make_lengths(blob);
    }
    if (below(8) == 0) {
        size_t at;
        length = HEADER + 4 + below(60);
        for (at = HEADER; at < length; at++) {
            blob[at] = (uint8_t)below(below(2) ? 256 : 40);
        }
        blob[10] = (uint8_t)below(3);
        blob[13] = 0;
        blob[14] = (uint8_t)below(80);
    }
    for (changes = below(3) + 1; changes > 0; changes--) {
        const size_t at = 10 + below(length - 10);
        switch (below(5)) {
        case 0:
            blob[at] = (uint8_t)below(256);
            break;
        case 1:
            blob[at] ^= (uint8_t)(1u << below(8));
            break;
        case 2:
            blob[at] = (uint8_t)below(12);
            break;
        case 3:
            memmove(blob + at, blob + at + 1, length - at - 1);
            length--;
            break;
        default:
            memmove(blob + at + 1, blob + at, length - at);
            blob[at] = (uint8_t)below(40);
            length++;
            break;
        }
    }
    if (length <= HEADER) {
        length = HEADER + 1;
    }
    if (below(8) > 0) {
        settle(blob, length);
    }
    return length;
}

/* Finds the holes of a message, which must lie inside. */
static void ask(const part *blob, const part *message)
{
    const size_t count = engine_holes(blob->octets);
    stubc_hole *const holes = malloc(count > 0 ? count * sizeof *holes : 1);
    const size_t octets = engine_run(blob->octets, holes, message->octets, message->length);
    size_t i;
    if (octets > message->length) {
        fail("more octets than the message has");
    }
    for (i = 0; octets > 0 && i < count; i++) {
        const size_t at = (size_t)(holes[i].octets - message->octets);
        if (at > octets || octets - at < holes[i].length) {
            fail("a hole outside of the message");
        }
    }
    free(holes);
}

/* Tries a blob on some messages. Returns whether the checker accepts it. */
static int try(const uint8_t *octets, size_t length)
{
    const part blob = copy(octets, length);
    const int accepted = engine_check(blob.octets, blob.length);
    size_t i;
    for (i = 0; accepted && i < 4; i++) {
        const part *const message = &messages[below(message_count)];
        const part other = copy(message->octets, below(2) ? message->length : below(message->length + 1));
        if (i > 1 && other.length > 0) {
            other.octets[below(other.length)] = (uint8_t)below(256);
        }
        ask(&blob, &other);
        free(other.octets);
    }
    free(blob.octets);
    return accepted;
}

int main(int count, char **arguments)
{
    const unsigned long long tries = begin(count, arguments);
    size_t i, j;
    if (message_count != blob_count) {
        fail("a blob has no sample");
    }
    for (i = 0; i < blob_count; i++) {
        stubc_hole holes[ENGINE_HOLES];
        if (!engine_check(blobs[i].octets, blobs[i].length)) {
            fail("the checker refuses a good blob");
        }
        for (j = 0; j < message_count; j++) {
            const size_t octets = engine_run(blobs[i].octets, holes, messages[j].octets, messages[j].length);
            if (octets != (i == j ? messages[j].length : 0)) {
                fail("a shape knows its sample alone");
            }
        }
        for (j = 0; j < blobs[i].length; j++) {
            (void)try(blobs[i].octets, j);
        }
    }
    try_all(tries, make, try);
    return 0;
}
