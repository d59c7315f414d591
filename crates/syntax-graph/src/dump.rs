//! A stable text form of the graph, for golden files and `stubc dump graph`.
