import { clientAt } from '@opal/domain/limits/client'
import { network } from '@opal/domain/limits/testing/held-works'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_SOURCE_BYTES } from './fetch-source.ts'
import { SourceMemory } from './source-memory.ts'
import { SourceShares } from './source-shares.ts'

const MB = 1024 * 1024
const MAX_PART = 4 * MB
/** All parts are in it. */
const BYTES = new ArrayBuffer(MAX_PART)
const shares = new SourceShares()

/** A body that sends parts as they are let. */
function openBody() {
  const parts: number[] = []
  let more = Promise.withResolvers<void>()
  return {
    send(bytes: number) {
      parts.push(bytes)
      more.resolve()
    },
    async *body() {
      for (;;) {
        for (const bytes of parts.splice(0)) yield new Uint8Array(BYTES, 0, bytes)
        await more.promise
        more = Promise.withResolvers()
      }
    },
  }
}

/** Reads a part of an image after the other. @returns functions that read one, and end it */
function openImage(memory: SourceMemory, from: string, src: string) {
  const held = memory.hold(clientAt(from), shares.of(src))
  const sender = openBody()
  const reader = held.counted(sender.body())
  return {
    /** Returns whether there was a share for it. */
    async read(bytes: number): Promise<boolean> {
      sender.send(bytes)
      return reader.next().then(
        () => true,
        () => false,
      )
    },
    end: () => held[Symbol.dispose](),
  }
}

/** Reads images of 25 MB, each as far as it may. @returns bytes */
async function fill(
  memory: SourceMemory,
  from: string,
  sources: readonly string[],
  partBytes: number,
): Promise<number> {
  let bytes = 0
  for (const src of sources) {
    const image = openImage(memory, from, src)
    let ofImage = 0
    while (ofImage < MAX_SOURCE_BYTES && (await image.read(partBytes))) ofImage += partBytes
    bytes += ofImage
  }
  return bytes
}

describe('the memory of images that are being fetched', () => {
  const part = fc.integer({ min: 256 * 1024, max: MB })
  const source = fc.oneof(
    fc.nat(20).map((at) => `https://host${at}.example/x.png`),
    fc.nat(20).map((at) => `ipfs://bafy${at}/x.png`),
    fc.nat(20).map((at) => `https://gateway.example/ipfs/bafy${at}`),
  )
  const sources = fc.array(source, { minLength: 1, maxLength: 12 })

  it('leaves room for an image of 20 MB of another client and host, whatever four addresses or one IPv6 /48 have in it', async () => {
    const clients = fc.oneof(
      fc.array(sources, { maxLength: 4 }).map((lists) => lists.map((list, at) => ({ from: `203.0.113.${at}`, list }))),
      fc.array(sources, { maxLength: 12 }).map((lists) => lists.map((list, at) => ({ from: network(at), list }))),
    )
    await fc.assert(
      fc.asyncProperty(clients, part, async (all, partBytes) => {
        const memory = new SourceMemory()
        for (const { from, list } of all) await fill(memory, from, list, partBytes)
        const bytes = await fill(memory, '198.51.100.7', ['https://another.example/x.png'], MB)
        expect(bytes).toBeGreaterThanOrEqual(20 * MB)
      }),
      { numRuns: runs(15) },
    )
  })

  it('is bounded for all clients, each client and each host and service, and free again afterwards', async () => {
    const few = fc.constantFrom(
      'https://host1.example/x.png',
      'https://host2.example/x.png',
      'ipfs://bafy1/x.png',
      'ipfs://bafy2/x.png',
      'https://gateway.example/ipfs/bafy1',
    )
    const parts = fc.array(fc.integer({ min: MB, max: MAX_PART }), { minLength: 5, maxLength: 10, size: 'max' })
    const from = fc.nat(9).map((at) => `203.0.113.${at}`)
    const open = fc.array(fc.record({ from, src: few, parts }), { minLength: 20, maxLength: 60, size: 'max' })
    await fc.assert(
      fc.asyncProperty(open, async (images) => {
        const memory = new SourceMemory()
        const held = new Map<string, number>()
        const opened = []
        for (const { from, src, parts } of images) {
          const image = openImage(memory, from, src)
          opened.push(image)
          let ofImage = 0
          for (const bytes of parts) {
            if (!(await image.read(bytes))) {
              ofImage = 0
              break
            }
            ofImage += bytes
          }
          for (const key of ['all', from, ...shares.of(src).map((sharer) => sharer.key)])
            held.set(key, (held.get(key) ?? 0) + ofImage)
        }
        // The last part may be beyond the bound.
        for (const [key, bytes] of held) expect(bytes, key).toBeLessThanOrEqual(boundOf(key) + MAX_PART)
        for (const image of opened) image.end()
        for (const from of ['203.0.113.0', '203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4', '203.0.113.5'])
          expect(await fill(memory, from, [`https://${from}/x.png`], MB)).toBe(MAX_SOURCE_BYTES)
      }),
      { numRuns: runs(15) },
    )
  })

  it('counts a body in place of the one before, of a gateway that was given up', async () => {
    const memory = new SourceMemory()
    const held = memory.hold(clientAt('203.0.113.1'), [])
    const read = async () => {
      let bytes = 0
      const body = (async function* () {
        for (let at = 0; at < 20; at += 1) yield new Uint8Array(BYTES, 0, MB)
      })()
      for await (const { byteLength } of held.counted(body)) bytes += byteLength
      return bytes
    }
    expect(await read()).toBe(20 * MB)
    expect(await read()).toBe(20 * MB)
  })
})

function boundOf(key: string): number {
  if (key === 'all') return 175 * MB
  if (key.startsWith('203.')) return 25 * MB
  return (key === 'ipfs gateways' || key === 'gateway.example' ? 117 : 59) * MB
}
