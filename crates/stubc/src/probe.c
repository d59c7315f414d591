/* Compiled twice, under names of different lengths. If the objects differ in size, the flags embed names of folders or
   files: sanitizers and coverage do so for loops, calls, divisions, shifts, pointers and tables like these. */

struct node {
    const struct node *next;
    int value[4];
};

extern int stubc_probe_weigh(int value);

static int sum(const struct node *node, int at)
{
    int sum = 0;
    for (; node; node = node->next)
        sum += stubc_probe_weigh(node->value[at]) << at;
    return sum / at;
}

int (*const stubc_probe_table[])(const struct node *, int) = {sum};
