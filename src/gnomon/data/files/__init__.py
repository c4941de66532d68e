"""One reader a file format; `gnomon.data.read` chooses among them by the suffix.

bytes           opening a file, compressed or not; its encoding; binary junk
growth          how much a packed file may grow
dialect         delimiter, quotes, decimal sign and header of a text table, sniffed
words           a column of text while it is being read
delimited       CSV, TSV and their kin
arff            the format of Weka
thrift          the numbers in the headers of a Parquet file
parquet_footer  what the footer of a Parquet file says of its columns
parquet_pages   what the pages of a Parquet file say of themselves
parquet         through pyarrow, once these are looked at
"""
