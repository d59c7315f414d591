/* mount: marshalling code made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: mount.x
 * Options: --technique inlined
 */
#include "mount.h"

static stubc_decode_fn decode_dirpath;
static stubc_read_fn decode_mountstat3;
static stubc_decode_fn decode_mountres3;
static stubc_decode_fn decode_mountlist;
static stubc_decode_fn decode_exports;

static stubc_encode_fn encode_dirpath;
static stubc_write_fn encode_mountstat3;
static stubc_encode_fn encode_mountres3;
static stubc_encode_fn encode_mountlist;
static stubc_encode_fn encode_exports;

static const uint8_t *decode_step_mountstat3(stubc_decoder *d, const uint8_t *p, void *value)
{
    (void)d;
    decode_mountstat3(p, value);
    return p + 4;
}

static uint8_t *encode_step_mountstat3(stubc_encoder *c, uint8_t *q, const void *value)
{
    (void)c;
    encode_mountstat3(q, value);
    return q + 4;
}

/* mountres3_ok.auth_flavors, mount.x:28: frequency 0.2500, inlined */
STUBC_INLINE const uint8_t *inline_decode_mountres3_ok_auth_flavors(stubc_decoder *d, const uint8_t *p,
    mountres3_ok_auth_flavors *v)
{
    v->items = (int32_t *)stubc_quick_array(d, p, 4294967295u, 4, sizeof *v->items, &v->count);
    if (d->code) {
        return NULL;
    }
    stubc_swap32(v->items, p + 4, v->count);
    p += 4 + 4 * v->count;
    return p;
}

/* mountres3_ok, mount.x:26: frequency 0.2500, inlined */
STUBC_INLINE const uint8_t *inline_decode_mountres3_ok(stubc_decoder *d, const uint8_t *p, mountres3_ok *v)
{
    const uint8_t *const start = p;
    p = stubc_get_counted(d, p, start, 64u, &v->fhandle);
    if (!p) {
        return NULL;
    }
    if ((size_t)(d->end - p) < 4) {
        stubc_fail(d, STUBC_TRUNCATED, start);
        return NULL;
    }
    p = inline_decode_mountres3_ok_auth_flavors(d, p, &v->auth_flavors);
    if (!p) {
        return NULL;
    }
    return p;
}

/* mountbody, mount.x:40: frequency 5.0000, inlined */
STUBC_INLINE const uint8_t *inline_decode_mountbody(stubc_decoder *d, const uint8_t *p, mountbody *v)
{
    const uint8_t *const start = p;
    p = stubc_get_counted(d, p, start, 255u, &v->ml_hostname);
    if (!p) {
        return NULL;
    }
    if ((size_t)(d->end - p) < 4) {
        stubc_fail(d, STUBC_TRUNCATED, start);
        return NULL;
    }
    p = stubc_get_counted(d, p, start, 1024u, &v->ml_directory);
    if (!p) {
        return NULL;
    }
    return p;
}

/* groupnode, mount.x:48: frequency 8.6750, inlined */
STUBC_INLINE const uint8_t *inline_decode_groupnode(stubc_decoder *d, const uint8_t *p, groupnode *v)
{
    const uint8_t *const start = p;
    p = stubc_get_counted(d, p, start, 255u, &v->gr_name);
    if (!p) {
        return NULL;
    }
    return p;
}

/* groups, mount.x:46: frequency 5.0000, inlined */
STUBC_INLINE const uint8_t *inline_decode_groups(stubc_decoder *d, const uint8_t *p, groups *v)
{
    const uint8_t *const start = p;
    groupnode **link = v;
    size_t left = d->max_elements;
    for (;;) {
        const uint8_t *const at = p + 4;
        if (stubc_word(p) > 1) {
            stubc_fail(d, STUBC_BAD_VALUE, start);
            return NULL;
        }
        p += 4;
        if (!p[-1]) {
            break;
        }
        if (!left--) {
            stubc_fail(d, STUBC_LIMIT, start);
            return NULL;
        }
        if ((size_t)(d->end - p) < 4) {
            stubc_fail(d, STUBC_TRUNCATED, at);
            return NULL;
        }
        groupnode *const item = (groupnode *)stubc_alloc(d, at, sizeof *item);
        if (!item) {
            return NULL;
        }
        *link = item;
        link = &item->gr_next;
        p = inline_decode_groupnode(d, p, item);
        if (!p) {
            return NULL;
        }
        if ((size_t)(d->end - p) < 4) {
            stubc_fail(d, STUBC_TRUNCATED, start);
            return NULL;
        }
    }
    *link = NULL;
    return p;
}

/* exportnode, mount.x:55: frequency 5.0000, inlined */
STUBC_INLINE const uint8_t *inline_decode_exportnode(stubc_decoder *d, const uint8_t *p, exportnode *v)
{
    const uint8_t *const start = p;
    p = stubc_get_counted(d, p, start, 1024u, &v->ex_dir);
    if (!p) {
        return NULL;
    }
    if ((size_t)(d->end - p) < 4) {
        stubc_fail(d, STUBC_TRUNCATED, start);
        return NULL;
    }
    p = inline_decode_groups(d, p, &v->ex_groups);
    if (!p) {
        return NULL;
    }
    return p;
}

/* dirpath, mount.x:10: frequency 10.0312, compiled, 124 bytes */
static const uint8_t *decode_dirpath(stubc_decoder *d, const uint8_t *p, void *value)
{
    dirpath *const v = (dirpath *)value;
    const uint8_t *const start = p;
    p = stubc_get_counted(d, p, start, 1024u, v);
    if (!p) {
        return NULL;
    }
    return p;
}

/* mountstat3, mount.x:13: frequency 0.3438, compiled, 106 bytes */
static void decode_mountstat3(const uint8_t *p, void *value)
{
    mountstat3 *const v = (mountstat3 *)value;
    *v = (int32_t)stubc_word(p);
}

/* mountres3, mount.x:31: frequency 0.3125, compiled, 136 bytes */
static const uint8_t *decode_mountres3(stubc_decoder *d, const uint8_t *p, void *value)
{
    mountres3 *const v = (mountres3 *)value;
    const uint8_t *const start = p;
    v->fhs_status = (int32_t)stubc_word(p);
    p += 4;
    switch (v->fhs_status) {
    case 0:
        if ((size_t)(d->end - p) < 4) {
            return stubc_fail(d, STUBC_TRUNCATED, start);
        }
        p = inline_decode_mountres3_ok(d, p, &v->u.mountinfo);
        if (!p) {
            return NULL;
        }
        break;
    default:
        break;
    }
    return p;
}

/* mountlist, mount.x:38: frequency 0.3125, compiled, 130 bytes */
static const uint8_t *decode_mountlist(stubc_decoder *d, const uint8_t *p, void *value)
{
    mountlist *const v = (mountlist *)value;
    const uint8_t *const start = p;
    mountbody **link = v;
    size_t left = d->max_elements;
    for (;;) {
        const uint8_t *const at = p + 4;
        if (stubc_word(p) > 1) {
            return stubc_fail(d, STUBC_BAD_VALUE, start);
        }
        p += 4;
        if (!p[-1]) {
            break;
        }
        if (!left--) {
            return stubc_fail(d, STUBC_LIMIT, start);
        }
        if ((size_t)(d->end - p) < 4) {
            return stubc_fail(d, STUBC_TRUNCATED, at);
        }
        mountbody *const item = (mountbody *)stubc_alloc(d, at, sizeof *item);
        if (!item) {
            return NULL;
        }
        *link = item;
        link = &item->ml_next;
        p = inline_decode_mountbody(d, p, item);
        if (!p) {
            return NULL;
        }
        if ((size_t)(d->end - p) < 4) {
            return stubc_fail(d, STUBC_TRUNCATED, start);
        }
    }
    *link = NULL;
    return p;
}

/* exports, mount.x:53: frequency 0.3125, compiled, 130 bytes */
static const uint8_t *decode_exports(stubc_decoder *d, const uint8_t *p, void *value)
{
    exports *const v = (exports *)value;
    const uint8_t *const start = p;
    exportnode **link = v;
    size_t left = d->max_elements;
    for (;;) {
        const uint8_t *const at = p + 4;
        if (stubc_word(p) > 1) {
            return stubc_fail(d, STUBC_BAD_VALUE, start);
        }
        p += 4;
        if (!p[-1]) {
            break;
        }
        if (!left--) {
            return stubc_fail(d, STUBC_LIMIT, start);
        }
        if ((size_t)(d->end - p) < 4) {
            return stubc_fail(d, STUBC_TRUNCATED, at);
        }
        exportnode *const item = (exportnode *)stubc_alloc(d, at, sizeof *item);
        if (!item) {
            return NULL;
        }
        *link = item;
        link = &item->ex_next;
        p = inline_decode_exportnode(d, p, item);
        if (!p) {
            return NULL;
        }
        if ((size_t)(d->end - p) < 4) {
            return stubc_fail(d, STUBC_TRUNCATED, start);
        }
    }
    *link = NULL;
    return p;
}

/* mountres3_ok.auth_flavors, mount.x:28: frequency 0.2500, inlined */
STUBC_INLINE uint8_t *inline_encode_mountres3_ok_auth_flavors(stubc_encoder *c, uint8_t *q,
    const mountres3_ok_auth_flavors *v)
{
    q = stubc_quick_count(c, q, 4294967295u, 4, v->count);
    if (!q) {
        return NULL;
    }
    stubc_swap32(q, v->items, v->count);
    q += 4 * v->count;
    return q;
}

/* mountres3_ok, mount.x:26: frequency 0.2500, inlined */
STUBC_INLINE uint8_t *inline_encode_mountres3_ok(stubc_encoder *c, uint8_t *q, const mountres3_ok *v)
{
    q = stubc_put_counted(c, q, 64u, &v->fhandle);
    if (!q) {
        return NULL;
    }
    if ((size_t)(c->end - q) < 4) {
        stubc_refuse(c, STUBC_NO_SPACE);
        return NULL;
    }
    q = inline_encode_mountres3_ok_auth_flavors(c, q, &v->auth_flavors);
    if (!q) {
        return NULL;
    }
    return q;
}

/* mountbody, mount.x:40: frequency 5.0000, inlined */
STUBC_INLINE uint8_t *inline_encode_mountbody(stubc_encoder *c, uint8_t *q, const mountbody *v)
{
    q = stubc_put_counted(c, q, 255u, &v->ml_hostname);
    if (!q) {
        return NULL;
    }
    if ((size_t)(c->end - q) < 4) {
        stubc_refuse(c, STUBC_NO_SPACE);
        return NULL;
    }
    q = stubc_put_counted(c, q, 1024u, &v->ml_directory);
    if (!q) {
        return NULL;
    }
    return q;
}

/* groupnode, mount.x:48: frequency 8.6750, inlined */
STUBC_INLINE uint8_t *inline_encode_groupnode(stubc_encoder *c, uint8_t *q, const groupnode *v)
{
    q = stubc_put_counted(c, q, 255u, &v->gr_name);
    if (!q) {
        return NULL;
    }
    return q;
}

/* groups, mount.x:46: frequency 5.0000, inlined */
STUBC_INLINE uint8_t *inline_encode_groups(stubc_encoder *c, uint8_t *q, const groups *v)
{
    for (const groupnode *item = *v; item; item = item->gr_next) {
        stubc_put_word(q, 1);
        q += 4;
        if ((size_t)(c->end - q) < 4) {
            stubc_refuse(c, STUBC_NO_SPACE);
            return NULL;
        }
        q = inline_encode_groupnode(c, q, item);
        if (!q) {
            return NULL;
        }
        if ((size_t)(c->end - q) < 4) {
            stubc_refuse(c, STUBC_NO_SPACE);
            return NULL;
        }
    }
    stubc_put_word(q, 0);
    q += 4;
    return q;
}

/* exportnode, mount.x:55: frequency 5.0000, inlined */
STUBC_INLINE uint8_t *inline_encode_exportnode(stubc_encoder *c, uint8_t *q, const exportnode *v)
{
    q = stubc_put_counted(c, q, 1024u, &v->ex_dir);
    if (!q) {
        return NULL;
    }
    if ((size_t)(c->end - q) < 4) {
        stubc_refuse(c, STUBC_NO_SPACE);
        return NULL;
    }
    q = inline_encode_groups(c, q, &v->ex_groups);
    if (!q) {
        return NULL;
    }
    return q;
}

/* dirpath, mount.x:10: frequency 10.0312, compiled, 90 bytes */
static uint8_t *encode_dirpath(stubc_encoder *c, uint8_t *q, const void *value)
{
    const dirpath *const v = (const dirpath *)value;
    q = stubc_put_counted(c, q, 1024u, v);
    if (!q) {
        return NULL;
    }
    return q;
}

/* mountstat3, mount.x:13: frequency 0.3438, compiled, 72 bytes */
static void encode_mountstat3(uint8_t *q, const void *value)
{
    const mountstat3 *const v = (const mountstat3 *)value;
    stubc_put_word(q, (uint32_t)*v);
}

/* mountres3, mount.x:31: frequency 0.3125, compiled, 100 bytes */
static uint8_t *encode_mountres3(stubc_encoder *c, uint8_t *q, const void *value)
{
    const mountres3 *const v = (const mountres3 *)value;
    stubc_put_word(q, (uint32_t)v->fhs_status);
    q += 4;
    switch (v->fhs_status) {
    case 0:
        if ((size_t)(c->end - q) < 4) {
            return stubc_refuse(c, STUBC_NO_SPACE);
        }
        q = inline_encode_mountres3_ok(c, q, &v->u.mountinfo);
        if (!q) {
            return NULL;
        }
        break;
    default:
        break;
    }
    return q;
}

/* mountlist, mount.x:38: frequency 0.3125, compiled, 108 bytes */
static uint8_t *encode_mountlist(stubc_encoder *c, uint8_t *q, const void *value)
{
    const mountlist *const v = (const mountlist *)value;
    for (const mountbody *item = *v; item; item = item->ml_next) {
        stubc_put_word(q, 1);
        q += 4;
        if ((size_t)(c->end - q) < 4) {
            return stubc_refuse(c, STUBC_NO_SPACE);
        }
        q = inline_encode_mountbody(c, q, item);
        if (!q) {
            return NULL;
        }
        if ((size_t)(c->end - q) < 4) {
            return stubc_refuse(c, STUBC_NO_SPACE);
        }
    }
    stubc_put_word(q, 0);
    q += 4;
    return q;
}

/* exports, mount.x:53: frequency 0.3125, compiled, 108 bytes */
static uint8_t *encode_exports(stubc_encoder *c, uint8_t *q, const void *value)
{
    const exports *const v = (const exports *)value;
    for (const exportnode *item = *v; item; item = item->ex_next) {
        stubc_put_word(q, 1);
        q += 4;
        if ((size_t)(c->end - q) < 4) {
            return stubc_refuse(c, STUBC_NO_SPACE);
        }
        q = inline_encode_exportnode(c, q, item);
        if (!q) {
            return NULL;
        }
        if ((size_t)(c->end - q) < 4) {
            return stubc_refuse(c, STUBC_NO_SPACE);
        }
    }
    stubc_put_word(q, 0);
    q += 4;
    return q;
}

const stubc_root stubc_root_dirpath = {.lead = 4, .decode = decode_dirpath, .encode = encode_dirpath};

const stubc_root stubc_root_mountstat3 = {.lead = 4, .decode = decode_step_mountstat3,
    .encode = encode_step_mountstat3};

const stubc_root stubc_root_mountres3 = {.lead = 4, .decode = decode_mountres3, .encode = encode_mountres3};

const stubc_root stubc_root_mountlist = {.lead = 4, .decode = decode_mountlist, .encode = encode_mountlist};

const stubc_root stubc_root_exports = {.lead = 4, .decode = decode_exports, .encode = encode_exports};

