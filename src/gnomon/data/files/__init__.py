"""File readers, one per format; `gnomon.data.read` selects one by the suffix.

bytes           opening files, compressed or not; text encoding; detection of binary files
zip_bombs       limit of the compression ratio
dialect         delimiter, quotes, decimal separator and header of a text table, detected
quotes          check for unclosed quotes, which join lines
text_columns    dictionary encoding of a text column while it is read
delimited       CSV, TSV and other delimited text
arff            ARFF, the format of Weka
thrift          Thrift's compact protocol, for the headers of a Parquet file
parquet_footer  column metadata in the footer of a Parquet file
parquet_pages   page headers of a Parquet file
parquet         Parquet through pyarrow, after these checks
"""
