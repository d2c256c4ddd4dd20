import pg from 'pg'

/** Indexing that waits until it is resumed. */
export interface PausedIndexing extends AsyncDisposable {
  /** Resumes indexing. */
  letGo(): Promise<void>
}

/** Keeps a running indexer from writing: what is committed on chain is not indexed until then. Reads continue. */
export async function pauseIndexing(databaseUrl: string): Promise<PausedIndexing> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  // Every batch advances its stream's row, in the transaction of everything else that it writes.
  await client.query('select 1 from chain.checkpoints for update')
  // The transaction ends with its connection.
  const letGo = () => client.end()
  return { letGo, [Symbol.asyncDispose]: letGo }
}
