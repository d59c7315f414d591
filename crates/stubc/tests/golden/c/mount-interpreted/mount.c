/* mount: marshalling code made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: mount.x
 * Options: --technique interpreted
 */
#include "mount.h"

enum {
    NODE_dirpath = 0,
    NODE_mountstat3 = 1,
    NODE_mountres3_ok = 2,
    NODE_mountres3 = 3,
    NODE_mountlist = 4,
    NODE_mountbody = 5,
    NODE_groups = 6,
    NODE_groupnode = 7,
    NODE_exports = 8,
    NODE_exportnode = 9,
    NODE_mountres3_ok_auth_flavors = 10,
};

const uint8_t stubc_programs[] = {
    /* 0: dirpath, mount.x:10: frequency 10.0312, interpreted, 15 bytes (both directions) */
    STUBC_SEQUENCE,
    STUBC_OP_COUNTED, 0, 0, 1,
    STUBC_FOUR(1024u),
    STUBC_STOP, 0, 0, 0,
    /* 13: mountstat3, mount.x:13: frequency 0.3438, interpreted, 11 bytes (both directions) */
    STUBC_SEQUENCE,
    STUBC_OP_WORD, 0, 0, 0,
    STUBC_STOP, 0, 0, 0,
    /* 22: mountres3_ok, mount.x:26: frequency 0.2500, interpreted, 23 bytes (both directions) */
    STUBC_SEQUENCE,
    STUBC_OP_COUNTED, STUBC_AT(mountres3_ok, fhandle), 1,
    STUBC_FOUR(64u),
    STUBC_OP_NEED, STUBC_THREE(4u),
    STUBC_OP_CALL, STUBC_AT(mountres3_ok, auth_flavors), NODE_mountres3_ok_auth_flavors,
    STUBC_STOP, 0, 0, 0,
    /* 43: mountres3, mount.x:31: frequency 0.3125, interpreted, 30 bytes (both directions) */
    STUBC_SWITCH, STUBC_OP_WORD, STUBC_TWO(1), STUBC_TWO(24),
    STUBC_FOUR(0u), STUBC_TWO(12),
    STUBC_OP_NEED, STUBC_THREE(4u),
    STUBC_OP_CALL, STUBC_AT(mountres3, u.mountinfo), NODE_mountres3_ok,
    STUBC_STOP, 0, 0, 0,
    STUBC_STOP, 0, 0, 0,
    /* 71: mountlist, mount.x:38: frequency 0.3125, interpreted, 29 bytes (both directions) */
    STUBC_LIST, 0, STUBC_FOUR(0u), STUBC_SIZE(mountbody), STUBC_FOUR(4u), STUBC_AT(mountbody, ml_next),
    STUBC_OP_NEED, STUBC_THREE(4u),
    STUBC_OP_CALL, 0, 0, NODE_mountbody,
    STUBC_STOP, 0, 0, 0,
    /* 98: mountbody, mount.x:40: frequency 5.0000, interpreted, 27 bytes (both directions) */
    STUBC_SEQUENCE,
    STUBC_OP_COUNTED, STUBC_AT(mountbody, ml_hostname), 1,
    STUBC_FOUR(255u),
    STUBC_OP_NEED, STUBC_THREE(4u),
    STUBC_OP_COUNTED, STUBC_AT(mountbody, ml_directory), 1,
    STUBC_FOUR(1024u),
    STUBC_STOP, 0, 0, 0,
    /* 123: groups, mount.x:46: frequency 5.0000, interpreted, 29 bytes (both directions) */
    STUBC_LIST, 0, STUBC_FOUR(0u), STUBC_SIZE(groupnode), STUBC_FOUR(4u), STUBC_AT(groupnode, gr_next),
    STUBC_OP_NEED, STUBC_THREE(4u),
    STUBC_OP_CALL, 0, 0, NODE_groupnode,
    STUBC_STOP, 0, 0, 0,
    /* 150: groupnode, mount.x:48: frequency 8.6750, interpreted, 15 bytes (both directions) */
    STUBC_SEQUENCE,
    STUBC_OP_COUNTED, STUBC_AT(groupnode, gr_name), 1,
    STUBC_FOUR(255u),
    STUBC_STOP, 0, 0, 0,
    /* 163: exports, mount.x:53: frequency 0.3125, interpreted, 29 bytes (both directions) */
    STUBC_LIST, 0, STUBC_FOUR(0u), STUBC_SIZE(exportnode), STUBC_FOUR(4u), STUBC_AT(exportnode, ex_next),
    STUBC_OP_NEED, STUBC_THREE(4u),
    STUBC_OP_CALL, 0, 0, NODE_exportnode,
    STUBC_STOP, 0, 0, 0,
    /* 190: exportnode, mount.x:55: frequency 5.0000, interpreted, 23 bytes (both directions) */
    STUBC_SEQUENCE,
    STUBC_OP_COUNTED, STUBC_AT(exportnode, ex_dir), 1,
    STUBC_FOUR(1024u),
    STUBC_OP_NEED, STUBC_THREE(4u),
    STUBC_OP_CALL, STUBC_AT(exportnode, ex_groups), NODE_groups,
    STUBC_STOP, 0, 0, 0,
    /* 211: mountres3_ok.auth_flavors, mount.x:28: frequency 0.2500, interpreted, 25 bytes (both directions) */
    STUBC_COUNTED, 4, STUBC_FOUR(4294967295u), STUBC_SIZE(int32_t), STUBC_FOUR(4u), 0, 0,
    STUBC_OP_WORD, 0, 0, 0,
    STUBC_STOP, 0, 0, 0,
};

const STUBC_PROGRAM_OFFSET stubc_nodes[] = {0, 13, 22, 43, 71, 98, 123, 150, 163, 190, 211};

const stubc_root stubc_root_dirpath = {.lead = 4, .node = NODE_dirpath};

const stubc_root stubc_root_mountstat3 = {.lead = 4, .node = NODE_mountstat3};

const stubc_root stubc_root_mountres3 = {.lead = 4, .node = NODE_mountres3};

const stubc_root stubc_root_mountlist = {.lead = 4, .node = NODE_mountlist};

const stubc_root stubc_root_exports = {.lead = 4, .node = NODE_exports};

