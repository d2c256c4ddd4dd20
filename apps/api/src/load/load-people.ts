import { readPrimaryNames } from '@opal/store/queries/names'
import type { ApiContext } from '../context.ts'
import { contractAddresses } from '../present/contract-addresses.ts'
import type { People } from '../present/people.ts'

/** Names of the accounts that a page shows, read together. Nulls are nobody. */
export async function loadPeople(
  { store, marketplaces, nowMicros }: Pick<ApiContext, 'store' | 'marketplaces' | 'nowMicros'>,
  addresses: readonly (string | null)[],
): Promise<People> {
  const known = addresses.filter((address) => address !== null)
  return { contracts: contractAddresses(marketplaces), names: await readPrimaryNames(store, known, nowMicros()) }
}
