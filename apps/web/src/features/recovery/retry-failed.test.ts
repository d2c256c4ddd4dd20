import { ApiError } from '@opal/contract/http/api-error'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addFailedImage, failedImages, onRetryImages, retryFailedImages } from '../../shared/hooks/failed-images.ts'
import { isUnreachable, probeImage, refetchFailed } from './retry-failed.ts'

afterEach(() => {
  retryFailedImages()
  vi.unstubAllGlobals()
})

const UNREACHABLE = new ApiError('unreachable', 'no answer', { retryable: true })
const REFUSED = new ApiError('not-found', 'no such thing', { status: 404 })

/** A query that is on the page; an Error is thrown. @returns how often it was asked. */
async function show(client: QueryClient, name: string, answer: unknown): Promise<() => number> {
  let asked = 0
  const queryFn = async () => {
    asked += 1
    if (answer instanceof Error) throw answer
    return answer
  }
  new QueryObserver(client, { queryKey: [name], queryFn, retry: false }).subscribe(() => undefined)
  await expect.poll(() => client.getQueryState([name])?.fetchStatus).toBe('idle')
  return () => asked
}

// @feature outage.api
describe('refetchFailed', () => {
  it('refetches unreachable queries, and no refused ones', async () => {
    const client = new QueryClient()
    const lost = await show(client, 'lost', UNREACHABLE)
    const refused = await show(client, 'refused', REFUSED)
    const there = await show(client, 'there', { metric: 1 })
    await refetchFailed(client, false)
    expect([lost(), refused(), there()]).toEqual([2, 1, 1])
    expect(client.getQueryCache().getAll().filter(isUnreachable)).toHaveLength(1)
  })

  it('refetches also every shown query without pages after the API was away', async () => {
    const client = new QueryClient()
    const small = await show(client, 'small', { metric: 0 })
    const long = await show(client, 'long', { pages: [], pageParams: [] })
    await refetchFailed(client, true)
    expect([small(), long()]).toEqual([2, 1])
  })
})

// @feature outage.images
describe('probeImage', () => {
  it('retries all failed images when one of them loads', async () => {
    const back = vi.fn()
    const end = onRetryImages(back)
    vi.stubGlobal('fetch', async () => new Response('an image'))
    addFailedImage('/1')
    addFailedImage('/2')
    await probeImage()
    expect(back).toHaveBeenCalledOnce()
    expect(failedImages.get()).toEqual([])
    end()
  })

  it('drops refused images, and moves unavailable ones to the end of the queue', async () => {
    const answers = [new Response('', { status: 400 }), new Response('', { status: 502 })]
    vi.stubGlobal('fetch', async () => answers.shift() ?? Promise.reject(new TypeError('no answer')))
    for (const url of ['/refused', '/dead', '/other', '/other']) addFailedImage(url)
    await probeImage()
    expect(failedImages.get()).toEqual(['/dead', '/other'])
    await probeImage()
    expect(failedImages.get()).toEqual(['/other', '/dead'])
    await probeImage()
    expect(failedImages.get()).toEqual(['/dead', '/other'])
  })

  it('keeps images in the queue while the server limits requests', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 429 }))
    addFailedImage('/asked-too-often')
    await probeImage()
    expect(failedImages.get()).toEqual(['/asked-too-often'])
  })
})
