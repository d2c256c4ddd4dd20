import { constants, setPriority } from 'node:os'
import { errorMessage } from '@opal/domain/errors'
import { connect, type Store } from '@opal/store/driver/connection'
import { isFaultOfItem } from '@opal/store/projections/failures'
import { rankCollection } from '@opal/store/projections/rarity/worker'

/** A queued collection to rank. */
export interface RankJob {
  readonly databaseUrl: string
  readonly collectionId: string
  /** When it is given up, milliseconds. The server then ends the transaction of a process that has frozen as well. */
  readonly timeoutMs: number
}

/**
 * `ranked` is false when another worker is ranking; `isOfCollection` distinguishes a collection's fault from the
 * database's.
 */
export type RankAnswer = { readonly ranked: boolean } | { readonly fault: string; readonly isOfCollection: boolean }

// The program that rarity.ts starts: ranks what it is sent, one after the other, and ends with its parent. Its priority is low.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.on('message', (job: RankJob) => void answer(job))
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.send?.('ready')

let open: Store | null = null

async function answer({ databaseUrl, collectionId, timeoutMs }: RankJob): Promise<void> {
  open ??= connect({
    connectionString: databaseUrl,
    applicationName: 'opal-ranking',
    idleTransactionMs: timeoutMs,
    onError: () => undefined,
  })
  const ranked: RankAnswer = await rankCollection(open.db, collectionId).then(
    (ranked) => ({ ranked }),
    (error: unknown) => ({
      fault: errorMessage(error),
      isOfCollection: isFaultOfItem(error),
    }),
  )
  process.send?.(ranked)
}
