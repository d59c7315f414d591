/* What asn1c takes of the network's headers, for targets without them. */
#include <stdint.h>
uint32_t ntohl(uint32_t word);
