#include "../com_err.h"
