/* Fuzzes the checker of filters that arrive at run time: blobs COUNT SEED. The file `blobs` holds good blobs, `messages`
 * messages, each behind its length. Prints the answers of the good blobs for each message, then the number of blobs that
 * were tried and of those that the checker accepted. Runs under sanitizers: every blob and message has memory of its own. */
#include "blobs.h"

/* Makes a blob from good ones and chance. Returns its length. */
static size_t make(uint8_t *blob)
{
    const part *const first = &blobs[below(blob_count)], *const second = &blobs[below(blob_count)];
    size_t length, changes, from, at;
    memcpy(blob, engine_header, 10);
    if (below(8) == 0) {
        length = 11 + below(60);
        for (at = 10; at < length; at++) {
            /* Half of them are commands that exist. */
            blob[at] = (uint8_t)below(below(2) ? 256 : 200);
        }
        blob[length - 1] = (uint8_t)below(4);
        return length;
    }
    length = 10 + below(first->length - 10 + 1);
    if (below(4) > 0) {
        length = first->length;
    }
    memcpy(blob, first->octets, length);
    if (below(4) == 0) {
        from = 10 + below(second->length - 10);
        if (length + second->length - from <= ENGINE_MOST) {
            memcpy(blob + length, second->octets + from, second->length - from);
            length += second->length - from;
        }
    }
    for (changes = below(4) + 1; changes > 0 && length > 11; changes--) {
        at = 10 + below(length - 10);
        switch (below(6)) {
        case 0:
            blob[at] = (uint8_t)below(256);
            break;
        case 1:
            blob[at] ^= (uint8_t)(1u << below(8));
            break;
        case 2: /* a small operand */
            blob[at] = (uint8_t)below(12);
            break;
        case 3: /* a command */
            blob[at] = (uint8_t)below(200);
            break;
        case 4:
            memmove(blob + at, blob + at + 1, length - at - 1);
            length--;
            break;
        default:
            if (length < ENGINE_MOST) {
                memmove(blob + at + 1, blob + at, length - at);
                blob[at] = (uint8_t)below(200);
                length++;
            }
            break;
        }
    }
    return length;
}

static int ask(const part *blob, const part *message)
{
    const int answer = engine_run(blob->octets, message->octets, message->length);
    if (answer != 0 && answer != 1 && answer != STUBC_TRUNCATED && answer != STUBC_OTHER) {
        fail("an answer is none of the four");
    }
    return answer;
}

/* Tries a blob on some messages. Returns whether the checker accepts it. */
static int try(const uint8_t *octets, size_t length)
{
    const part blob = copy(octets, length);
    const int accepted = engine_check(blob.octets, blob.length);
    size_t i;
    for (i = 0; accepted && i < 3; i++) {
        const part *const message = &messages[below(message_count)];
        (void)ask(&blob, message);
        if (i == 0) {
            const part cut = copy(message->octets, below(message->length + 1));
            (void)ask(&blob, &cut);
            free(cut.octets);
        } else if (i == 1 && message->length > 0) {
            const part bad = copy(message->octets, message->length);
            bad.octets[below(bad.length)] = (uint8_t)below(256);
            (void)ask(&blob, &bad);
            free(bad.octets);
        }
    }
    free(blob.octets);
    return accepted;
}

int main(int count, char **arguments)
{
    const unsigned long long tries = begin(count, arguments);
    size_t i, j;
    for (i = 0; i < blob_count; i++) {
        if (!engine_check(blobs[i].octets, blobs[i].length)) {
            fail("the checker refuses a good blob");
        }
        for (j = 0; j < blobs[i].length; j++) {
            (void)try(blobs[i].octets, j);
        }
    }
    for (j = 0; j < message_count; j++) {
        for (i = 0; i < blob_count; i++) {
            const int answer = ask(&blobs[i], &messages[j]);
            putchar(answer == STUBC_OTHER ? 'O' : answer == STUBC_TRUNCATED ? 'T' : '0' + answer);
        }
        putchar('\n');
    }
    try_all(tries, make, try);
    return 0;
}
