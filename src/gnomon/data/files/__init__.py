"""One reader a file format; `gnomon.data.read` chooses among them by the suffix.

bytes        opening a file, compressed or not; its encoding; binary junk
growth       how much a packed file may grow
dialect      delimiter, quotes, decimal sign and header of a text table, sniffed
delimited    CSV, TSV and their kin
arff         the format of Weka
parquet      through pyarrow
"""
