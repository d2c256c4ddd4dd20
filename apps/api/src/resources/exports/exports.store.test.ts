import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { activityExportRow, exportOf, pnlExportRow, portfolioExportRow } from '@opal/contract/portfolio/exports'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { clientAt } from '@opal/domain/limits/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { exportFile } from './export-file.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  const lot = (token: string, index: number, version: string, rest: string) =>
    `('${EXAMPLE.owner}', '${token}', 0, ${version}, ${index}, '${EXAMPLE.collectionId}', 1, 'listing', 1790000000000001, 100000000, ${rest})`
  await api.store.pool.query(
    `insert into market.lots values
       ${lot(EXAMPLE.tokenDataId, 0, '95', 'false, null, null, null, null')},
       ${lot(EXAMPLE.tokenDataId, 1, '95', `true, 96, 'transfer', 1790000000000002, null`)},
       ${lot(EXAMPLE.listedTokenDataId, 0, '75', `false, 95, 'listing', 1790000000000003, 90000000`)}`,
  )
  await api.store.pool.query(`update chain.current_token_datas_v2 set token_name = $2 where token_data_id = $1`, [
    EXAMPLE.tokenDataId,
    FORMULA_NAME,
  ])
})
afterAll(() => api[Symbol.asyncDispose]())

const SHAPES = { portfolio: portfolioExportRow, activity: activityExportRow, pnl: pnlExportRow }
const FORMULA_NAME = "=cmd|'/C calc'!A0"

/** Reads a file of CSV as RFC 4180 has it: cells end with commas, lines with CRLF, and quotes hold either. */
function parseCsv(body: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]]
  for (const [, quoted, plain = '', end] of body.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (end === '' && quoted === undefined && plain === '') break
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') lines.push([])
  }
  return lines.slice(0, -1)
}

const get = (path: string) => api.server.inject({ method: 'GET', url: `/data/user/export/${path}` })
const lines = (body: string) => body.trimEnd().split('\r\n')

// @feature portfolio.files
describe('the files of a wallet', () => {
  it('have the same rows as CSV and as JSON, in the contract’s shape', async () => {
    for (const [name, row] of Object.entries(SHAPES)) {
      const json = await get(`${name}/${EXAMPLE.owner}?format=json`)
      const parsed = exportOf(row).strict().parse(json.json())
      expect(parsed).toMatchObject({ wallet: EXAMPLE.owner, isComplete: true })
      expect(parsed.rows.length).toBeGreaterThan(2)
      const csv = await get(`${name}/${EXAMPLE.owner}`)
      expect(csv.headers['content-type']).toMatch(/^text\/csv/)
      expect(csv.headers['content-disposition']).toBe(`attachment; filename="opal-${name}-${EXAMPLE.owner}.csv"`)
      expect(lines(csv.body)[0]).toBe(Object.keys(row.shape).join(','))
      expect(lines(csv.body)).toHaveLength(parsed.rows.length + 1)
    }
  })

  it.each([
    'a, b',
    'the "best"',
    'two\nlines\r\nand more',
    '=1+1',
    ' -7 ',
    '; @x',
    '"=quoted"',
    '3.50',
    'null',
    'true',
    '\u{1f600}\u00e9',
  ])('have the same cells as CSV and as JSON, of an item that is called %j', async (name) => {
    await api.store.pool.query('update chain.current_token_datas_v2 set token_name = $1', [name])
    try {
      for (const [file, row] of Object.entries(SHAPES)) {
        const { rows } = (await get(`${file}/${EXAMPLE.owner}?format=json`)).json() as {
          rows: readonly Readonly<Record<string, string | boolean | null>>[]
        }
        expect(JSON.stringify(rows)).toContain(JSON.stringify(name))
        const columns = Object.keys(row.shape)
        const [head, ...cells] = parseCsv((await get(`${file}/${EXAMPLE.owner}`)).body)
        expect(head).toEqual(columns)
        // An apostrophe before a formula is the format's.
        expect(cells.map((line) => line.map((cell) => cell.replaceAll("'", '')))).toEqual(
          rows.map((each) => columns.map((column) => String(each[column] ?? ''))),
        )
      }
    } finally {
      await api.store.pool.query('update chain.current_token_datas_v2 set token_name = $1', [FORMULA_NAME])
    }
  })

  it('say what a wallet paid, has and gained to the octa, with the transactions', async () => {
    const [, sold] = (await get(`pnl/${EXAMPLE.owner}?format=json`)).json().rows.toReversed()
    expect((await get(`pnl/${EXAMPLE.owner}?format=json`)).json().rows).toContainEqual(
      expect.objectContaining({
        tokenDataId: EXAMPLE.listedTokenDataId,
        releasedVersion: '95',
        releasedTransactionHash: `0x${'ab'.repeat(32)}`,
        releasedAt: '2026-09-21T14:13:20.000003Z',
        gainOctas: '-10000000',
        gainApt: '-0.10000000',
      }),
    )
    expect(sold).toMatchObject({ isInTransit: true, gainOctas: null })
    const [, ...rows] = lines((await get(`pnl/${EXAMPLE.owner}`)).body)
    expect(rows.map((row) => row.split(',').at(-1)?.trim())).toContain('true')
    expect(rows.map((row) => row.split(',').at(-1)?.trim())).toContain('false')
    const held = (await get(`portfolio/${EXAMPLE.owner}?format=json`)).json().rows
    expect(held).toContainEqual(
      expect.objectContaining({
        tokenDataId: EXAMPLE.tokenDataId,
        costApt: '1.00000000',
        unknownCostCount: '0',
        estimateOctas: '200000000',
        listedOctas: null,
      }),
    )
    expect(held).toContainEqual(
      expect.objectContaining({
        tokenDataId: EXAMPLE.listedTokenDataId,
        costOctas: null,
        unknownCostCount: '1',
        listedApt: '2.00000000',
      }),
    )
  })

  it('run nothing in a spreadsheet', async () => {
    const { body } = await get(`portfolio/${EXAMPLE.owner}`)
    expect(body).toContain(`,"'=cmd|'/C calc'!A0",`)
  })

  it('of a wallet without anything are a head without rows', async () => {
    expect(lines((await get(`pnl/0x1`)).body)).toHaveLength(1)
    expect((await get('pnl/0x1?format=json')).json()).toMatchObject({ rows: [], isComplete: true })
  })

  it('end where they were asked to end, and refuse what is no moment or form', async () => {
    const all = (await get(`activity/${EXAMPLE.owner}?format=json`)).json().rows
    const at = BigInt(Date.parse(all[1].at)) * 1000n
    const some = (await get(`activity/${EXAMPLE.owner}?format=json&untilMicros=${at}`)).json().rows
    expect(some).toEqual(all.slice(1))
    for (const query of ['untilMicros=99999999999999999999', 'format=xlsx']) {
      expect((await get(`activity/${EXAMPLE.owner}?${query}`)).statusCode).toBe(400)
    }
  })
})

const readerAt = (address: string, leaving = new AbortController()) => ({
  client: clientAt(address),
  leaving: leaving.signal,
})

describe('a long file', () => {
  const numbers = (limit: number) => ({
    name: 'numbers',
    wallet: EXAMPLE.owner,
    reader: readerAt('203.0.113.1'),
    row: z.object({ n: z.string().regex(/^\d+$/) }),
    readPage: async (take: number, after: number | undefined) =>
      Array.from({ length: Math.max(0, Math.min(take, limit - (after ?? 0))) }, (_, index) => (after ?? 0) + index + 1),
    present: (n: number) => ({ n: String(n) }),
  })
  const textOf = async (answer: { body: unknown }) => text(answer.body as Readable)

  it('is written page by page without a gap, and says when it is cut', async () => {
    for (const [limit, isComplete] of [
      [2_500, true],
      [2_501, false],
      [1_000, true],
      [0, true],
    ] as const) {
      const file = JSON.parse(await textOf(await exportFile({ ...numbers(limit), format: 'json', maxRows: 2_500 })))
      expect(file.isComplete).toBe(isComplete)
      expect(file.rows.map((row: { n: string }) => Number(row.n))).toEqual(
        Array.from({ length: Math.min(limit, 2_500) }, (_, index) => index + 1),
      )
    }
    expect(lines(await textOf(await exportFile({ ...numbers(2_001), format: 'csv' })))).toHaveLength(2_002)
  })

  it('has no more rows in memory than a few pages, however long it is and however slowly it is read', async () => {
    const lines = 500_000
    const present = (n: number) => ({ n: String(n).padStart(60, '0') })
    for (const format of ['csv', 'json'] as const) {
      let readRows = 0
      const { readPage, ...rest } = numbers(lines)
      const counted = async (take: number, after: number | undefined) => {
        const page = await readPage(take, after)
        readRows = page.at(-1) ?? readRows
        return page
      }
      const { body } = await exportFile({ ...rest, present, readPage: counted, format, maxRows: lines })
      let [sentRows, mostAhead] = [0, 0]
      for await (const chunk of body as unknown as Readable) {
        mostAhead = Math.max(mostAhead, readRows - sentRows)
        sentRows += String(chunk).match(/\d{60}/g)?.length ?? 0
      }
      expect(sentRows).toBe(lines)
      expect(mostAhead).toBeLessThan(5_000)
    }
  })

  it('reads at most two pages at a time, however many there are', async () => {
    let open = 0
    let most = 0
    const { readPage, ...rest } = numbers(3_000)
    const counted = async (take: number, after: number | undefined) => {
      open += 1
      most = Math.max(most, open)
      await new Promise((resolve) => setImmediate(resolve))
      open -= 1
      return readPage(take, after)
    }
    const files = Array.from({ length: 8 }, (_, at) =>
      exportFile({ ...rest, reader: readerAt(`203.0.113.${at % 4}`), readPage: counted, format: 'csv' as const }),
    )
    const texts = await Promise.all(files.map(async (file) => textOf(await file)))
    expect(texts.map((each) => lines(each).length)).toEqual(Array(8).fill(3_001))
    expect(most).toBe(2)
  })

  it('is read in turns of clients, one page of each at a time, however many files of another were begun and left', async () => {
    const { promise: isRead, resolve: goOn } = Promise.withResolvers<void>()
    const read: string[] = []
    const { readPage, ...rest } = numbers(1)
    const begin = (client: string, leaving?: AbortController) => {
      const counted = async (take: number, after: number | undefined) => {
        read.push(client)
        await isRead
        return readPage(take, after)
      }
      return exportFile({ ...rest, reader: readerAt(client, leaving), readPage: counted, format: 'csv' as const })
    }
    const left = Array.from({ length: 20 }, () => {
      const leaving = new AbortController()
      return { leaving, file: begin('203.0.113.1', leaving) }
    })
    const other = begin('203.0.113.2')
    await expect.poll(() => read).toEqual(['203.0.113.1', '203.0.113.2'])
    for (const { leaving } of left) leaving.abort()
    goOn()
    expect(lines(await textOf(await other))).toHaveLength(2)
    const files = await Promise.allSettled(left.map(({ file }) => file))
    expect(files.map(({ status }) => status)).toEqual(['fulfilled', ...Array(19).fill('rejected')])
    expect(read).toHaveLength(2)
  })

  it.each(['csv', 'json'] as const)(
    'is written in steps, between which other calls are answered: %s',
    async (format) => {
      const { readPage, ...rest } = numbers(3_000)
      let [written, mostAtOnce] = [0, 0]
      const present = (n: number) => {
        written += 1
        mostAtOnce = Math.max(mostAtOnce, written)
        return { n: String(n) }
      }
      let isDone = false
      const others = (async () => {
        while (!isDone) {
          written = 0
          await new Promise((resolve) => setImmediate(resolve))
        }
      })()
      await textOf(await exportFile({ ...rest, readPage, present, format }))
      isDone = true
      await others
      expect(mostAtOnce).toBeLessThanOrEqual(100)
    },
  )

  it('is an error when the first page breaks the contract, and is broken off when a later one does', async () => {
    for (const [bad, format] of [
      [1, 'csv'],
      [1, 'json'],
      [1_500, 'csv'],
      [1_500, 'json'],
    ] as const) {
      const present = (n: number) => ({ n: n === bad ? '-5' : String(n) })
      const file = exportFile({ ...numbers(2_000), present, format })
      const sent = bad === 1 ? file : file.then(textOf)
      await expect(sent, `${bad} ${format}`).rejects.toMatchObject({ code: 'invalid-answer' })
    }
  })

  it('is an error and not half a file when the first page cannot be read', async () => {
    const broken = { ...numbers(1), readPage: () => Promise.reject(new Error('no store')), format: 'csv' as const }
    await expect(exportFile(broken)).rejects.toThrow('no store')
  })
})
