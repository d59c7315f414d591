/* Tables of error texts, which nothing here prints. */
#ifndef BARE_COM_ERR_H
#define BARE_COM_ERR_H
struct error_table;
struct et_list;
#endif
