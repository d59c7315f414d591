/* ---- Remote procedure calls: ONC RPC version 2 (RFC 5531) ---- */
#ifdef STUBC_RPC
/* What a server answered (RFC 5531 section 9); a call that failed otherwise has a negative code. */
enum {
    STUBC_RPC_SUCCESS = 0,
    STUBC_RPC_PROG_UNAVAIL = 1,
    STUBC_RPC_PROG_MISMATCH = 2, /* a client finds the versions that there are in low and high */
    STUBC_RPC_PROC_UNAVAIL = 3,
    STUBC_RPC_GARBAGE_ARGS = 4,
    STUBC_RPC_SYSTEM_ERR = 5,
    STUBC_RPC_RPC_MISMATCH = 0x100, /* the call was denied: another version of RPC itself */
    STUBC_RPC_AUTH_ERROR = 0x200    /* the call was denied; added to it is why: 1 AUTH_BADCRED to 5 AUTH_TOOWEAK */
};

/* Why there is no answer, beside the codes of arguments and results. */
enum {
    STUBC_RPC_LOST = -32,      /* the transport cannot send or receive, or the stream has ended */
    STUBC_RPC_TIMED_OUT = -33, /* nothing came in time */
    STUBC_RPC_TOO_LARGE = -34, /* a record is larger than the buffer */
    STUBC_RPC_MALFORMED = -35  /* a fragment of no octets, or a reply that is none */
};

#define STUBC_RPC_AUTH_NONE 0u
#define STUBC_RPC_AUTH_SYS 1u
#define STUBC_RPC_MAX_AUTH 400u /* octets of credentials (RFC 5531 section 8.2) */
#define STUBC_RPC_MAX_GROUPS 16u

/* Credentials of AUTH_SYS (RFC 5531 appendix A). */
typedef struct stubc_rpc_sys {
    uint32_t stamp;
    stubc_slice machine; /* at most 255 octets */
    uint32_t uid;
    uint32_t gid;
    uint32_t groups[STUBC_RPC_MAX_GROUPS];
    uint32_t group_count;
} stubc_rpc_sys;

/* A stream of records (RFC 5531 section 11) in memory of the caller, which bounds a record to size - 4 octets. */
typedef struct stubc_rpc_record {
    uint8_t *buffer;
    size_t size;
    size_t start, body; /* the message so far */
    size_t raw, end;    /* octets of the stream behind it */
    uint32_t left;      /* octets of the fragment that are still to come */
    bool inside, last;  /* a message has begun; its last fragment has */
} stubc_rpc_record;

stubc_rpc_record stubc_rpc_record_over(uint8_t *buffer, size_t size);
/* Where octets of the stream go, and how many at most; whoever puts them there adds their number to end. */
uint8_t *stubc_rpc_room(stubc_rpc_record *record, size_t *room);
/* The next message, which stays until stubc_rpc_room is called: its length, STUBC_TRUNCATED, or why there is no
 * other. */
stubc_result stubc_rpc_next(stubc_rpc_record *record, const uint8_t **message);

#ifdef STUBC_RPC_CLIENT
/* What carries calls: sockets (stubc_net.h), or your own, with whatever it needs behind these members. */
typedef struct stubc_rpc_transport stubc_rpc_transport;
struct stubc_rpc_transport {
    /* Sends a datagram, or octets of the stream: 0, STUBC_RPC_LOST, or STUBC_RPC_TIMED_OUT when it does not take them
     * all. */
    int (*send)(stubc_rpc_transport *transport, const uint8_t *data, size_t length, uint32_t milliseconds);
    /* Waits for a datagram, or for octets of the stream: how many, STUBC_RPC_TIMED_OUT or STUBC_RPC_LOST. */
    stubc_result (*receive)(stubc_rpc_transport *transport, uint8_t *data, size_t capacity, uint32_t milliseconds);
    /* Milliseconds since any moment. */
    uint32_t (*now)(stubc_rpc_transport *transport);
    bool is_stream; /* calls stand in records, and none is sent twice */
};

typedef struct stubc_rpc_client {
    stubc_context context; /* arena and limits of results; each call uses the arena anew */
    uint32_t timeout;      /* milliseconds that a call may take */
    uint32_t retry;        /* milliseconds after which a datagram is sent again, twice as many each time */
    uint32_t low, high;    /* the versions that a server has, after a mismatch */
    uint32_t xid;          /* of the last call */
    /* The rest is the runtime's. */
    stubc_rpc_transport *transport;
    uint8_t *out; /* mark of the record, header, arguments; the header is a template */
    size_t out_size, head, used;
    stubc_rpc_record in;
    int lost; /* why the stream cannot be used any more */
    int code;
} stubc_rpc_client;

/* A client without credentials over buffers for a call (44 octets and its arguments) and for a reply (28 octets and its
 * results), which results point into until the next call. Returns 0, or STUBC_NO_SPACE. */
int stubc_rpc_client_over(stubc_rpc_client *client, stubc_rpc_transport *transport, uint8_t *out, size_t out_size,
                          uint8_t *in, size_t in_size);
/* Credentials of AUTH_SYS; none: AUTH_NONE. Returns 0, STUBC_NO_SPACE or STUBC_BAD_VALUE. */
int stubc_rpc_credentials(stubc_rpc_client *client, const stubc_rpc_sys *sys);

/* For stubs: the header, arguments one after the other, and the exchange. */
void stubc_rpc_begin(stubc_rpc_client *client, uint32_t program, uint32_t version, uint32_t procedure);
void stubc_rpc_argument(stubc_rpc_client *client, const void *argument, const stubc_root *root);
int stubc_rpc_finish(stubc_rpc_client *client, void *result, const stubc_root *root);
typedef struct stubc_rpc_procedure {
    uint32_t program, version, procedure;
    const stubc_root *argument, *result; /* none: void */
} stubc_rpc_procedure;
int stubc_rpc_invoke(stubc_rpc_client *client, const stubc_rpc_procedure *procedure, const void *argument,
                     void *result);
#endif

#ifdef STUBC_RPC_SERVER
#define STUBC_RPC_NO_REPLY 0x400 /* a procedure's outcome: nothing is sent */

/* A call that is being served. */
typedef struct stubc_rpc_call {
    uint32_t xid, program, version, procedure;
    uint32_t flavor;         /* of the credentials: STUBC_RPC_AUTH_NONE or STUBC_RPC_AUTH_SYS */
    stubc_rpc_sys sys;       /* of AUTH_SYS */
    stubc_context *context;  /* of arguments and results, until the reply has been made */
    void *user;              /* the server's */
    /* The rest is the runtime's. */
    const uint8_t *p, *end;
    uint8_t *q, *q_end;
} stubc_rpc_call;

/* Serves a call of a version's procedures: STUBC_RPC_SUCCESS when its results have been written, else why not. */
typedef int stubc_rpc_serve_fn(stubc_rpc_call *call);

typedef struct stubc_rpc_service {
    uint32_t program, version;
    stubc_rpc_serve_fn *serve;
} stubc_rpc_service;

typedef struct stubc_rpc_server {
    const stubc_rpc_service *services; /* NAME_services */
    size_t service_count;              /* NAME_service_count */
    stubc_context context;             /* arena and limits; each call uses the arena anew */
    void *user;
} stubc_rpc_server;

/* Answers a message: octets of the reply, 0 when there is none. The buffers must not overlap. */
size_t stubc_rpc_answer(stubc_rpc_server *server, const uint8_t *message, size_t length, uint8_t *reply,
                        size_t capacity);
/* Memory for results, from the arena; none left: NULL. */
void *stubc_rpc_alloc(stubc_rpc_call *call, size_t size);

/* For stubs. */
int stubc_rpc_take(stubc_rpc_call *call, void *argument, const stubc_root *root);
int stubc_rpc_give(stubc_rpc_call *call, const void *result, const stubc_root *root);
#endif
#endif
