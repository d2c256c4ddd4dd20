import { gzipSync } from 'node:zlib'
import { startServer } from '@opal/domain/testing/start-server'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readBoundedBody, readBoundedJson } from './bounded-body.ts'

it('reads a body within its bound as it is, in whatever parts it comes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 })), async (parts) => {
      const stream = () => ReadableStream.from(parts) as ReadableStream<Uint8Array<ArrayBuffer>>
      const size = parts.reduce((sum, part) => sum + part.length, 0)
      expect(Buffer.from(await readBoundedBody(new Response(stream()), size))).toEqual(Buffer.concat(parts))
      if (size > 0) await expect(readBoundedBody(new Response(stream()), size - 1)).rejects.toThrow('larger')
    }),
  )
  expect(await readBoundedBody(new Response(null), 0)).toHaveLength(0)
})

it('says how much an answer may have, a price of APT as well as one of a node', async () => {
  for (const [kilobytes, said] of [
    [64, '64 kB'],
    [32 * 1024, '32768 kB'],
  ] as const) {
    const body = new Uint8Array(kilobytes * 1024 + 1)
    await expect(readBoundedBody(new Response(body), kilobytes * 1024)).rejects.toThrow(`larger than ${said}.`)
  }
})

it('reads JSON of any letters', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      expect(await readBoundedJson(Response.json(value), 1_000_000)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
  await expect(readBoundedJson(new Response('<html>'), 100)).rejects.toThrow(SyntaxError)
})

it('reads no more of a body without end, nor of what a few bytes are decompressed to', async () => {
  let sent = 0
  await using endless = await startServer((request, response) => {
    const more = (): void => {
      if (request.socket.destroyed || sent > 1_000_000_000) return
      sent += 65_536
      response.write(Buffer.alloc(65_536), more)
    }
    more()
  })
  await expect(readBoundedBody(await fetch(endless.url), 1_000_000)).rejects.toMatchObject({ code: 'body-too-large' })
  expect(sent).toBeLessThan(100_000_000)
  await using bomb = await startServer((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000)))
  })
  await expect(readBoundedBody(await fetch(bomb.url), 1_000_000)).rejects.toMatchObject({ code: 'body-too-large' })
})
