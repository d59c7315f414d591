/* ---- Remote procedure calls: ONC RPC version 2 (RFC 5531) ---- */
#ifdef STUBC_RPC
/* The outcome of a call in the server's reply (RFC 5531 section 9). A call without a valid reply has a negative
 * code. */
enum {
    STUBC_RPC_SUCCESS = 0,
    STUBC_RPC_PROG_UNAVAIL = 1,
    STUBC_RPC_PROG_MISMATCH = 2, /* low and high of the client are the versions that the server has */
    STUBC_RPC_PROC_UNAVAIL = 3,
    STUBC_RPC_GARBAGE_ARGS = 4,
    STUBC_RPC_SYSTEM_ERR = 5,
    STUBC_RPC_RPC_MISMATCH = 0x100, /* the call was denied: the server has another version of RPC */
    STUBC_RPC_AUTH_ERROR = 0x200    /* the call was denied; plus the reason, 1 AUTH_BADCRED to 5 AUTH_TOOWEAK */
};

/* Why there is no reply. Errors in arguments and results have the codes of the codec. */
enum {
    STUBC_RPC_LOST = -32,      /* the transport cannot send or receive, or the stream has ended */
    STUBC_RPC_TIMED_OUT = -33, /* no reply arrived in time */
    STUBC_RPC_TOO_LARGE = -34, /* a record is larger than the buffer */
    STUBC_RPC_MALFORMED = -35, /* an empty fragment, or a message that is not a reply */
    STUBC_RPC_PENDING = -36,   /* a call of a batch that has not been run */
    STUBC_RPC_NOT_MADE = -37   /* a call of a cluster, after one that failed or without a result that it needs */
};

#define STUBC_RPC_AUTH_NONE 0u
#define STUBC_RPC_AUTH_SYS 1u
#define STUBC_RPC_MAX_AUTH 400u /* bytes of credentials (RFC 5531 section 8.2) */
#define STUBC_RPC_MAX_GROUPS 16u

/* Credentials of AUTH_SYS (RFC 5531 appendix A). */
typedef struct stubc_rpc_sys {
    uint32_t stamp;
    stubc_slice machine; /* at most 255 bytes */
    uint32_t uid;
    uint32_t gid;
    uint32_t groups[STUBC_RPC_MAX_GROUPS];
    uint32_t group_count;
} stubc_rpc_sys;

/* A stream of records (RFC 5531 section 11) in the caller's buffer. A record has at most size - 4 bytes. */
typedef struct stubc_rpc_record {
    uint8_t *buffer;
    size_t size;
    size_t start, body; /* start and end of the message so far */
    size_t raw, end;    /* start and end of the bytes received after it */
    uint32_t left;      /* bytes of the fragment that are not in the message yet */
    bool inside, last;  /* a message has begun; its last fragment has begun */
} stubc_rpc_record;

/* Returns an empty stream over a buffer of size bytes. */
stubc_rpc_record stubc_rpc_record_over(uint8_t *buffer, size_t size);
/* Returns where the caller stores the next bytes of the stream, and sets room to the most it may store. The caller adds
 * their number to record->end. */
uint8_t *stubc_rpc_room(stubc_rpc_record *record, size_t *room);
/* Returns the length of the next message and sets message to it; it is valid until the next call of stubc_rpc_room.
 * Returns STUBC_TRUNCATED if more bytes are needed. Returns an error code, now and later, if the stream is unusable. */
stubc_result stubc_rpc_next(stubc_rpc_record *record, const uint8_t **message);

#ifdef STUBC_RPC_CLUSTER
/* A call of a cluster. */
typedef struct stubc_rpc_part {
    uint32_t version, procedure;
    uint32_t largest;         /* the most bytes of its result; UINT32_MAX: unbounded */
    const stubc_root *result; /* NULL: void */
    size_t at;                /* offset of the result in the results of a turn */
    bool is_sliced;           /* the result points into the reply */
} stubc_rpc_part;

/* Makes a call of a cluster: caller is a stubc_rpc_client or a stubc_rpc_call. Arguments and results are those of one
 * turn. Returns the outcome; STUBC_RPC_NOT_MADE if the results do not hold a value that the call takes. */
typedef int stubc_rpc_make_fn(void *caller, size_t number, const void *arguments, void *results);

/* Calls that travel as one. */
typedef struct stubc_rpc_cluster {
    uint32_t program, version, procedure;
    uint32_t bit;                /* in the client's old */
    uint32_t turns;              /* the most turns of the loop; 0: no loop */
    const stubc_root *arguments; /* NULL: void */
    const stubc_rpc_part *parts;
    size_t count;
    size_t size, results; /* bytes of the arguments and of the results of one turn; these start with the outcomes */
    bool stops;           /* no call follows one that fails */
    bool is_sliced;       /* one of the results points into the reply */
    stubc_rpc_make_fn *make;
} stubc_rpc_cluster;

#define STUBC_RPC_UNANSWERED 0x400 /* outcome in the reply of a cluster: the procedure sends no reply */

/* For stubs: returns the outcome of a procedure that returns this one, as the reply to a call of it alone says. */
int stubc_rpc_settled(int outcome);
#endif

#ifdef STUBC_RPC_CLIENT
/* A transport of calls: sockets (stubc_net.h), or your own. Put its data after these members in a larger struct. */
typedef struct stubc_rpc_transport stubc_rpc_transport;
struct stubc_rpc_transport {
    /* Sends a datagram, or bytes of the stream. Returns 0, STUBC_RPC_LOST, or STUBC_RPC_TIMED_OUT if not all bytes were
     * sent in time. */
    int (*send)(stubc_rpc_transport *transport, const uint8_t *data, size_t length, uint32_t milliseconds);
    /* Waits for a datagram, or for bytes of the stream, and stores at most capacity of them. Returns their number,
     * STUBC_RPC_TIMED_OUT or STUBC_RPC_LOST. */
    stubc_result (*receive)(stubc_rpc_transport *transport, uint8_t *data, size_t capacity, uint32_t milliseconds);
    /* Returns milliseconds since a fixed moment; the number may wrap. */
    uint32_t (*now)(stubc_rpc_transport *transport);
    bool is_stream; /* a stream carries calls in records, and does not resend them */
};

typedef struct stubc_rpc_client {
    stubc_context context; /* arena and limits of results; each call reuses the arena */
    uint32_t timeout;      /* the most milliseconds that a call may take */
    uint32_t retry;        /* milliseconds until a datagram is sent again; they double each time */
    uint32_t low, high;    /* after a mismatch: the versions that the server has */
    uint32_t xid;          /* transaction number of the last call */
#ifdef STUBC_RPC_CLUSTER
    uint32_t old; /* bits of the clusters that the server does not have: their calls are made one by one */
#endif
    /* Only the runtime uses the members below. */
    stubc_rpc_transport *transport;
    uint8_t *out; /* record mark, header and arguments; calls reuse the header */
    size_t out_size, head, used;
    stubc_rpc_record in;
    int lost; /* error after which the stream is unusable; 0: none */
    int code;
#ifdef STUBC_RPC_CLUSTER
    bool keeps; /* results are copied into the arena */
#endif
} stubc_rpc_client;

/* Initializes a client without credentials. out: a buffer for a call, 44 bytes and the arguments; in: a buffer for a
 * reply, 28 bytes and the results. Results point into it until the next call. Returns 0, or STUBC_NO_SPACE. */
int stubc_rpc_client_over(stubc_rpc_client *client, stubc_rpc_transport *transport, uint8_t *out, size_t out_size,
                          uint8_t *in, size_t in_size);
/* Sets the credentials of later calls: AUTH_SYS, or AUTH_NONE if sys is NULL. Returns 0, STUBC_NO_SPACE or
 * STUBC_BAD_VALUE. */
int stubc_rpc_credentials(stubc_rpc_client *client, const stubc_rpc_sys *sys);

/* For stubs: start a call, append each argument, then send it and decode the result. */
void stubc_rpc_begin(stubc_rpc_client *client, uint32_t program, uint32_t version, uint32_t procedure);
void stubc_rpc_argument(stubc_rpc_client *client, const void *argument, const stubc_root *root);
int stubc_rpc_finish(stubc_rpc_client *client, void *result, const stubc_root *root);
typedef struct stubc_rpc_procedure {
    uint32_t program, version, procedure;
    const stubc_root *argument, *result; /* NULL: void */
#ifdef STUBC_RPC_BATCH
    bool is_sliced; /* the results point into the reply */
#endif
} stubc_rpc_procedure;
int stubc_rpc_invoke(stubc_rpc_client *client, const stubc_rpc_procedure *procedure, const void *argument,
                     void *result);

#ifdef STUBC_RPC_CLUSTER
/* For stubs: makes the calls of a cluster, as one or one by one. turns: 1 without a loop; arguments: those of the
 * clustered procedure; items: those of the first turn. Returns the first outcome that is not STUBC_RPC_SUCCESS. */
int stubc_rpc_cluster_call(stubc_rpc_client *client, const stubc_rpc_cluster *cluster, size_t turns,
                           const void *arguments, const void *items, void *results);
#endif

#ifdef STUBC_RPC_BATCH
#define STUBC_RPC_WINDOW 8 /* the most datagrams without replies */

/* A call of a batch. */
typedef struct stubc_rpc_pending {
    int outcome; /* after the run, what the call alone would have returned; before: STUBC_RPC_PENDING */
    /* Only the runtime uses the members below. */
    size_t at, length; /* the record of the call in the client's buffer */
    const stubc_rpc_procedure *procedure;
    void *result;
    uint32_t sent, wait; /* milliseconds of the run at which its datagram was sent, and until it is sent again */
} stubc_rpc_pending;

/* Calls that travel together. */
typedef struct stubc_rpc_batch {
    stubc_rpc_client *client;
    stubc_rpc_pending *calls;
    size_t count;  /* calls added so far */
    size_t window; /* bytes of calls that a stream carries at most before their replies; set to 8192 */
    /* Only the runtime uses the members below. */
    size_t capacity, head, end;
    size_t next, finished; /* calls that have been sent, and those that have an outcome */
    size_t under_way;      /* bytes of the stream without replies */
    uint32_t first;        /* number of the first call */
    stubc_rpc_pending *flying[STUBC_RPC_WINDOW];
} stubc_rpc_batch;

/* Begins a batch of at most so many calls. NAME_add appends a call, until the client's buffer out is full, and returns
 * its index in calls; or a negative code, STUBC_NO_SPACE if the batch is full. Between this function and the run, make
 * no other call with the client. Results point into the client's arena until its next call or batch. */
void stubc_rpc_batch_begin(stubc_rpc_batch *batch, stubc_rpc_client *client, stubc_rpc_pending *calls, size_t capacity);
/* Sends the calls and waits for all replies, at most client->timeout milliseconds. Each call has its own outcome.
 * Returns STUBC_RPC_SUCCESS if all calls succeeded, else the first other outcome. */
int stubc_rpc_batch_run(stubc_rpc_batch *batch);

/* For stubs: append a call, its arguments (stubc_rpc_argument), and where its result goes. */
void stubc_rpc_batch_open(stubc_rpc_batch *batch, const stubc_rpc_procedure *procedure);
int stubc_rpc_batch_close(stubc_rpc_batch *batch, void *result);
int stubc_rpc_batch_add(stubc_rpc_batch *batch, const stubc_rpc_procedure *procedure, const void *argument,
                        void *result);
#endif
#endif

#ifdef STUBC_RPC_SERVER
#define STUBC_RPC_NO_REPLY 0x400 /* outcome of a procedure: send no reply */

/* The call that a server executes. */
typedef struct stubc_rpc_call {
    uint32_t xid, program, version, procedure;
    uint32_t flavor;         /* kind of the credentials: STUBC_RPC_AUTH_NONE or STUBC_RPC_AUTH_SYS */
    stubc_rpc_sys sys;       /* the credentials of AUTH_SYS */
    stubc_context *context;  /* memory for arguments and results, until the reply is complete */
    void *user;              /* user of the server */
    /* Only the runtime uses the members below. */
    const uint8_t *p, *end;
    uint8_t *q, *q_end;
#ifdef STUBC_RPC_CLUSTER
    bool is_short; /* the arena had less space than the procedure wanted */
#endif
} stubc_rpc_call;

/* Executes a call of one version of a program. Returns STUBC_RPC_SUCCESS after writing the results, else another
 * outcome. */
typedef int stubc_rpc_serve_fn(stubc_rpc_call *call);

/* The most bytes that the reply to a procedure may have, its header included. */
typedef struct stubc_rpc_bound {
    uint32_t procedure, largest;
} stubc_rpc_bound;

typedef struct stubc_rpc_service {
    uint32_t program, version;
    stubc_rpc_serve_fn *serve;
    const stubc_rpc_bound *bounds; /* of the procedures whose results are bounded */
    size_t bound_count;
} stubc_rpc_service;

typedef struct stubc_rpc_server {
    const stubc_rpc_service *services; /* NAME_services */
    size_t service_count;              /* NAME_service_count */
    stubc_context context;             /* arena and limits; each call reuses the arena */
    void *user;
} stubc_rpc_server;

/* Executes the call in a message and writes the reply. Returns the length of the reply, at most capacity; 0 if there is
 * none. The buffers must not overlap. */
size_t stubc_rpc_answer(stubc_rpc_server *server, const uint8_t *message, size_t length, uint8_t *reply,
                        size_t capacity);
/* Returns the most bytes that the reply to a call may have; SIZE_MAX if the specification does not bound it. A server
 * that gathers replies executes a call only if its reply fits. */
size_t stubc_rpc_largest(const stubc_rpc_server *server, const uint8_t *message, size_t length);
/* Allocates arena memory for results; returns NULL if the arena has less space left. */
void *stubc_rpc_alloc(stubc_rpc_call *call, size_t size);

/* For stubs: decode the next argument, and append a result. Both return an outcome. */
int stubc_rpc_take(stubc_rpc_call *call, void *argument, const stubc_root *root);
int stubc_rpc_give(stubc_rpc_call *call, const void *result, const stubc_root *root);
#ifdef STUBC_RPC_CLUSTER
/* For stubs: decode the arguments of a clustered call, and make its calls. results: room for those of one turn. */
int stubc_rpc_cluster_take(stubc_rpc_call *call, void *arguments, const stubc_root *root);
int stubc_rpc_cluster_serve(stubc_rpc_call *call, const stubc_rpc_cluster *cluster, size_t turns, const void *items,
                            void *results);
#endif
#endif
#endif
