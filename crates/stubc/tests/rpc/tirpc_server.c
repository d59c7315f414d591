/* A server of service.x on libtirpc, around what rpcgen -N -M makes. */
#include "service.h"

#include <stdlib.h>
#include <string.h>

void service_1(struct svc_req *, SVCXPRT *);
void service_3(struct svc_req *, SVCXPRT *);

bool_t nothing_1_svc(void *result, struct svc_req *request)
{
    (void)result;
    (void)request;
    return TRUE;
}

bool_t sum_1_svc(numbers argument, int *result, struct svc_req *request)
{
    u_int i;
    (void)request;
    *result = 0;
    for (i = 0; i < argument.numbers_len; i++)
        *result += argument.numbers_val[i];
    return TRUE;
}

bool_t join_1_svc(char *left, char *right, u_int spaces, char **result, struct svc_req *request)
{
    (void)request;
    *result = malloc(strlen(left) + spaces + strlen(right) + 1);
    sprintf(*result, "%s%*s%s", left, (int)spaces, "", right);
    return TRUE;
}

bool_t split_1_svc(char *argument, list *result, struct svc_req *request)
{
    char *word;
    (void)request;
    *result = NULL;
    for (word = strtok(argument, " "); word; word = strtok(NULL, " ")) {
        *result = calloc(1, sizeof **result);
        (*result)->text = strdup(word);
        result = &(*result)->next;
    }
    return TRUE;
}

static void mirror(const tree *from, tree *to)
{
    to->value = from->value;
    to->left = to->right = NULL;
    if (from->right) {
        to->left = malloc(sizeof *to);
        mirror(from->right, to->left);
    }
    if (from->left) {
        to->right = malloc(sizeof *to);
        mirror(from->left, to->right);
    }
}

bool_t mirror_3_svc(tree argument, tree *result, struct svc_req *request)
{
    (void)request;
    mirror(&argument, result);
    return TRUE;
}

bool_t find_3_svc(wrapped argument, found *result, struct svc_req *request)
{
    (void)request;
    result->known = argument.where[0] != 0;
    memcpy(result->found_u.where, argument.where, sizeof argument.where);
    return TRUE;
}

bool_t count_3_svc(u_int argument, numbers *result, struct svc_req *request)
{
    u_int i;
    /* It is freed whatever becomes of it. */
    memset(result, 0, sizeof *result);
    if (argument > MOST) {
        svcerr_decode(request->rq_xprt);
        return FALSE;
    }
    result->numbers_len = argument;
    result->numbers_val = malloc(argument * sizeof(int) + 1);
    for (i = 0; i < argument; i++)
        result->numbers_val[i] = (int)i;
    return TRUE;
}

bool_t caller_3_svc(u_int *result, struct svc_req *request)
{
    const struct authunix_parms *who = (const struct authunix_parms *)request->rq_clntcred;
    if (request->rq_cred.oa_flavor != AUTH_SYS) {
        svcerr_weakauth(request->rq_xprt);
        return FALSE;
    }
    *result = (u_int)who->aup_uid + (u_int)who->aup_len;
    return TRUE;
}

bool_t tell_3_svc(char *argument, void *result, struct svc_req *request)
{
    (void)result;
    (void)request;
    return *argument != 0;
}

bool_t fail_3_svc(int argument, int *result, struct svc_req *request)
{
    (void)request;
    *result = argument;
    return TRUE;
}

int service_1_freeresult(SVCXPRT *transport, xdrproc_t type, caddr_t result)
{
    (void)transport;
    xdr_free(type, result);
    return 1;
}

int service_3_freeresult(SVCXPRT *transport, xdrproc_t type, caddr_t result)
{
    return service_1_freeresult(transport, type, result);
}

int main(void)
{
    if (!svc_create(service_1, SERVICE, FIRST, "udp") || !svc_create(service_1, SERVICE, FIRST, "tcp") ||
        !svc_create(service_3, SERVICE, THIRD, "udp") || !svc_create(service_3, SERVICE, THIRD, "tcp"))
        return 2;
    svc_run();
    return 1;
}
