/** Keeps block records in order. Records are opaque bytes here. */
export interface BlockStore extends Disposable {
  /** Number of records kept. */
  readonly length: number
  /** Keeps a record for good, or throws and keeps nothing of it. */
  append(record: Uint8Array): void
  read(index: number): Buffer
  /** Hash over all records up to the last one. */
  readonly chain: Buffer
  /** Forgets every record from the `length`-th on. */
  truncate(length: number): void
}
