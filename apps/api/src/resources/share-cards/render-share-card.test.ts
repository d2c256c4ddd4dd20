import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { clientAt } from '@opal/domain/limits/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryCache } from '../../images/media-cache.ts'
import { createMediaQueue } from '../../images/media-queue.ts'
import { createMedia } from '../../images/serve-image.ts'
import { SourceShares } from '../../images/sources/source-shares.ts'
import { createShareCardRenderer } from './render-share-card.ts'

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const ended: string[] = []
const host = createServer((request, answer) => {
  // A host that answers nothing until the connection is closed.
  if (request.url?.includes('hanging')) request.on('close', () => ended.push(request.url ?? ''))
  else answer.end('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><circle cx="5" cy="5" r="5"/></svg>')
})
let gateway = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  gateway = `http://127.0.0.1:${(host.address() as AddressInfo).port}/ipfs`
})
afterAll(async () => {
  host.closeAllConnections()
  await new Promise((resolve) => host.close(resolve))
})

/** Creates a renderer. @param artTimeoutMs how long it waits for art. */
function openCards(artTimeoutMs: number) {
  const cache = createMemoryCache(10_000_000)
  const sources = {
    gateways: [gateway],
    arweaveGateways: [],
    allowedHosts: new Set<string>(),
    shares: new SourceShares(),
    isKnown: async () => true,
  }
  const fetching = createMediaQueue({
    concurrency: 12,
    concurrencyPerClient: 6,
    maxPending: 99,
    maxPendingPerClient: 99,
  })
  const cards = createShareCardRenderer(cache, createMedia(cache, sources, fetching), artTimeoutMs)
  return (name: string, client: string) => {
    const facts = { kicker: '', name, art: [`ipfs://${cid}/${name}.svg`], colour: null, isVerified: false, metrics: [] }
    return cards.card(facts, clientAt(client))
  }
}

describe('share cards', () => {
  it('of images that hang keep waiting their own client alone', async () => {
    const card = openCards(60_000)
    const flood = Array.from({ length: 90 }, (_, at) => card(`hanging${at}`, 'flood').catch(() => undefined))
    expect(await card('quick', 'reader')).toMatchObject({ lacksArt: false })
    host.closeAllConnections()
    void Promise.all(flood)
  })

  it('end the fetch of art that they no longer wait for, and say that it is lacking', async () => {
    const card = openCards(100)
    expect(await card('hanging-alone', 'reader')).toMatchObject({ lacksArt: true })
    await expect.poll(() => ended).toContain(`/ipfs/${cid}/hanging-alone.svg`)
  })
})
