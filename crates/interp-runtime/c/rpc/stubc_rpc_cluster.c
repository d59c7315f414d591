#ifdef STUBC_RPC_CLUSTER
/* ---- Remote procedure calls: clusters ---- */

/* A clustered call has these arguments: the most bytes that the reply may have (an unsigned int), then the arguments of
 * the calls. The results of each call are a union of its outcome (an int) and, if that is 0, its result. Loops send an
 * array of both. */

int stubc_rpc_settled(int outcome)
{
    if (outcome == STUBC_RPC_UNANSWERED) {
        return outcome;
    }
    if (outcome >= STUBC_RPC_AUTH_ERROR) {
        return STUBC_RPC_AUTH_ERROR + (outcome & 0xff);
    }
    if (outcome >= STUBC_RPC_RPC_MISMATCH) {
        return STUBC_RPC_RPC_MISMATCH;
    }
    return outcome < 0 || outcome > STUBC_RPC_SYSTEM_ERR ? STUBC_RPC_SYSTEM_ERR : outcome;
}

#ifdef STUBC_RPC_CLIENT
/* Reads the outcomes in a reply to a clustered call. Returns how many calls have one: those before the first that the
 * server leaves to the client, or that cannot be read. */
static size_t stubc_rpc_cluster_read(stubc_rpc_client *client, const stubc_rpc_cluster *cluster, size_t turns,
                                     const uint8_t *p, const uint8_t *end, uint8_t *results)
{
    const size_t whole = turns * cluster->count;
    size_t done = 0;
    bool complete = true;
    if (cluster->turns) {
        complete = end - p >= 4 && stubc_word(p) == turns;
        p += complete ? 4 : 0;
    }
    while (done < whole) {
        const stubc_rpc_part *const part = &cluster->parts[done % cluster->count];
        uint8_t *const turn = results + done / cluster->count * cluster->results;
        int outcome = STUBC_RPC_MALFORMED;
        complete = complete && end - p >= 4;
        if (complete) {
            outcome = (int)(int32_t)stubc_word(p);
            p += 4;
        }
        if (outcome == STUBC_RPC_PENDING) {
            break;
        }
        if (outcome == STUBC_RPC_UNANSWERED) {
            outcome = STUBC_RPC_TIMED_OUT;
        } else if (complete && outcome != STUBC_RPC_NOT_MADE && outcome != stubc_rpc_settled(outcome)) {
            outcome = STUBC_RPC_MALFORMED;
            complete = false;
        }
#ifdef STUBC_DECODE
        if (!outcome && part->result) {
            const stubc_result octets =
                stubc_rpc_decode(turn + part->at, p, (size_t)(end - p), &client->context, part->result);
            complete = octets >= 0;
            if (complete) {
                p += octets;
            } else {
                outcome = (int)octets;
            }
        }
#endif
        ((int *)(void *)turn)[done % cluster->count] = outcome;
        done++;
        if (!complete) {
            break;
        }
    }
    (void)client;
    return done;
}

/* Makes all calls as one. Returns how many have an outcome. */
static size_t stubc_rpc_cluster_send(stubc_rpc_client *client, const stubc_rpc_cluster *cluster, size_t turns,
                                     const void *arguments, uint8_t *results)
{
    const uint8_t *reply, *p;
    size_t length;
    int outcome;
    stubc_rpc_begin(client, cluster->program, cluster->version, cluster->procedure);
    if (client->out_size - client->used < 4) {
        return 0;
    }
    /* A record needs four bytes for the mark of the next one. */
    stubc_put_word(client->out + client->used, (uint32_t)(client->in.size - 4));
    client->used += 4;
#ifdef STUBC_ENCODE
    if (cluster->arguments) {
        stubc_rpc_argument(client, arguments, cluster->arguments);
    }
#else
    (void)arguments;
#endif
    if (client->code) {
        return 0;
    }
    length = stubc_rpc_exchange(client, &reply);
    if (!length) {
        ((int *)(void *)results)[0] = client->code;
        return 1;
    }
    outcome = stubc_rpc_open_reply(client, reply, length, &p);
    if (outcome == STUBC_RPC_PROG_UNAVAIL || outcome == STUBC_RPC_PROG_MISMATCH ||
        outcome == STUBC_RPC_PROC_UNAVAIL) {
        client->old |= cluster->bit;
    }
    if (outcome) {
        return 0;
    }
    /* The calls that the server leaves to the client take the place of this reply. */
    if (cluster->is_sliced) {
        length = (size_t)(reply + length - p);
        reply = p = stubc_rpc_keep(&client->context, p, length);
        if (!p) {
            return 0;
        }
    }
    return stubc_rpc_cluster_read(client, cluster, turns, p, reply + length, results);
}

int stubc_rpc_cluster_call(stubc_rpc_client *client, const stubc_rpc_cluster *cluster, size_t turns,
                           const void *arguments, const void *items, void *results)
{
    const size_t whole = turns * cluster->count;
    uint8_t *const all = (uint8_t *)results;
    size_t done = 0, i, used;
    int first = STUBC_RPC_SUCCESS;
    bool stopped = false;
    if (cluster->turns && turns > cluster->turns) {
        return STUBC_BAD_VALUE;
    }
    if (turns) {
        memset(results, 0, turns * cluster->results);
    }
    client->context.arena_used = 0;
    if (whole && !(client->old & cluster->bit)) {
        done = stubc_rpc_cluster_send(client, cluster, turns, arguments, all);
    }
    /* Make the calls without an outcome one by one. Their results go behind the earlier ones. */
    used = client->context.arena_used;
    for (i = 0; i < whole; i++) {
        const size_t turn = i / cluster->count, number = i % cluster->count;
        uint8_t *const to = all + turn * cluster->results;
        int *const outcome = &((int *)(void *)to)[number];
        if (stopped) {
            *outcome = STUBC_RPC_NOT_MADE;
        } else if (i >= done) {
            stubc_context *const context = &client->context;
            const stubc_context before = *context;
            context->arena = before.arena ? before.arena + used : NULL;
            context->arena_size = before.arena_size - used;
            client->keeps = cluster->parts[number].is_sliced;
            *outcome = cluster->make(client, number,
                                     items ? (const uint8_t *)items + turn * cluster->size : NULL, to);
            client->keeps = false;
            used += *outcome ? 0 : context->arena_used;
            context->arena = before.arena;
            context->arena_size = before.arena_size;
        }
        stopped = stopped || (*outcome && cluster->stops);
        first = first ? first : *outcome;
    }
    client->context.arena_used = used;
    return first;
}
#endif

#ifdef STUBC_RPC_SERVER
int stubc_rpc_cluster_take(stubc_rpc_call *call, void *arguments, const stubc_root *root)
{
    const size_t room = (size_t)(call->q_end - call->q);
    size_t most;
    if (call->end - call->p < 4) {
        return STUBC_RPC_GARBAGE_ARGS;
    }
    most = stubc_word(call->p);
    call->p += 4;
    /* The header of the reply has 24 bytes. */
    most = most > 24 ? most - 24 : 0;
    call->q_end = call->q + (most < room ? most : room);
#ifdef STUBC_DECODE
    return root ? stubc_rpc_take(call, arguments, root) : STUBC_RPC_SUCCESS;
#else
    (void)arguments;
    (void)root;
    return STUBC_RPC_SUCCESS;
#endif
}

/* Makes one call of a cluster and writes its result at q + 4, if it has one, before end. Returns its outcome, and sets
 * octets to the bytes of the result. PENDING: the client has to make the call, because memory or space is short. */
static int stubc_rpc_cluster_make(stubc_rpc_call *call, const stubc_rpc_cluster *cluster, size_t number,
                                  const void *arguments, void *results, const uint8_t *end, size_t *octets)
{
    const stubc_rpc_part *const part = &cluster->parts[number];
    const size_t room = (size_t)(end - call->q) - 4;
    int outcome;
    if (part->largest != UINT32_MAX && part->largest > room) {
        return STUBC_RPC_PENDING;
    }
    call->version = part->version;
    call->procedure = part->procedure;
    call->is_short = false;
    outcome = cluster->make(call, number, arguments, results);
    if (call->is_short) {
        return STUBC_RPC_PENDING;
    }
#ifdef STUBC_ENCODE
    if (!outcome && part->result) {
        const stubc_result length = stubc_rpc_encode((const uint8_t *)results + part->at, call->q + 4, room,
                                                     call->context, part->result);
        if (length == STUBC_NO_SPACE) {
            return STUBC_RPC_PENDING;
        }
        *octets = length < 0 ? 0 : (size_t)length;
        outcome = length < 0 ? STUBC_RPC_SYSTEM_ERR : outcome;
    }
#endif
    return outcome;
}

int stubc_rpc_cluster_serve(stubc_rpc_call *call, const stubc_rpc_cluster *cluster, size_t turns, const void *items,
                            void *results)
{
    const size_t used = call->context->arena_used;
    size_t left = turns * cluster->count, turn, i;
    bool leaves = false, stopped = false;
    /* Every call has an outcome in the reply, whatever becomes of it. */
    if ((size_t)(call->q_end - call->q) < 4 * left + 4) {
        return STUBC_RPC_SYSTEM_ERR;
    }
    if (cluster->turns) {
        stubc_put_word(call->q, (uint32_t)turns);
        call->q += 4;
    }
    for (turn = 0; turn < turns; turn++) {
        const uint8_t *const arguments = items ? (const uint8_t *)items + turn * cluster->size : NULL;
        memset(results, 0, cluster->results);
        for (i = 0; i < cluster->count; i++) {
            int outcome = leaves ? STUBC_RPC_PENDING : STUBC_RPC_NOT_MADE;
            size_t octets = 0;
            left--;
            if (!leaves && !stopped) {
                outcome = stubc_rpc_cluster_make(call, cluster, i, arguments, results, call->q_end - 4 * left, &octets);
            }
            ((int *)results)[i] = outcome;
            leaves = leaves || outcome == STUBC_RPC_PENDING;
            stopped = stopped || (outcome && cluster->stops);
            stubc_put_word(call->q, (uint32_t)outcome);
            call->q += 4 + octets;
        }
        call->context->arena_used = used;
    }
    return STUBC_RPC_SUCCESS;
}
#endif
#endif
