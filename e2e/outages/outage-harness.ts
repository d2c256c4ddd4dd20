import { createApiClient } from '@opal/contract/client'
import { listUserTokens } from '@opal/contract/portfolio'
import type { Token } from '@opal/contract/tokens'
import { afterEach } from 'vitest'
import { type BrowserHarness, type Gates, openHarnessWithGates } from '../harness/browser-harness.ts'
import { type BrokenImages, startBrokenImages } from '../harness/images.ts'
import { floorToken, person } from '../harness/market.ts'
import { openedOnce } from '../harness/opened-once.ts'

/** A market whose connections can be cut. One for all journeys of a file, since a network takes long to start. */
export interface OutageHarness {
  readonly harness: BrowserHarness
  readonly gates: Gates
  readonly images: BrokenImages
  /** A user with money. */
  readonly trader: ReturnType<typeof person>
  /** The cheapest token that the trader can buy at the start. */
  readonly token: Token
  /** Address of the wallet with most items. */
  readonly holder: string
}

/** Opens the market before the first journey and closes it after the last; restores every connection after each. */
export function openOutageHarness(): OutageHarness {
  const market = openedOnce(async (owned) => {
    const { harness, gates } = owned.use(await openHarnessWithGates())
    const images = owned.use(await startBrokenImages())
    const token = await floorToken(harness.network, person(harness.network, 'Mara Voss'))
    return { harness, gates, images, token, holder: await richest(harness) }
  })
  afterEach(() => {
    const { api, stream } = market().gates
    api.open()
    stream.open()
  })
  return {
    get harness() {
      return market().harness
    },
    get gates() {
      return market().gates
    },
    get images() {
      return market().images
    },
    get token() {
      return market().token
    },
    get holder() {
      return market().holder
    },
    get trader() {
      return person(market().harness.network, 'Mara Voss')
    },
  }
}

async function richest({ network }: BrowserHarness): Promise<string> {
  const call = createApiClient({ api: network.apiUrl })
  let [most, holder] = [-1, '']
  for (const { address } of network.accounts) {
    const { total } = await call(listUserTokens, { params: { wallet: address }, query: { take: 1 } })
    if (total > most) [most, holder] = [total, address]
  }
  return holder
}
