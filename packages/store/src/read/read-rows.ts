import { errorCode } from '@opal/domain/errors'
import type { RawBuilder } from 'kysely'
import type { Store } from '../connect.ts'
import { QUERY_CANCELLED, QueryTooSlowError } from './query-too-slow-error.ts'

/** What a question needs of the store. */
export type Reader = Pick<Store, 'db'>

/** Runs one statement and gives its rows. @throws QueryTooSlowError when the connection's time limit cut it off. */
export async function readRows<Row>(reader: Reader, query: RawBuilder<Row>): Promise<readonly Row[]> {
  return (await typedFaults(query.execute(reader.db))).rows
}

/** Runs one statement and gives its first row, or null. */
export async function readRow<Row>(reader: Reader, query: RawBuilder<Row>): Promise<Row | null> {
  return (await readRows(reader, query))[0] ?? null
}

/** What a statement comes to. @throws QueryTooSlowError when the connection's time limit cut it off. */
export async function typedFaults<Result>(running: Promise<Result>): Promise<Result> {
  try {
    return await running
  } catch (cause) {
    if (errorCode(cause) === QUERY_CANCELLED) throw new QueryTooSlowError(null, { cause })
    throw cause
  }
}
