/* Packets for XDP. Places are offsets into the packet. */

#define STUBC_INLINE static inline __attribute__((always_inline, unused))

/* Offsets are below this power of two; a packet of more bytes, less eight, passes. */
#define STUBC_XDP_MOST 0x4000u

/* So many elements of an array are followed; a packet whose array has more passes. */
#ifndef STUBC_XDP_TURNS
#define STUBC_XDP_TURNS 32
#endif

/* The same for tests of arrays in arrays. */
#ifndef STUBC_XDP_INNER_TURNS
#define STUBC_XDP_INNER_TURNS 6
#endif

#define STUBC_XDP_ABSENT 256u

struct stubc_packet {
    const uint8_t *data, *end;
};

/* Returns an offset about which the verifier knows its bound alone: then ways through the program that meet look equal
   to it, and it follows one of them. */
STUBC_INLINE uint64_t filter_any(uint64_t at)
{
    uint64_t hidden = at;
#ifdef __bpf__
    __asm__("%0 = be16 %0\n\t%0 = be16 %0" : "+r"(hidden));
#endif
    return hidden & (STUBC_XDP_MOST - 1);
}

/* Returns the address of an offset. The compiler takes each one for another address, so that each read has its
   check. */
STUBC_INLINE const uint8_t *filter_place(const struct stubc_packet *x, uint64_t p)
{
    const uint8_t *at = x->data + p;
#ifdef __bpf__
    __asm__("" : "+r"(at));
#endif
    return at;
}

/* Returns the octet at p, or STUBC_XDP_ABSENT at the end. */
STUBC_INLINE uint64_t filter_first(const struct stubc_packet *x, uint64_t p, uint64_t e)
{
    const uint8_t *const at = filter_place(x, p);
    return p < e && at + 1 <= x->end ? *at : STUBC_XDP_ABSENT;
}

/* Reads the eight octets before e, the most significant first. The headers of the packet have more, so they are
   there. */
STUBC_INLINE bool filter_before(const struct stubc_packet *x, uint64_t e, uint64_t *number)
{
    const uint8_t *const at = filter_place(x, (e - 8) & (STUBC_XDP_MOST - 1));
    if (at + 8 > x->end) {
        return false;
    }
#if defined __bpf__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    *number = __builtin_bswap64(*(const uint64_t *)at);
#elif defined __bpf__
    *number = *(const uint64_t *)at;
#else
    *number = 0;
    for (uint64_t i = 0; i < 8; i++) {
        *number = *number << 8 | at[i];
    }
#endif
    return true;
}

/* Returns the number from p to e in two's complement. Numbers beyond 64 bits become the smallest or the largest one. */
STUBC_INLINE int64_t filter_number(const struct stubc_packet *x, uint64_t p, uint64_t e)
{
    const uint64_t octets = e - p;
    uint64_t number;
    if (octets > 8) {
        return filter_first(x, p, e) >= 0x80 ? INT64_MIN : INT64_MAX;
    }
    if (octets == 0 || !filter_before(x, e, &number)) {
        return 0;
    }
    return (int64_t)(number << (64 - 8 * octets)) >> (64 - 8 * octets);
}

/* Returns whether these octets are at p. */
STUBC_INLINE bool filter_same(const struct stubc_packet *x, uint64_t p, const char *octets, uint64_t count)
{
    const uint8_t *const at = filter_place(x, p & (STUBC_XDP_MOST - 1));
    if (at + count > x->end) {
        return false;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (at[i] != (uint8_t)octets[i]) {
            return false;
        }
    }
    return true;
}

STUBC_INLINE uint64_t stubc_word(const uint8_t *at)
{
    return (uint64_t)at[0] << 8 | at[1];
}

/* Finds the payload of a packet behind the headers that --skip names. Returns whether it has them. */
STUBC_INLINE bool stubc_payload(const struct stubc_packet *x, uint64_t *p, uint64_t *e)
{
    const uint8_t *const frame = x->data;
    const uint8_t *head;
    uint64_t at, end, protocol, size;
    if (frame + 34 > x->end) {
        return false;
    }
    switch (stubc_word(frame + 12)) {
#ifdef STUBC_XDP_IPV4
    case 0x0800:
        at = 14 + (frame[14] & 15u) * 4;
        end = 14 + stubc_word(frame + 16);
        protocol = frame[23];
        /* A fragment passes. */
        if (frame[14] >> 4 != 4 || at < 34 || (stubc_word(frame + 20) & 0x3fff) != 0) {
            return false;
        }
        break;
#endif
#ifdef STUBC_XDP_IPV6
    case 0x86dd:
        if (frame + 54 > x->end || frame[14] >> 4 != 6) {
            return false;
        }
        at = 54;
        end = 54 + stubc_word(frame + 18);
        /* An extension header is another protocol. */
        protocol = frame[20];
        break;
#endif
    default:
        return false;
    }
    if (end > STUBC_XDP_MOST - 8 || frame + end > x->end) {
        return false;
    }
    head = frame + at;
    switch (protocol) {
#ifdef STUBC_XDP_UDP
    case 17:
        if (at + 8 > end || head + 8 > x->end || stubc_word(head + 2) != STUBC_XDP_UDP) {
            return false;
        }
        size = stubc_word(head + 4);
        if (size < 8 || size > end - at) {
            return false;
        }
        end = at + size;
        at += 8;
        break;
#endif
#ifdef STUBC_XDP_TCP
    case 6:
        if (at + 20 > end || head + 20 > x->end || stubc_word(head + 2) != STUBC_XDP_TCP) {
            return false;
        }
        size = (uint64_t)(head[12] >> 4) * 4;
        if (size < 20 || size > end - at) {
            return false;
        }
        at += size;
        break;
#endif
    default:
        return false;
    }
    *p = filter_any(at);
    *e = filter_any(end);
    return true;
}
