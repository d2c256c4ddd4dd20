import { compareTraitFigures } from '@opal/api/trait-filter/compare-trait-stats'
import { createTraitCache } from '@opal/api/trait-filter/trait-cache'
import { connect } from '@opal/store/driver/connection'
import type { ProgressBoard } from '../supervisor/progress-board.ts'

/** Larger collections would take the tables' side of it too long. */
const MOST_TOKENS = 50_000n

interface VerifyTraitsOptions {
  readonly databaseUrl: string
  readonly board: Pick<ProgressBoard, 'say'>
  readonly note: (words: string) => void
  /** Differences to name. */
  readonly show: number
}

/** Holds the counts and floors of traits, as the API makes them in memory, against the tables, at one moment. @returns how many differ. */
export async function verifyTraits({ databaseUrl, board, note, show }: VerifyTraitsOptions): Promise<number> {
  await using source = connect({ connectionString: databaseUrl, applicationName: 'opal-verify' })
  const snapshot = source.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return await snapshot.execute(async (db) => {
    const query = db.selectFrom('market.collection_stats').select(['collection_id', 'supply']).orderBy('collection_id')
    const all = await query.execute()
    const traits = createTraitCache({ db })
    let count = 0
    for (const { collection_id } of all.filter(({ supply }) => supply <= MOST_TOKENS)) {
      for (const { traitType, value, inMemory, inTables } of (await compareTraitFigures(
        { db },
        traits,
        collection_id,
      )) ?? []) {
        count += 1
        const where = `${collection_id} ${traitType}: ${value}`
        if (count <= show)
          board.say(`  traits ${where}: in memory ${inMemory ?? 'none'}, in the tables ${inTables ?? 'none'}`)
      }
    }
    note(`${all.length} collections, ${count} differences`)
    return count
  })
}
