import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { ReadStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { type IncomingMessage, get as request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { SNAPSHOT_DAY } from '../../testing/seed-snapshot.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const get = (path: string) => api.server.inject({ url: `/data/snapshots${path}` })

/** Larger than what waits between two programs. */
const LARGE_BYTES = 32 * 1024 * 1024

describe('nightly snapshots', () => {
  it('are served with the checksums of their files', async () => {
    const directory = String(api.context.snapshots?.directory)
    await mkdir(join(directory, '2026-01-30'))
    await writeFile(join(directory, '2026-01-30', 'schema.json'), '{"broken":')
    await mkdir(join(directory, '2026-02-01.partial'))
    const { data } = (await get('')).json()
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      day: SNAPSHOT_DAY,
      version: '100',
      files: [{ name: 'market.marketplaces', rows: 1 }],
    })
    const [file] = data[0].files
    const answer = await get(`/${SNAPSHOT_DAY}/${file.file}`)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(file.bytes),
      'content-disposition': `attachment; filename="opal-${SNAPSHOT_DAY}-market.marketplaces.csv.gz"`,
    })
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(file.sha256)
    expect((await get(`/${SNAPSHOT_DAY}/schema.json`)).json()).toMatchObject({ version: '100' })
  })

  it('are listed from their files once a minute, however often and by whomever they are asked for', async () => {
    const { snapshots } = api.context
    if (snapshots === null) throw new Error('no snapshots')
    const opened = vi.spyOn(snapshots, 'open')
    onTestFinished(() => opened.mockRestore())
    const answers = await Promise.all(Array.from({ length: 12 }, () => get('')))
    for (const answer of [...answers, await get('')]) expect(answer.json().data).toHaveLength(1)
    // Of two days, one of which is broken.
    expect(opened.mock.calls.length).toBeLessThanOrEqual(2)
  })

  it('have their files found without reading what they hold again, whatever days and files are asked for', async () => {
    const { snapshots } = api.context
    if (snapshots === null) throw new Error('no snapshots')
    const opened = vi.spyOn(snapshots, 'open')
    onTestFinished(() => opened.mockRestore())
    for (let at = 10; at < 30; at += 1) {
      expect((await get(`/${SNAPSHOT_DAY}/made_up_${at}.csv.gz`)).statusCode).toBe(404)
      expect((await get(`/2020-02-${at}/schema.json`)).statusCode).toBe(404)
      expect((await get(`/${SNAPSHOT_DAY}/SHA256SUMS`)).statusCode).toBe(200)
    }
    const names = opened.mock.calls.map(([name]) => name)
    expect(names.filter((name) => name.endsWith('/schema.json')).length).toBeLessThanOrEqual(1)
    expect(names.filter((name) => name.endsWith('/SHA256SUMS'))).toHaveLength(20)
  })

  it('are open a few at a time for one client, and open for others meanwhile', async () => {
    const directory = join(String(api.context.snapshots?.directory), SNAPSHOT_DAY)
    await writeFile(join(directory, 'SHA256SUMS'), Buffer.alloc(LARGE_BYTES))
    const address = await api.server.listen({ host: '127.0.0.1', port: 0 })
    const open = async (client: string) => {
      const url = `${address}/data/snapshots/${SNAPSHOT_DAY}/SHA256SUMS`
      const [answer] = await once(request(url, { headers: { 'x-forwarded-for': client } }), 'response')
      return answer as IncomingMessage
    }
    const own = [await open('203.0.113.1'), await open('203.0.113.1'), await open('203.0.113.1')]
    const other = await open('203.0.113.2')
    expect([...own, other].map(({ statusCode }) => statusCode)).toEqual([200, 200, 429, 200])
    expect((await get(`/${SNAPSHOT_DAY}/schema.json`)).statusCode).toBe(200)
    for (const answer of [...own, other]) answer.destroy()
    const again = async () => {
      const answer = await open('203.0.113.1')
      answer.destroy()
      return answer.statusCode
    }
    await expect.poll(again).toBe(200)
  })

  it('are not read for a client that asks for the headers alone', async () => {
    const { snapshots } = api.context
    if (snapshots === null) throw new Error('no snapshots')
    await writeFile(join(String(snapshots.directory), SNAPSHOT_DAY, 'SHA256SUMS'), Buffer.alloc(LARGE_BYTES))
    const opened = vi.spyOn(snapshots, 'open')
    onTestFinished(() => opened.mockRestore())
    const url = `/data/snapshots/${SNAPSHOT_DAY}/SHA256SUMS`
    const answer = await api.server.inject({ method: 'HEAD', url })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-length': String(LARGE_BYTES),
      'content-type': 'application/octet-stream',
    })
    const body = (await opened.mock.results.at(-1)?.value)?.body as ReadStream
    await expect.poll(() => body.closed).toBe(true)
    expect(body.bytesRead).toBe(0)
  })

  it.each([
    [`${SNAPSHOT_DAY}/..%2f..%2fetc%2fpasswd`, 400],
    [`${SNAPSHOT_DAY}/..`, 404],
    [`..%2f${SNAPSHOT_DAY}/schema.json`, 400],
    [`${SNAPSHOT_DAY}/market.lots.csv.gz`, 404],
    ['2026-01-30/schema.json', 404],
    ['2026-01-29/schema.json', 404],
    ['2026-02-01.partial/schema.json', 400],
  ])('give nothing but their own files: %s', async (path, status) => {
    expect((await get(`/${path}`)).statusCode).toBe(status)
  })
})
