#ifdef STUBC_RPC_BATCH
/* ---- Remote procedure calls: calls that travel together ---- */

void stubc_rpc_batch_begin(stubc_rpc_batch *batch, stubc_rpc_client *client, stubc_rpc_pending *calls, size_t capacity)
{
    memset(batch, 0, sizeof *batch);
    batch->client = client;
    batch->calls = calls;
    batch->capacity = capacity;
    batch->window = 8192;
    batch->first = client->xid + 1;
    batch->head = batch->end = client->head;
    client->context.arena_used = 0;
}

/* Returns whether the calls of a batch are still in the client's buffer: another call takes a number and the buffer,
 * and other credentials move the end of the header. */
static bool stubc_rpc_batch_intact(const stubc_rpc_batch *batch)
{
    return batch->client->xid + 1 == batch->first + (uint32_t)batch->count && batch->client->head == batch->head;
}

void stubc_rpc_batch_open(stubc_rpc_batch *batch, const stubc_rpc_procedure *procedure)
{
    stubc_rpc_client *const client = batch->client;
    uint8_t *const to = client->out + batch->end;
    client->code = client->lost;
    if (!stubc_rpc_batch_intact(batch)) {
        client->code = STUBC_BAD_VALUE;
    } else if (batch->count == batch->capacity || client->out_size - batch->end < batch->head) {
        client->code = STUBC_NO_SPACE;
    }
    if (client->code) {
        return;
    }
    memcpy(to, client->out, batch->head);
    stubc_put_word(to + STUBC_RPC_XID, client->xid + 1);
    stubc_put_word(to + STUBC_RPC_PROGRAM, procedure->program);
    stubc_put_word(to + STUBC_RPC_PROGRAM + 4, procedure->version);
    stubc_put_word(to + STUBC_RPC_PROGRAM + 8, procedure->procedure);
    batch->calls[batch->count].procedure = procedure;
    client->used = batch->end + batch->head;
}

int stubc_rpc_batch_close(stubc_rpc_batch *batch, void *result)
{
    stubc_rpc_client *const client = batch->client;
    stubc_rpc_pending *call;
    if (client->code) {
        return client->code;
    }
    call = &batch->calls[batch->count];
    call->outcome = STUBC_RPC_PENDING;
    call->at = batch->end;
    call->length = client->used - batch->end;
    call->result = result;
    call->sent = call->wait = 0;
    stubc_put_word(client->out + call->at, 0x80000000 | (uint32_t)(call->length - 4));
    batch->end = client->used;
    client->xid++;
    return (int)batch->count++;
}

int stubc_rpc_batch_add(stubc_rpc_batch *batch, const stubc_rpc_procedure *procedure, const void *argument,
                        void *result)
{
    stubc_rpc_batch_open(batch, procedure);
#ifdef STUBC_ENCODE
    if (procedure->argument) {
        stubc_rpc_argument(batch->client, argument, procedure->argument);
    }
#else
    (void)argument;
#endif
    return stubc_rpc_batch_close(batch, result);
}

/* Sends datagrams: those whose time is over again, and new ones while less than STUBC_RPC_WINDOW have no reply.
 * Returns 0 or an error. Shortens wait to the time until the next one is due. */
static int stubc_rpc_batch_datagrams(stubc_rpc_batch *batch, uint32_t passed, uint32_t *wait)
{
    const stubc_rpc_client *const client = batch->client;
    stubc_rpc_transport *const t = client->transport;
    size_t i;
    for (i = 0; i < STUBC_RPC_WINDOW; i++) {
        stubc_rpc_pending *call = batch->flying[i];
        uint32_t left;
        int code = 0;
        if (call && call->outcome == STUBC_RPC_PENDING) {
            left = call->sent + call->wait - passed;
            if (passed - call->sent >= call->wait) {
                call->wait *= call->wait < 0x40000000 ? 2u : 1u;
                left = 0;
            }
        } else if (batch->next < batch->count) {
            call = batch->flying[i] = &batch->calls[batch->next++];
            call->wait = client->retry;
            left = 0;
        } else {
            continue;
        }
        if (!left) {
            code = t->send(t, client->out + call->at + STUBC_RPC_XID, call->length - STUBC_RPC_XID,
                           client->timeout - passed);
            call->sent = passed;
            left = call->wait;
        }
        if (code) {
            return code;
        }
        if (*wait > left) {
            *wait = left;
        }
    }
    return 0;
}

/* Sends records when half of the window is free, as many as it takes; one that is larger than the window, alone. So the
 * peer can always accept what is sent, although it may have to send replies first. Returns 0 or an error. */
static int stubc_rpc_batch_records(stubc_rpc_batch *batch, uint32_t passed)
{
    const stubc_rpc_client *const client = batch->client;
    stubc_rpc_transport *const t = client->transport;
    const stubc_rpc_pending *const from = batch->calls + batch->next;
    size_t octets = 0;
    if (batch->under_way > batch->window / 2) {
        return 0;
    }
    while (batch->next < batch->count) {
        const size_t length = batch->calls[batch->next].length, before = batch->under_way + octets;
        if (before && (before > batch->window || length > batch->window - before)) {
            break;
        }
        octets += length;
        batch->next++;
    }
    batch->under_way += octets;
    return octets ? t->send(t, client->out + from->at, octets, client->timeout - passed) : 0;
}

/* Ends the call to which a message replies. Ignores other messages: replies to earlier calls, and second replies. */
static void stubc_rpc_batch_take(stubc_rpc_batch *batch, const uint8_t *reply, size_t length)
{
    const uint32_t number = stubc_word(reply) - batch->first;
    stubc_rpc_pending *call;
    if (number >= batch->next) {
        return;
    }
    call = &batch->calls[number];
    if (call->outcome == STUBC_RPC_PENDING) {
        const stubc_rpc_procedure *const about = call->procedure;
        stubc_context *const context = &batch->client->context;
        const size_t used = context->arena_used;
        call->outcome = stubc_rpc_results(batch->client, reply, length, call->result, about->result, about->is_sliced);
        if (call->outcome) {
            context->arena_used = used;
        }
        batch->under_way -= batch->client->transport->is_stream ? call->length : 0;
        batch->finished++;
    }
}

/* Ends the calls that have no reply. Returns the first outcome that is not STUBC_RPC_SUCCESS, if any. */
static int stubc_rpc_batch_end(stubc_rpc_batch *batch, int code)
{
    int first = STUBC_RPC_SUCCESS;
    size_t i;
    for (i = 0; i < batch->count; i++) {
        if (batch->calls[i].outcome == STUBC_RPC_PENDING) {
            batch->calls[i].outcome = code;
        }
        if (!first) {
            first = batch->calls[i].outcome;
        }
    }
    batch->next = batch->finished = batch->count;
    batch->under_way = 0;
    return first;
}

int stubc_rpc_batch_run(stubc_rpc_batch *batch)
{
    stubc_rpc_client *const client = batch->client;
    stubc_rpc_transport *const t = client->transport;
    const uint32_t begun = t->now(t);
    uint32_t passed = 0;
    if (client->lost || !stubc_rpc_batch_intact(batch)) {
        return stubc_rpc_batch_end(batch, client->lost ? client->lost : STUBC_BAD_VALUE);
    }
    while (batch->finished < batch->count) {
        uint32_t wait = client->timeout - passed;
        const uint8_t *reply;
        stubc_result octets = 0;
        int code = t->is_stream ? stubc_rpc_batch_records(batch, passed)
                                : stubc_rpc_batch_datagrams(batch, passed, &wait);
        if (!code) {
            octets = stubc_rpc_message(client, &reply, wait);
            if (octets < 0 && octets != STUBC_TRUNCATED && octets != STUBC_RPC_TIMED_OUT) {
                code = (int)octets;
            }
        }
        if (code) {
            /* The start of the next record in the stream is unknown, so the client cannot use it again. */
            client->lost = t->is_stream ? code : 0;
            return stubc_rpc_batch_end(batch, code);
        }
        if (octets >= 8) {
            stubc_rpc_batch_take(batch, reply, (size_t)octets);
        }
        passed = t->now(t) - begun;
        if (passed >= client->timeout) {
            break;
        }
    }
    return stubc_rpc_batch_end(batch, STUBC_RPC_TIMED_OUT);
}
#endif
