/* Types and attributes that heimdal finds out when it is configured. */
#ifndef BARE_KRB5_TYPES_H
#define BARE_KRB5_TYPES_H
#include <inttypes.h>
#include <sys/types.h>
#define HEIMDAL_DEPRECATED
#define HEIMDAL_PRINTF_ATTRIBUTE(x)
#define HEIMDAL_NORETURN_ATTRIBUTE
#define HEIMDAL_UNUSED_ATTRIBUTE __attribute__((__unused__))
#define HEIMDAL_WARN_UNUSED_RESULT_ATTRIBUTE
#endif
