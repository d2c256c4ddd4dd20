import { CATALOGUE } from '@opal/contract/http/catalogue'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { describe, expect, it } from 'vitest'
import { readCalls, UNTIMED } from './read-calls.ts'

const id = (digits: string) => `0x${digits.padStart(64, '0')}`
const PLACE = {
  collectionId: id('c1'),
  collectionName: 'Say "Moth" Archive',
  tokenDataId: id('71'),
  tokenName: 'Moth "of" \\ #7',
  listedTokenDataId: id('72'),
  owner: id('a1'),
  owners: [id('a1'), id('a2')],
  bidder: id('b1'),
  trait: 'Wing "size"',
  traitValue: 'Large',
}
const CALLS = readCalls()

describe('the read calls that are timed', () => {
  it('are every GET for visitors and wallets, but for those with a reason', () => {
    const timed = new Set(CALLS.map(({ name }) => name.split('.')[0]))
    const reads = CATALOGUE.filter((one) => one.method === 'GET' && !('access' in one && one.access === 'operator'))
    expect(reads.map((one) => one.id).filter((one) => !timed.has(one) && !(one in UNTIMED))).toEqual([])
    for (const one of Object.keys(UNTIMED)) expect(CATALOGUE.map((endpoint) => endpoint.id as string)).toContain(one)
  })

  it('have one name each, and ask for a window, an order or a state by every value it takes', () => {
    const names = CALLS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining(['list-leaderboard.interval=30d', 'get-collection-history.window=1d']))
  })

  it.each(CALLS)('$name names nothing of the examples, and is sent as its endpoint reads it', ({ name, request }) => {
    const { path, body } = request(PLACE)
    const sent = decodeURIComponent(path) + (body ?? '')
    for (const example of Object.values(EXAMPLE)) expect(sent).not.toContain(example)
    const endpoint = CATALOGUE.find((one) => one.id === name.split('.')[0])
    const query = Object.fromEntries(new URL(path, 'http://api').searchParams)
    expect(endpoint?.query.safeParse(query).error).toBeUndefined()
    if (body !== null) expect(endpoint?.body.safeParse(JSON.parse(body)).error).toBeUndefined()
  })
})
