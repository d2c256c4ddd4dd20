import type { Store } from '@opal/store/driver/connection'
import { readActivities } from '@opal/store/queries/activity/activities'
import { readActivityWalk } from '@opal/store/queries/activity/activity-walk'
import { type ActivityScale, idOf, versionOf } from './activity-rows.ts'

/** Rows of a page of the site. */
const TAKE = 50
/** A time after every activity. */
const NOW_MICROS = 1_900_000_000_000_000n

/** A list of activities that people open often. */
export interface ActivityRead {
  readonly name: string
  /**
   * Reads a page of the nth sample on the connections that the API uses for it: another token, collection or wallet each.
   * @returns rows of the page.
   */
  readonly run: (store: Store, sample: number) => Promise<readonly { readonly version: bigint }[]>
}

/** Returns the lists: of all activities, and of the most and the least traded collections, tokens and wallets. */
export function activityReads({ rows, tokens, collections, wallets }: ActivityScale): readonly ActivityRead[] {
  const page = (query: object) => (store: Store) => readActivities(store, { take: TAKE, ...query }, NOW_MICROS)
  const walk = async (store: Store, query: Pick<Parameters<typeof readActivityWalk>[1], 'of' | 'id' | 'after'>) =>
    (await readActivityWalk(store.preparedPool, { take: TAKE, ...query }, NOW_MICROS)).rows
  const ofCollection = (number: number) => ({ of: 'collection_id' as const, id: idOf('collection', number) })
  const ofToken = (number: number) => ({ of: 'token_data_id' as const, id: idOf('token', number) })
  const halfway = { version: versionOf(Math.floor(rows / 2)), eventIndex: 0 }
  return [
    { name: 'all', run: page({}) },
    { name: 'all.sales', run: page({ kinds: ['sale'] }) },
    { name: 'collection.large', run: (store, sample) => walk(store, ofCollection(sample)) },
    {
      name: 'collection.large.halfway',
      run: (store, sample) => walk(store, { ...ofCollection(sample), after: halfway }),
    },
    { name: 'collection.small', run: (store, sample) => walk(store, ofCollection(collections - 1 - sample)) },
    { name: 'token.busy', run: (store, sample) => walk(store, ofToken(sample)) },
    { name: 'token.quiet', run: (store, sample) => walk(store, ofToken(tokens - 1 - sample)) },
    { name: 'wallet.busy', run: (store, sample) => page({ wallet: idOf('wallet', sample) })(store) },
    { name: 'wallet.quiet', run: (store, sample) => page({ wallet: idOf('wallet', wallets - 1 - sample) })(store) },
  ]
}
