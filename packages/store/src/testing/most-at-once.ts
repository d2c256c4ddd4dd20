import type { KyselyPlugin } from 'kysely'
import type { Store } from '../driver/connection.ts'
import type { Reader } from '../queries/read-rows.ts'

/** Runs queries, and returns the largest number of statements that wait for an answer at the same time. */
export async function mostAtOnce(
  { db }: Pick<Store, 'db'>,
  work: (reader: Reader) => Promise<unknown>,
): Promise<number> {
  let [running, most] = [0, 0]
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      running += 1
      most = Math.max(most, running)
      return node
    },
    transformResult: async ({ result }) => {
      running -= 1
      return result
    },
  }
  await work({ db: db.withPlugin(counter) })
  return most
}
