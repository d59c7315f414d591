/* ---- Remote procedure calls: records ---- */
#ifdef STUBC_RPC
stubc_rpc_record stubc_rpc_record_over(uint8_t *buffer, size_t size)
{
    stubc_rpc_record record;
    memset(&record, 0, sizeof record);
    record.buffer = buffer;
    record.size = size;
    return record;
}

uint8_t *stubc_rpc_room(stubc_rpc_record *r, size_t *room)
{
    size_t behind = r->end - r->raw;
    if (!r->inside) {
        r->start = r->body = r->raw;
    }
    /* Move the received bytes to the start only if the rest of the fragment and the next mark do not fit after them. */
    if ((!r->inside && !behind) || r->size - r->end < (size_t)r->left + 4) {
        size_t message = r->body - r->start;
        memmove(r->buffer, r->buffer + r->start, message);
        memmove(r->buffer + message, r->buffer + r->raw, behind);
        r->start = 0;
        r->body = r->raw = message;
        r->end = message + behind;
    }
    *room = r->size - r->end;
    return r->buffer + r->end;
}

stubc_result stubc_rpc_next(stubc_rpc_record *r, const uint8_t **message)
{
    for (;;) {
        size_t n = r->end - r->raw;
        if (!r->left) {
            const size_t before = r->inside ? r->body - r->start : 0;
            uint32_t mark;
            if (n < 4) {
                return STUBC_TRUNCATED;
            }
            mark = stubc_word(r->buffer + r->raw);
            if (!mark) {
                return STUBC_RPC_MALFORMED;
            }
            if ((mark & 0x7fffffff) > r->size - 4 - before) {
                return STUBC_RPC_TOO_LARGE;
            }
            r->raw += 4;
            n -= 4;
            if (!r->inside) {
                r->start = r->body = r->raw;
            }
            r->inside = true;
            r->last = mark >> 31;
            r->left = mark & 0x7fffffff;
        }
        if (n > r->left) {
            n = r->left;
        }
        if (r->body != r->raw) {
            memmove(r->buffer + r->body, r->buffer + r->raw, n);
        }
        r->body += n;
        r->raw += n;
        r->left -= (uint32_t)n;
        if (r->left) {
            return STUBC_TRUNCATED;
        }
        if (r->last) {
            r->inside = false;
            *message = r->buffer + r->start;
            return (stubc_result)(r->body - r->start);
        }
    }
}

/* Reads the words of a message. After the end it reads 0 and clears complete. */
typedef struct stubc_rpc_reader {
    const uint8_t *p, *end;
    bool complete;
} stubc_rpc_reader;

/* Returns the next word; 0 at the end. */
static uint32_t stubc_rpc_read(stubc_rpc_reader *r)
{
    if (r->end - r->p < 4) {
        r->complete = false;
        return 0;
    }
    r->p += 4;
    return stubc_word(r->p - 4);
}

/* Skips opaque data of this length and its padding (RFC 4506 4.9). */
static void stubc_rpc_skip(stubc_rpc_reader *r, size_t octets)
{
    const size_t left = (size_t)(r->end - r->p), padding = (0u - octets) & 3;
    if (octets > left || padding > left - octets) {
        r->complete = false;
        r->p = r->end;
    } else {
        r->p += octets + padding;
    }
}

/* Skips the body of credentials or of a verifier; more than 400 bytes (RFC 5531 section 8.2) end the message. */
static void stubc_rpc_read_auth(stubc_rpc_reader *r)
{
    const uint32_t octets = stubc_rpc_read(r);
    stubc_rpc_skip(r, octets > STUBC_RPC_MAX_AUTH ? SIZE_MAX : octets);
}

/* These two convert arguments and results. For a type of static size without invalid encodings, one comparison checks
 * the length. */
#ifdef STUBC_DECODE
static stubc_result stubc_rpc_decode(void *value, const uint8_t *p, size_t length, stubc_context *context,
                                     const stubc_root *root)
{
#ifdef STUBC_STRAIGHT_ROOTS
    if (root->read && length >= root->lead) {
        root->read(p, value);
        return (stubc_result)root->lead;
    }
#endif
    return stubc_decode_message(value, p, length, context, NULL, root);
}
#endif

#ifdef STUBC_ENCODE
static stubc_result stubc_rpc_encode(const void *value, uint8_t *q, size_t room, stubc_context *context,
                                     const stubc_root *root)
{
#ifdef STUBC_STRAIGHT_ROOTS
    if (root->write && room >= root->lead) {
        root->write(q, value);
        return (stubc_result)root->lead;
    }
#endif
    return stubc_encode_message(value, q, room, context, NULL, root);
}
#endif

#ifdef STUBC_RPC_CLIENT
/* ---- Remote procedure calls: clients ---- */

/* Offsets in the buffer of a call (RFC 5531 section 9): record mark; xid, CALL, version of RPC; program, version,
 * procedure; credentials; verifier. */
#define STUBC_RPC_XID 4
#define STUBC_RPC_PROGRAM 16
#define STUBC_RPC_CREDENTIALS 28

int stubc_rpc_credentials(stubc_rpc_client *client, const stubc_rpc_sys *sys)
{
    uint8_t *q = client->out + STUBC_RPC_CREDENTIALS;
    size_t name = sys ? sys->machine.length : 0, octets = 0;
    if (sys) {
        if (name > 255 || sys->group_count > STUBC_RPC_MAX_GROUPS) {
            return STUBC_BAD_VALUE;
        }
        octets = 20 + (name + 3) / 4 * 4 + 4 * (size_t)sys->group_count;
    }
    if (client->out_size < STUBC_RPC_CREDENTIALS + 16 + octets) {
        return STUBC_NO_SPACE;
    }
    stubc_put_word(q, sys ? STUBC_RPC_AUTH_SYS : STUBC_RPC_AUTH_NONE);
    stubc_put_word(q + 4, (uint32_t)octets);
    q += 8;
    if (sys) {
        uint32_t i;
        stubc_put_word(q, sys->stamp);
        stubc_put_word(q + 4, (uint32_t)name);
        memset(q + 8, 0, (name + 3) / 4 * 4);
        if (name) {
            memcpy(q + 8, sys->machine.data, name);
        }
        q += 8 + (name + 3) / 4 * 4;
        stubc_put_word(q, sys->uid);
        stubc_put_word(q + 4, sys->gid);
        stubc_put_word(q + 8, sys->group_count);
        q += 12;
        for (i = 0; i < sys->group_count; i++, q += 4) {
            stubc_put_word(q, sys->groups[i]);
        }
    }
    memset(q, 0, 8);
    client->head = (size_t)(q + 8 - client->out);
    return 0;
}

int stubc_rpc_client_over(stubc_rpc_client *client, stubc_rpc_transport *transport, uint8_t *out, size_t out_size,
                          uint8_t *in, size_t in_size)
{
    if (out_size < STUBC_RPC_CREDENTIALS + 16 || in_size < 28) {
        return STUBC_NO_SPACE;
    }
    memset(client, 0, sizeof *client);
    client->context = stubc_context_over(NULL, 0);
    client->timeout = 25000;
    client->retry = 1000;
    client->xid = transport->now(transport) * 0x9e3779b9u;
    client->transport = transport;
    client->out = out;
    client->out_size = out_size;
    client->in = stubc_rpc_record_over(in, in_size);
    memset(out, 0, STUBC_RPC_CREDENTIALS);
    stubc_put_word(out + 12, 2);
    return stubc_rpc_credentials(client, NULL);
}

void stubc_rpc_begin(stubc_rpc_client *client, uint32_t program, uint32_t version, uint32_t procedure)
{
    uint8_t *q = client->out;
    client->code = client->lost;
    client->used = client->head;
    client->context.arena_used = 0;
    stubc_put_word(q + STUBC_RPC_XID, ++client->xid);
    stubc_put_word(q + STUBC_RPC_PROGRAM, program);
    stubc_put_word(q + STUBC_RPC_PROGRAM + 4, version);
    stubc_put_word(q + STUBC_RPC_PROGRAM + 8, procedure);
}

#ifdef STUBC_ENCODE
void stubc_rpc_argument(stubc_rpc_client *client, const void *argument, const stubc_root *root)
{
    stubc_result octets;
    if (client->code) {
        return;
    }
    octets = stubc_rpc_encode(argument, client->out + client->used, client->out_size - client->used, &client->context,
                              root);
    if (octets < 0) {
        client->code = (int)octets;
    } else {
        client->used += (size_t)octets;
    }
}
#endif

/* Receives the next message in at most so many milliseconds. Returns its length, or an error code; TRUNCATED if a
 * record is incomplete. */
static stubc_result stubc_rpc_message(stubc_rpc_client *client, const uint8_t **message, uint32_t milliseconds)
{
    stubc_rpc_transport *const t = client->transport;
    stubc_result octets;
    size_t room;
    uint8_t *to;
    if (!t->is_stream) {
        *message = client->in.buffer;
        return t->receive(t, client->in.buffer, client->in.size, milliseconds);
    }
    octets = stubc_rpc_next(&client->in, message);
    if (octets != STUBC_TRUNCATED) {
        return octets;
    }
    to = stubc_rpc_room(&client->in, &room);
    octets = t->receive(t, to, room, milliseconds);
    if (octets <= 0) {
        return octets ? octets : STUBC_RPC_LOST;
    }
    client->in.end += (size_t)octets;
    return stubc_rpc_next(&client->in, message);
}

/* Sends the call and waits for its reply, at most client->timeout milliseconds. Sends a datagram again when
 * client->retry is over, then after twice as long. Returns the length of the reply; 0 after an error, which is in
 * client->code. */
static size_t stubc_rpc_exchange(stubc_rpc_client *client, const uint8_t **reply)
{
    stubc_rpc_transport *const t = client->transport;
    const size_t unmarked = t->is_stream ? 0 : STUBC_RPC_XID;
    const uint32_t begun = t->now(t);
    uint32_t passed = 0, sent = 0, wait = client->retry;
    stubc_put_word(client->out, 0x80000000 | (uint32_t)(client->used - 4));
    client->code = t->send(t, client->out + unmarked, client->used - unmarked, client->timeout);
    while (!client->code) {
        uint32_t left = client->timeout - passed;
        stubc_result octets;
        if (!t->is_stream && left > sent + wait - passed) {
            left = sent + wait - passed;
        }
        octets = stubc_rpc_message(client, reply, left);
        /* Ignore other messages: replies to calls that timed out, or messages that are not replies. */
        if (octets >= 8 && stubc_word(*reply) == client->xid) {
            return (size_t)octets;
        }
        passed = t->now(t) - begun;
        if (octets < 0 && octets != STUBC_TRUNCATED && octets != STUBC_RPC_TIMED_OUT) {
            client->code = (int)octets;
        } else if (passed >= client->timeout) {
            client->code = STUBC_RPC_TIMED_OUT;
            return 0;
        } else if (!t->is_stream && passed - sent >= wait) {
            client->code = t->send(t, client->out + unmarked, client->used - unmarked, client->timeout - passed);
            sent = passed;
            wait *= wait < 0x40000000 ? 2u : 1u;
        }
    }
    /* The start of the next record in the stream is unknown, so the client cannot use it again. */
    if (t->is_stream) {
        client->lost = client->code;
    }
    return 0;
}

/* Reads the header of a reply (RFC 5531 section 9). Returns its outcome and sets results to the end of the header;
 * returns MALFORMED if it is not a complete reply. */
static int stubc_rpc_outcome(stubc_rpc_client *client, const uint8_t *reply, size_t length, const uint8_t **results)
{
    stubc_rpc_reader r;
    bool denied;
    uint32_t status;
    r.p = reply + 4;
    r.end = reply + length;
    r.complete = true;
    if (stubc_rpc_read(&r) != 1) {
        return STUBC_RPC_MALFORMED;
    }
    status = stubc_rpc_read(&r);
    denied = status == 1;
    if (status > 1) {
        return STUBC_RPC_MALFORMED;
    }
    if (!denied) {
        stubc_rpc_read(&r);
        stubc_rpc_read_auth(&r);
    }
    status = stubc_rpc_read(&r);
    if (denied && status == 1) {
        status = STUBC_RPC_AUTH_ERROR + (stubc_rpc_read(&r) & 0xff);
    } else if (denied && status == 0) {
        status = STUBC_RPC_RPC_MISMATCH;
    } else if (denied || status > STUBC_RPC_SYSTEM_ERR) {
        return STUBC_RPC_MALFORMED;
    }
    if (status == STUBC_RPC_RPC_MISMATCH || status == STUBC_RPC_PROG_MISMATCH) {
        client->low = stubc_rpc_read(&r);
        client->high = stubc_rpc_read(&r);
    }
    *results = r.p;
    return r.complete ? (int)status : STUBC_RPC_MALFORMED;
}

#ifdef STUBC_RPC_KEEP
/* Copies results into the arena, because the next reply takes the place of this one. Returns NULL if they do not
 * fit. */
static const uint8_t *stubc_rpc_keep(stubc_context *context, const uint8_t *results, size_t octets)
{
    uint8_t *const to = context->arena + context->arena_used;
    if (!context->arena || context->arena_size - context->arena_used < octets) {
        return NULL;
    }
    memcpy(to, results, octets);
    context->arena_used += octets;
    return to;
}
#endif

/* Returns the outcome of a reply, and sets results to the end of its header. */
static int stubc_rpc_open_reply(stubc_rpc_client *client, const uint8_t *reply, size_t length, const uint8_t **results)
{
    /* The usual words after the xid: REPLY, accepted, no verifier, success. */
    static const uint8_t expected[20] = {0, 0, 0, 1};
    *results = reply + 24;
    if (length < 24 || memcmp(reply + 4, expected, sizeof expected)) {
        return stubc_rpc_outcome(client, reply, length, results);
    }
    return STUBC_RPC_SUCCESS;
}

/* Reads a reply. Returns its outcome, and decodes the results of a successful call. is_kept: first copies them into the
 * arena. */
static int stubc_rpc_results(stubc_rpc_client *client, const uint8_t *reply, size_t length, void *result,
                             const stubc_root *root, bool is_kept)
{
    const uint8_t *p;
    int code = stubc_rpc_open_reply(client, reply, length, &p);
#ifdef STUBC_DECODE
    if (!code && root) {
        const size_t octets = (size_t)(reply + length - p);
        stubc_result read;
#ifdef STUBC_RPC_KEEP
        p = is_kept ? stubc_rpc_keep(&client->context, p, octets) : p;
#endif
        read = p ? stubc_rpc_decode(result, p, octets, &client->context, root) : STUBC_NO_MEMORY;
        code = read < 0 ? (int)read : code;
    }
#endif
    (void)result;
    (void)root;
    (void)is_kept;
    return code;
}

int stubc_rpc_finish(stubc_rpc_client *client, void *result, const stubc_root *root)
{
    const uint8_t *reply;
    const size_t length = client->code ? 0 : stubc_rpc_exchange(client, &reply);
    if (length) {
#ifdef STUBC_RPC_CLUSTER
        client->code = stubc_rpc_results(client, reply, length, result, root, client->keeps);
#else
        client->code = stubc_rpc_results(client, reply, length, result, root, false);
#endif
    }
    return client->code;
}

int stubc_rpc_invoke(stubc_rpc_client *client, const stubc_rpc_procedure *procedure, const void *argument,
                     void *result)
{
    stubc_rpc_begin(client, procedure->program, procedure->version, procedure->procedure);
#ifdef STUBC_ENCODE
    if (procedure->argument) {
        stubc_rpc_argument(client, argument, procedure->argument);
    }
#else
    (void)argument;
#endif
    return stubc_rpc_finish(client, result, procedure->result);
}
#endif

#ifdef STUBC_RPC_SERVER
/* ---- Remote procedure calls: servers ---- */

/* Why a call is denied (RFC 5531 section 9). */
enum { STUBC_RPC_BADCRED = 1, STUBC_RPC_REJECTEDCRED = 2 };

/* Reads the credentials at p (RFC 5531 section 8.2, appendix A). Returns 0, or the reason to deny the call. */
static uint32_t stubc_rpc_credentials_of(stubc_rpc_call *call, const uint8_t *p, size_t length)
{
    stubc_rpc_reader r;
    stubc_rpc_sys *const sys = &call->sys;
    uint32_t i;
    r.p = p;
    r.end = p + length;
    r.complete = true;
    if (length > STUBC_RPC_MAX_AUTH) {
        return STUBC_RPC_BADCRED;
    }
    if (call->flavor == STUBC_RPC_AUTH_NONE) {
        return 0;
    }
    if (call->flavor != STUBC_RPC_AUTH_SYS) {
        return STUBC_RPC_REJECTEDCRED;
    }
    sys->stamp = stubc_rpc_read(&r);
    sys->machine.length = stubc_rpc_read(&r);
    sys->machine.data = r.p;
    stubc_rpc_skip(&r, sys->machine.length);
    sys->uid = stubc_rpc_read(&r);
    sys->gid = stubc_rpc_read(&r);
    sys->group_count = stubc_rpc_read(&r);
    if (sys->machine.length > 255 || sys->group_count > STUBC_RPC_MAX_GROUPS) {
        return STUBC_RPC_BADCRED;
    }
    for (i = 0; i < sys->group_count; i++) {
        sys->groups[i] = stubc_rpc_read(&r);
    }
    return r.complete ? 0 : STUBC_RPC_BADCRED;
}

/* Finds the service of the call's program and version, and executes the call. Returns its outcome; if the server has
 * only other versions, range holds the lowest and the highest. */
static int stubc_rpc_serve(const stubc_rpc_server *server, stubc_rpc_call *call, uint32_t range[2])
{
    int outcome = STUBC_RPC_PROG_UNAVAIL;
    size_t i;
    for (i = 0; i < server->service_count; i++) {
        const stubc_rpc_service *const service = &server->services[i];
        if (service->program != call->program) {
            continue;
        }
        if (service->version == call->version) {
            outcome = service->serve(call);
            return outcome >= 0 ? outcome : STUBC_RPC_SYSTEM_ERR;
        }
        if (outcome == STUBC_RPC_PROG_UNAVAIL || service->version < range[0]) {
            range[0] = service->version;
        }
        if (outcome == STUBC_RPC_PROG_UNAVAIL || service->version > range[1]) {
            range[1] = service->version;
        }
        outcome = STUBC_RPC_PROG_MISMATCH;
    }
    return outcome;
}

size_t stubc_rpc_answer(stubc_rpc_server *server, const uint8_t *message, size_t length, uint8_t *reply,
                        size_t capacity)
{
    stubc_rpc_reader r;
    stubc_rpc_call call;
    uint32_t range[2] = {2, 2}, version, why;
    const uint8_t *credentials;
    size_t credentials_length;
    int outcome;
    /* A message that is not a call, or is cut off, gets no reply. */
    if (length < 12 || capacity < 32) {
        return 0;
    }
    r.p = message;
    r.end = message + length;
    r.complete = true;
    memset(&call, 0, sizeof call);
    call.xid = stubc_rpc_read(&r);
    if (stubc_rpc_read(&r) != 0) {
        return 0;
    }
    version = stubc_rpc_read(&r);
    call.program = stubc_rpc_read(&r);
    call.version = stubc_rpc_read(&r);
    call.procedure = stubc_rpc_read(&r);
    call.flavor = stubc_rpc_read(&r);
    credentials_length = stubc_rpc_read(&r);
    credentials = r.p;
    stubc_rpc_skip(&r, credentials_length);
    stubc_rpc_read(&r);
    stubc_rpc_read_auth(&r);
    call.context = &server->context;
    call.context->arena_used = 0;
    call.user = server->user;
    call.p = r.p;
    call.end = r.end;
    call.q = reply + 24;
    call.q_end = reply + capacity;
    if (!r.complete && version == 2) {
        return 0;
    }
    if (version != 2) {
        outcome = STUBC_RPC_RPC_MISMATCH;
    } else {
        why = stubc_rpc_credentials_of(&call, credentials, credentials_length);
        outcome = why ? STUBC_RPC_AUTH_ERROR + (int)why : stubc_rpc_serve(server, &call, range);
    }
    if (outcome == STUBC_RPC_NO_REPLY) {
        return 0;
    }
    stubc_put_word(reply, call.xid);
    stubc_put_word(reply + 4, 1);
    if (outcome >= STUBC_RPC_RPC_MISMATCH) {
        const bool auth = outcome >= STUBC_RPC_AUTH_ERROR;
        stubc_put_word(reply + 8, 1);
        stubc_put_word(reply + 12, auth);
        stubc_put_word(reply + 16, auth ? (uint32_t)outcome & 0xff : 2);
        stubc_put_word(reply + 20, 2);
        return auth ? 20 : 24;
    }
    memset(reply + 8, 0, 12);
    if (outcome > STUBC_RPC_SYSTEM_ERR) {
        outcome = STUBC_RPC_SYSTEM_ERR;
    }
    stubc_put_word(reply + 20, (uint32_t)outcome);
    if (outcome == STUBC_RPC_PROG_MISMATCH) {
        stubc_put_word(reply + 24, range[0]);
        stubc_put_word(reply + 28, range[1]);
        return 32;
    }
    return outcome ? 24 : (size_t)(call.q - reply);
}

size_t stubc_rpc_largest(const stubc_rpc_server *server, const uint8_t *message, size_t length)
{
    size_t i, j;
    /* A message that ends within its header gets no reply, an unknown version 32 bytes. */
    for (i = 0; i < server->service_count && length >= 24; i++) {
        const stubc_rpc_service *const service = &server->services[i];
        if (service->program != stubc_word(message + 12) || service->version != stubc_word(message + 16)) {
            continue;
        }
        for (j = 0; j < service->bound_count; j++) {
            if (service->bounds[j].procedure == stubc_word(message + 20)) {
                return service->bounds[j].largest;
            }
        }
        return SIZE_MAX;
    }
    return 32;
}

void *stubc_rpc_alloc(stubc_rpc_call *call, size_t size)
{
    stubc_context *const context = call->context;
    const size_t used = context->arena_used;
    size_t pad = (size_t)(0u - (uintptr_t)context->arena - used) & (STUBC_ALIGN - 1);
    if (!context->arena || context->arena_size - used < pad || context->arena_size - used - pad < size) {
#ifdef STUBC_RPC_CLUSTER
        call->is_short = true;
#endif
        return NULL;
    }
    context->arena_used = used + pad + size;
    return context->arena + used + pad;
}

#ifdef STUBC_DECODE
int stubc_rpc_take(stubc_rpc_call *call, void *argument, const stubc_root *root)
{
    stubc_result octets =
        stubc_rpc_decode(argument, call->p, (size_t)(call->end - call->p), call->context, root);
    if (octets < 0) {
        return octets == STUBC_NO_MEMORY ? STUBC_RPC_SYSTEM_ERR : STUBC_RPC_GARBAGE_ARGS;
    }
    call->p += octets;
    return STUBC_RPC_SUCCESS;
}
#endif

#ifdef STUBC_ENCODE
int stubc_rpc_give(stubc_rpc_call *call, const void *result, const stubc_root *root)
{
    stubc_result octets =
        stubc_rpc_encode(result, call->q, (size_t)(call->q_end - call->q), call->context, root);
    if (octets < 0) {
        return STUBC_RPC_SYSTEM_ERR;
    }
    call->q += octets;
    return STUBC_RPC_SUCCESS;
}
#endif
#endif
#endif
