//! The client's commands, one connection per session, and the files that the two programs read.
//!
//! The server compares terms in upper case, and needs the number of hits after each.

/// Files of the test server: terms for a scan, and records in generic syntax.
pub(crate) const SERVER_FILES: [(&str, &str); 2] = [
    (
        "dummy-words",
        "ABACUS:1\nNACCENT:38\nNADVENT:75\nNALMANAC:112\nNANTHOLOGY:36\nNARCHIVE:73\nNATLAS:110\n\
         NBALLAD:34\nNBIBLIOGRAPHY:71\nNBINDING:108\nNCATALOG:32\nCHAPTER:69\nNCHRONICLE:106\n\
         NCODEX:30\nNCOLLATION:67\nNCOLOPHON:104\nNCOMPILER:28\nNCOMPUTER:65\nNCONCORDANCE:102\n\
         NCOOKBOOK:26\nNCORPUS:63\nDIARY:100\nNDICTIONARY:24\nNECLOGUE:61\nNEDITION:98\nNELEGY:22\n\
         NEPIGRAPH:59\nNEPILOGUE:96\nNFABLE:20\nNFOLIO:57\nNFOREWORD:94\nNGAZETTE:18\nGLOSSARY:55\n\
         NGRAMMAR:92\nNHERBAL:16\nNIMPRINT:53\nNINDEX:90\nNJOURNAL:14\nNLEDGER:51\nNLEXICON:88\n\
         NLIBRARY:12\nNMANUAL:49\nNMEMOIR:86\nNARRATIVE:10\nNNOVEL:47\nNOCTAVO:84\nNODYSSEY:8\n\
         NPAMPHLET:45\nNPARODY:82\nNPREFACE:6\nNQUARTO:43\nNREADER:80\nNREGISTER:4\nNROMANCE:41\n\
         SATIRE:78\nNSERIAL:2\nNSONNET:39\nNSTUB:76\nNTHESAURUS:113\nNTREATISE:37\nNVELLUM:74\n\
         NVOLUME:111\nNYEARBOOK:35\nNZODIAC:72\n",
    ),
    (
        "dummy-grs",
        "#1\n(1,14) 1001\n(2,1) A short history of marshalling\n(2,2) Ada Example\n(4,50) {\n(3,title) Volumes\n\
         (3,count) 3\n}\n}\n#2\n(2,1) Stubs and their compilers\n(2,2) {\n(3,given) Ben\n(3,family) Sample\n}\n\
         (2,31) 1997\n}\n#3\n(2,1) Interfaces\n(4,50) {\n(4,51) {\n(3,deep) nested\n}\n}\n}\n",
    ),
];

/// Files with records that the client sends.
pub(crate) const CLIENT_FILES: [(&str, &str); 2] = [
    ("record.xml", "<record><title>A record to be kept</title><author>C. Example</author></record>\n"),
    ("order.xml", "<order><item>17</item><copies>2</copies></order>\n"),
];

/// Name and commands of each session.
pub(crate) const SESSIONS: [(&str, &str); 16] = [
    ("plain", "open $TARGET/Default\nfind computer\nshow 1\nshow 2+3\nshow 1+5\nclose\n"),
    (
        "attributes",
        "open $TARGET/Default\nfind @attr 1=4 computer\nfind @attr 1=1003 example\n\
         find @attr 1=4 @attr 5=1 comp\nfind @attr 1=4 @attr 2=3 @attr 3=3 @attr 4=2 @attr 5=100 @attr 6=1 stub\n\
         find @attr 1=7 0131103628\nfind @attr 1=31 @attr 2=4 1997\nfind @attr bib-1 1=21 libraries\n\
         find @attr exp-1 1=1 targetinfo\nfind @attrset gils 1=2002 water\nfind @attr 1=title computer\n\
         find @attr 1=4 @attr 1016=2 rank\nfind @term string title\nfind @term numeric 1997\n\
         find @attr 1=4 @term string \"two words\"\nclose\n",
    ),
    (
        "operators",
        "open $TARGET/Default\nfind @and computer library\nfind @or novel memoir\nfind @not atlas map\n\
         find @and @attr 1=4 stub @attr 1=1003 ada\nfind @or @and a b @not c d\n\
         find @and @or @and a b @and c d @or e f\nfind @prox 0 1 1 2 k 2 short history\n\
         find @prox 1 3 0 4 known 3 left right\nfind @attrset bib-1 @and @attr 1=4 x @attr 1=62 y\n\
         find @or @or @or @or a b c d e\nclose\n",
    ),
    (
        "result sets",
        "setnames\nopen $TARGET/Default\nfind computer\nfind library\nfind @set 1\nfind @and @set 1 @set 2\n\
         find @not @set 2 @attr 1=4 atlas\nshow 1+1+1\nshow 1+2+2\nshow 1+1+absent\ndelete 1\ndelete 2\n\
         delete nowhere\nclose\n",
    ),
    (
        "record syntaxes",
        "open $TARGET/Default\nfind 40\nformat usmarc\nshow 1\nshow 3+2\nformat sutrs\nshow 1\nshow 2+4\n\
         format xml\nshow 1\nshow 2+2\nformat opac\nshow 1\nshow 4+2\nformat grs-1\nshow 1\nshow 2\nshow 3\n\
         show 1+3\nformat danmarc\nshow 1\nformat unimarc\nshow 1\nformat summary\nshow 1\nformat explain\n\
         show 1\nformat json\nshow 1\nformat html\nshow 1\nclose\n",
    ),
    (
        "element sets",
        "open $TARGET/Default\nfind 17\nelements B\nshow 1\nelements F\nshow 1+2\nformat xml\nelements dc\nshow 1\n\
         elements marcxml\nshow 2\nschema 1.2.840.10003.13.2\nshow 1\nelements op\nshow 2\nshow 90\n\
         schema http://www.loc.gov/MARC21/slim\nshow 3\nclose\n",
    ),
    (
        "piggyback",
        "ssub 4\nlslb 20\nmspn 3\nopen $TARGET/Default\nfind 2\nfind 12\nfind 50\nformat sutrs\nfind 3\n\
         format xml\nelements B\nfind 4\nfind 11\nformat grs-1\nfind 1\nfind 2\nformat opac\nfind 2\nclose\n",
    ),
    (
        "scan",
        "open $TARGET/Default\nscan computer\nscan @attr 1=4 library\nscansize 5\nscan lexicon\nscanpos 3\n\
         scan folio\nscanstep 0\nscan @attr 1=1003 @attr 3=1 novel\nscanstep 2\nscan atlas\nscanstep 0\n\
         scanpos 1\nscansize 40\nscan abacus\nscansize 2\nscan zzz\nscan @attr 1=4 @attr 5=1 quart\n\
         find computer\nsetscan 1 computer\nclose\n",
    ),
    (
        "sort",
        "open $TARGET/Default\nfind 20\nsort 1=4 <\nsort 1=4 > 1=1003 <i\nsort title a<\nsort title s>! date <\n\
         sort+ 1=31 >\nshow 1\nsort 1=4,1=1003 <=none\nclose\n",
    ),
    (
        "databases and references",
        "open $TARGET/Default\nrefid r-0001\nfind computer\nshow 1\nrefid r-0002\nbase Default test\nfind library\n\
         show 1\nbase Nowhere\nfind library\nbase db-1 db-2 db-3\nfind stub\nscan stub\nclose\n",
    ),
    (
        "query types",
        "open $TARGET/Default\nquerytype cql\nfind dc.title = computer\nfind computer and library\n\
         querytype ccl\nfind computer\nquerytype cql2rpn\nfind stub\nquerytype prefix\n\
         facets @attr 1=title @attr 1=date\nfind computer\nfacets @attr 1=subject @attr 3=5\nfind @attr 1=4 atlas\n\
         close\n",
    ),
    (
        "negotiation",
        "authentication reader,readers,secret\nnegcharset utf-8\nlang eng\nset_otherinfo 0 1.2.840.10003.10.1000.81.1 trail\n\
         open $TARGET/Default\nfind computer\nshow 1\nset_otherinfo 1 1.2.840.10003.10.1000.81.2 second\nfind stub\nclose\n",
    ),
    (
        "negotiation, old character set",
        "authentication guest\nnegcharset iso-8859-1\nopen $TARGET/Default\nfind computer\nclose\n",
    ),
    (
        "updates",
        "packagename parcel\nopen $TARGET/Default\nupdate insert 1 record.xml\nupdate replace 2 record.xml\n\
         update delete 3 record.xml\nupdate update 4 record.xml\nupdate0 insert 5 record.xml\n\
         update0 delete 6 record.xml\nxmles 1.2.840.10003.9.1000.81.1 order.xml\nclose\n",
    ),
    (
        "orders",
        "open $TARGET/Default\nfind 5\nitemorder item 1\nitemorder ill 1\nitemorder xml 1\nitemorder item 4\n\
         itemorder ill 2\ncancel\nclose\n",
    ),
    (
        "administration",
        "packagename chore\nopen $TARGET/Default\nadm-reindex Default\nadm-truncate database Default\n\
         adm-drop database Default\nadm-create\nadm-commit\nadm-refresh\nadm-import xml folder pattern\n\
         adm-startup\nadm-shutdown\nclose\n",
    ),
];
