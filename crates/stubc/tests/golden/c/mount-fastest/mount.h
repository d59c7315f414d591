/* mount: types and entry points made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: mount.x
 * Options: --technique inlined
 * 3234 bytes of object code (estimate, between 2426 and 5174), no cap
 * definitions by direction: 0 interpreted, 22 compiled; 12 references inlined
 */
#ifndef STUBC_HEADER_OF_mount
#define STUBC_HEADER_OF_mount

#include "stubc_rt.h"

#ifndef STUBC_FOR_mount
#error "the runtime of another specification: generate both with different --prefix"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mountres3_ok mountres3_ok;
typedef struct mountres3 mountres3;
typedef struct mountbody mountbody;
typedef struct groupnode groupnode;
typedef struct exportnode exportnode;
typedef struct mountres3_ok_auth_flavors mountres3_ok_auth_flavors;
typedef mountbody *mountlist; /* a linked list: its first element */
typedef groupnode *groups; /* a linked list: its first element */
typedef exportnode *exports; /* a linked list: its first element */

enum mountstat3_item {
    MNT3_OK = 0,
    MNT3ERR_PERM = 1,
    MNT3ERR_NOENT = 2,
    MNT3ERR_IO = 5,
    MNT3ERR_ACCES = 13,
    MNT3ERR_NOTDIR = 20,
    MNT3ERR_INVAL = 22,
    MNT3ERR_NAMETOOLONG = 63,
    MNT3ERR_NOTSUPP = 10004,
    MNT3ERR_SERVERFAULT = 10006,
};

/* Values of mount */
enum {
    MNTPATHLEN = 1024,
    MNTNAMLEN = 255,
    FHSIZE3 = 64,
};

typedef stubc_slice fhandle3; /* opaque<64>, mount.x:9 */
typedef stubc_slice name; /* string<255>, mount.x:11 */
typedef stubc_slice dirpath; /* string<1024>, mount.x:10 */
typedef int32_t mountstat3; /* enum mountstat3_item, mount.x:13 */

/* mountres3_ok.auth_flavors, mount.x:28 */
struct mountres3_ok_auth_flavors {
    int32_t *items; /* int, mount.x:28 */
    size_t count;
};

/* mountres3_ok, mount.x:26 */
struct mountres3_ok {
    fhandle3 fhandle; /* fhandle3: opaque<64>, mount.x:27 */
    mountres3_ok_auth_flavors auth_flavors; /* int<>, mount.x:28 */
};

/* mountres3, mount.x:31 */
struct mountres3 {
    mountstat3 fhs_status; /* mountstat3: enum, mount.x:31 */
    union {
        mountres3_ok mountinfo; /* mountres3_ok, mount.x:33 */
    } u;
};

/* mountbody, mount.x:40 */
struct mountbody {
    name ml_hostname; /* name: string<255>, mount.x:41 */
    dirpath ml_directory; /* dirpath: string<1024>, mount.x:42 */
    mountbody *ml_next; /* the next element; NULL: the last one */
};

/* groupnode, mount.x:48 */
struct groupnode {
    name gr_name; /* name: string<255>, mount.x:49 */
    groupnode *gr_next; /* the next element; NULL: the last one */
};

/* exportnode, mount.x:55 */
struct exportnode {
    dirpath ex_dir; /* dirpath: string<1024>, mount.x:56 */
    groups ex_groups; /* groupnode *, mount.x:57 */
    exportnode *ex_next; /* the next element; NULL: the last one */
};

#define dirpath_ENCODED_MAX 1028 /* octets of the largest encoding of a value that is permitted */
#define dirpath_ARENA_MAX 0 /* bytes of an arena in which any value can be decoded */
extern const stubc_root stubc_root_dirpath;
STUBC_ENTRY stubc_result dirpath_decode(dirpath *value, const uint8_t *input, size_t length, stubc_context *context,
    stubc_error *error)
{
    return stubc_decode_message(value, input, length, context, error, &stubc_root_dirpath);
}
STUBC_ENTRY stubc_result dirpath_decode_exact(dirpath *value, const uint8_t *input, size_t length,
    stubc_context *context, stubc_error *error)
{
    return stubc_decode_exactly(value, input, length, context, error, &stubc_root_dirpath);
}
STUBC_ENTRY stubc_result dirpath_encode(const dirpath *value, uint8_t *buffer, size_t capacity, stubc_context *context,
    stubc_error *error)
{
    return stubc_encode_message(value, buffer, capacity, context, error, &stubc_root_dirpath);
}
STUBC_ENTRY stubc_result dirpath_encode_tail(const dirpath *value, uint8_t *buffer, size_t capacity,
    stubc_context *context, stubc_error *error, uint8_t **start)
{
    return stubc_encode_at_tail(value, buffer, capacity, context, error, start, &stubc_root_dirpath);
}

#define mountstat3_ENCODED_MAX 4 /* octets of the largest encoding of a value that is permitted */
#define mountstat3_ARENA_MAX 0 /* bytes of an arena in which any value can be decoded */
extern const stubc_root stubc_root_mountstat3;
STUBC_ENTRY stubc_result mountstat3_decode(mountstat3 *value, const uint8_t *input, size_t length,
    stubc_context *context, stubc_error *error)
{
    return stubc_decode_message(value, input, length, context, error, &stubc_root_mountstat3);
}
STUBC_ENTRY stubc_result mountstat3_decode_exact(mountstat3 *value, const uint8_t *input, size_t length,
    stubc_context *context, stubc_error *error)
{
    return stubc_decode_exactly(value, input, length, context, error, &stubc_root_mountstat3);
}
STUBC_ENTRY stubc_result mountstat3_encode(const mountstat3 *value, uint8_t *buffer, size_t capacity,
    stubc_context *context, stubc_error *error)
{
    return stubc_encode_message(value, buffer, capacity, context, error, &stubc_root_mountstat3);
}
STUBC_ENTRY stubc_result mountstat3_encode_tail(const mountstat3 *value, uint8_t *buffer, size_t capacity,
    stubc_context *context, stubc_error *error, uint8_t **start)
{
    return stubc_encode_at_tail(value, buffer, capacity, context, error, start, &stubc_root_mountstat3);
}

extern const stubc_root stubc_root_mountres3;
STUBC_ENTRY stubc_result mountres3_decode(mountres3 *value, const uint8_t *input, size_t length, stubc_context *context,
    stubc_error *error)
{
    return stubc_decode_message(value, input, length, context, error, &stubc_root_mountres3);
}
STUBC_ENTRY stubc_result mountres3_decode_exact(mountres3 *value, const uint8_t *input, size_t length,
    stubc_context *context, stubc_error *error)
{
    return stubc_decode_exactly(value, input, length, context, error, &stubc_root_mountres3);
}
STUBC_ENTRY stubc_result mountres3_encode(const mountres3 *value, uint8_t *buffer, size_t capacity,
    stubc_context *context, stubc_error *error)
{
    return stubc_encode_message(value, buffer, capacity, context, error, &stubc_root_mountres3);
}
STUBC_ENTRY stubc_result mountres3_encode_tail(const mountres3 *value, uint8_t *buffer, size_t capacity,
    stubc_context *context, stubc_error *error, uint8_t **start)
{
    return stubc_encode_at_tail(value, buffer, capacity, context, error, start, &stubc_root_mountres3);
}

extern const stubc_root stubc_root_mountlist;
STUBC_ENTRY stubc_result mountlist_decode(mountlist *value, const uint8_t *input, size_t length, stubc_context *context,
    stubc_error *error)
{
    return stubc_decode_message(value, input, length, context, error, &stubc_root_mountlist);
}
STUBC_ENTRY stubc_result mountlist_decode_exact(mountlist *value, const uint8_t *input, size_t length,
    stubc_context *context, stubc_error *error)
{
    return stubc_decode_exactly(value, input, length, context, error, &stubc_root_mountlist);
}
STUBC_ENTRY stubc_result mountlist_encode(const mountlist *value, uint8_t *buffer, size_t capacity,
    stubc_context *context, stubc_error *error)
{
    return stubc_encode_message(value, buffer, capacity, context, error, &stubc_root_mountlist);
}
STUBC_ENTRY stubc_result mountlist_encode_tail(const mountlist *value, uint8_t *buffer, size_t capacity,
    stubc_context *context, stubc_error *error, uint8_t **start)
{
    return stubc_encode_at_tail(value, buffer, capacity, context, error, start, &stubc_root_mountlist);
}

extern const stubc_root stubc_root_exports;
STUBC_ENTRY stubc_result exports_decode(exports *value, const uint8_t *input, size_t length, stubc_context *context,
    stubc_error *error)
{
    return stubc_decode_message(value, input, length, context, error, &stubc_root_exports);
}
STUBC_ENTRY stubc_result exports_decode_exact(exports *value, const uint8_t *input, size_t length,
    stubc_context *context, stubc_error *error)
{
    return stubc_decode_exactly(value, input, length, context, error, &stubc_root_exports);
}
STUBC_ENTRY stubc_result exports_encode(const exports *value, uint8_t *buffer, size_t capacity, stubc_context *context,
    stubc_error *error)
{
    return stubc_encode_message(value, buffer, capacity, context, error, &stubc_root_exports);
}
STUBC_ENTRY stubc_result exports_encode_tail(const exports *value, uint8_t *buffer, size_t capacity,
    stubc_context *context, stubc_error *error, uint8_t **start)
{
    return stubc_encode_at_tail(value, buffer, capacity, context, error, start, &stubc_root_exports);
}

#ifdef __cplusplus
}
#endif
#endif
