/**
 * The places of rows in files of text. Spark numbers rows as a task reads them, and a task reads a block of a file from its beginning to its end: the byte at which
 * the block begins goes before.
 */
export const fileOrder: { readonly columns: readonly string[]; readonly expressions: readonly string[] } = {
  columns: ['rankwright_file', 'rankwright_place'],
  expressions: [
    '_metadata.file_path AS rankwright_file',
    'CAST(_metadata.file_block_start AS DECIMAL(27, 0)) * 8589934592 + (monotonically_increasing_id() & 8589934591) AS rankwright_place',
  ],
}
