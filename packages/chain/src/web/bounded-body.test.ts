import { gzipSync } from 'node:zlib'
import { countJson } from '@opal/domain/testing/json-counts'
import { startServer } from '@opal/domain/testing/start-server'
import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readBoundedBody, readBoundedJson } from './bounded-body.ts'

const FREE = { bytes: 1_000_000, values: 1e9, containers: 1e9, shapes: 1e9 }

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
      expect(await readBoundedJson(Response.json(value), FREE)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
  await expect(readBoundedJson(new Response('<html>'), FREE)).rejects.toThrow(SyntaxError)
})

/** Repeats JSON so many times, up to texts of twice the bound. */
const repeat = (one: string, count: number, member: (at: number) => string) =>
  `[${Array.from({ length: Math.min(count, 100_000 / one.length) }, (_, at) => member(at)).join(',')}]`
const { json } = fc.letrec<{ json: string }>((tie) => {
  const repeated = fc.tuple(tie('json'), fc.integer({ min: 1, max: 400 }))
  return {
    json: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('0', '""', '[]', '{}', '"[,{\\""'),
      fc.array(tie('json'), { maxLength: 4 }).map((members) => `[${members.join(',')}]`),
      repeated.map(([one, width]) => repeat(one, width, () => one)),
      repeated.map(([one, depth]) => '['.repeat(depth) + one + ']'.repeat(depth)),
      repeated.map(([one, keys]) => repeat(one, keys, (at) => `{"k${at}":${one}}`)),
    ),
  }
})

it('parses no JSON of more values, lists, objects or different keys than it may have, however wide or deep it is', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  const some = { bytes: 50_000, values: 1_000, containers: 300, shapes: 100 }
  let [parsed, refused] = [0, 0]
  await fc.assert(
    fc.asyncProperty(json, async (text) => {
      const counts = countJson(JSON.parse(text))
      const isWithin =
        text.length <= some.bytes &&
        counts.values <= some.values &&
        counts.containers <= some.containers &&
        counts.shapes <= some.shapes
      parse.mockClear()
      const answer = readBoundedJson(new Response(text), some)
      if (isWithin) expect(countJson(await answer)).toEqual(counts)
      else await expect(answer).rejects.toMatchObject({ code: 'body-too-large' })
      expect(parse).toHaveBeenCalledTimes(isWithin ? 1 : 0)
      parsed += isWithin ? 1 : 0
      refused += isWithin ? 0 : 1
    }),
    { numRuns: 300, seed: 20_261_130 },
  )
  expect(Math.min(parsed, refused)).toBeGreaterThan(20)
})

it('has large answers parsed in turns, and small ones without', async () => {
  const sizes: number[] = []
  const inTurn = async <Result>(parse: () => Result) => {
    sizes.push(1)
    return parse()
  }
  await readBoundedJson(Response.json(['a'.repeat(20_000)]), FREE, inTurn)
  expect(sizes).toHaveLength(0)
  const large = ['a'.repeat(40_000)]
  expect(await readBoundedJson(Response.json(large), FREE, inTurn)).toEqual(large)
  const refused = readBoundedJson(Response.json(Array(20_000).fill([])), { ...FREE, containers: 10 }, inTurn)
  await expect(refused).rejects.toMatchObject({ code: 'body-too-large' })
  expect(sizes).toHaveLength(2)
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
