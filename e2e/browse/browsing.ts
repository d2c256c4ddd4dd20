import { createApiClient } from '@opal/contract/client'
import { type Collection, listCollections } from '@opal/contract/collections'
import { type BrowserHarness, sharedHarness } from '../harness/browser-harness.ts'
import { openedOnce } from '../harness/opened-once.ts'

/** The demo market as a visitor sees it. One for all journeys of a file: a network takes long to start. */
export interface Browsing {
  readonly harness: BrowserHarness
  /** The ten that the landing page begins with. */
  readonly collections: readonly Collection[]
  readonly first: Collection
  /** Requests an address without following redirects. */
  answer(path: string): Promise<{ status: number; location: string | null; text: string }>
}

/** Opens it before the first journey and closes it after the last. */
export function openBrowsing(): Browsing {
  const market = openedOnce(async () => {
    const harness = await sharedHarness()
    const { data } = await createApiClient({ api: harness.network.apiUrl })(listCollections, {
      query: { take: 10, traded: 'true' },
    })
    return { harness, collections: data }
  })
  return {
    get harness() {
      return market().harness
    },
    get collections() {
      return market().collections
    },
    get first() {
      const [collection] = market().collections
      if (!collection) throw new Error('The market has no collection.')
      return collection
    },
    async answer(path) {
      const response = await fetch(market().harness.network.webUrl + path, { redirect: 'manual' })
      return { status: response.status, location: response.headers.get('location'), text: await response.text() }
    },
  }
}
