/* A client of service.x on libtirpc: finds the server through rpcbind, over the transport that is named. */
#include "service.h"

#include <string.h>

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                     \
            failures++;                                                                                                \
        }                                                                                                              \
    } while (0)

int main(int count, char **arguments)
{
    static int items[MOST];
    CLIENT *first, *third, *second;
    struct rpc_err error;
    numbers some = {MOST, items}, counted = {0, NULL};
    tree leaf = {NULL, NULL, 5}, root = {&leaf, NULL, 0}, mirror = {NULL, NULL, 0};
    wrapped where;
    found known;
    list parts = NULL;
    char *joined = NULL;
    gid_t groups[2] = {7, 8};
    u_int who;
    int i, sum, failures = 0;
    const struct timeval wait = {5, 0};
    if (count != 2)
        return 2;
    first = clnt_create("127.0.0.1", SERVICE, FIRST, arguments[1]);
    third = clnt_create("127.0.0.1", SERVICE, THIRD, arguments[1]);
    second = clnt_create("127.0.0.1", SERVICE, 2, arguments[1]);
    CHECK(first && third && second);
    if (failures)
        return 1;
    for (i = 0; i < MOST; i++)
        items[i] = i - 10;
    CHECK(nothing_1(NULL, first) == RPC_SUCCESS);
    CHECK(sum_1(some, &sum, first) == RPC_SUCCESS && sum == MOST * (MOST - 1) / 2 - 10 * MOST);
    CHECK(join_1("left", "right", 2, &joined, first) == RPC_SUCCESS && !strcmp(joined, "left  right"));
    CHECK(split_1("one two three", &parts, first) == RPC_SUCCESS && parts && !strcmp(parts->next->next->text, "three"));
    CHECK(mirror_3(root, &mirror, third) == RPC_SUCCESS && !mirror.left && mirror.right && mirror.right->value == 5);
    memset(&where, 3, sizeof where);
    CHECK(find_3(where, &known, third) == RPC_SUCCESS && known.known && known.found_u.where[31] == 3);
    where.where[0] = 0;
    CHECK(find_3(where, &known, third) == RPC_SUCCESS && !known.known);
    CHECK(count_3(MOST, &counted, third) == RPC_SUCCESS && counted.numbers_len == MOST);
    CHECK(counted.numbers_val && counted.numbers_val[MOST - 1] == MOST - 1);
    CHECK(tell_3("hello", NULL, third) == RPC_SUCCESS);
    /* What is answered instead of results, as libtirpc understands it. */
    CHECK(count_3(MOST + 1, &counted, third) == RPC_CANTDECODEARGS);
    CHECK(fail_3(5, &sum, third) == RPC_SYSTEMERROR);
    CHECK(fail_3(3, &sum, third) == RPC_PROCUNAVAIL);
    CHECK(clnt_call(third, 77, (xdrproc_t)xdr_void, NULL, (xdrproc_t)xdr_void, NULL, wait) == RPC_PROCUNAVAIL);
    CHECK(clnt_call(first, SUM, (xdrproc_t)xdr_void, NULL, (xdrproc_t)xdr_void, NULL, wait) == RPC_CANTDECODEARGS);
    CHECK(clnt_call(second, 0, (xdrproc_t)xdr_void, NULL, (xdrproc_t)xdr_void, NULL, wait) == RPC_PROGVERSMISMATCH);
    clnt_geterr(second, &error);
    CHECK(error.re_vers.low == 1 && error.re_vers.high == 3);
    CHECK(caller_3(&who, third) == RPC_AUTHERROR);
    auth_destroy(third->cl_auth);
    third->cl_auth = authunix_create("host", 40, 1, 2, groups);
    CHECK(caller_3(&who, third) == RPC_SUCCESS && who == 42);
    printf("%s: %d failures\n", arguments[1], failures);
    return failures != 0;
}
