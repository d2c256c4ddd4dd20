import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchKind } from './use-search.ts'

describe('searchKind', () => {
  // @feature search.shortest
  it('searches nothing below three characters', () => {
    expect(searchKind('  ab  ')).toEqual({ kind: 'nothing' })
    expect(searchKind('')).toEqual({ kind: 'nothing' })
  })

  // @feature search.name
  it('treats input that ends in .apt as a name', () => {
    expect(searchKind(' Alice.apt ')).toEqual({ kind: 'name', name: 'alice.apt' })
    expect(searchKind('shop.alice.apt')).toEqual({ kind: 'name', name: 'shop.alice.apt' })
  })

  // @feature search.name
  it('searches invalid names as text', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('.apt', '.APT', '.Apt '), (text, end) => {
        const found = searchKind(text + end)
        expect(found.kind).toBe('name')
        const isName = /^(?:[a-z0-9-]{1,63}\.)?[a-z0-9-]{1,63}$/i.test(text.trimStart())
        expect('name' in found && found.name !== null).toBe(isName)
      }),
      {
        examples: [
          ['', '.apt'],
          ['my apes', '.apt'],
          ['a.b.c', '.apt'],
          ['alice', '.APT'],
        ],
      },
    )
  })

  // @feature search.wallet
  it('treats a long 0x input as a wallet', () => {
    const address = `0x${'a'.repeat(64)}`
    expect(searchKind(` ${address.toUpperCase().replace('0X', '0x')} `)).toEqual({ kind: 'wallet', address })
    expect(searchKind(`0x${'a'.repeat(59)}`)).toEqual({
      kind: 'wallet',
      address: `0x${'a'.repeat(59).padStart(64, '0')}`,
    })
  })

  // @feature search.name-part
  it('takes what can begin a name for one, without what it has of the ending', () => {
    const namesOf = (input: string) => {
      const kind = searchKind(input)
      return kind.kind === 'collections' ? kind.namePart : kind
    }
    for (const input of ['greta', ' Greta ', 'greta.', 'greta.a', 'GRETA.AP'])
      expect(namesOf(input), input).toBe('greta')
    expect(namesOf('greta-so')).toBe('greta-so')
    for (const input of ['my apes', 'gr.', 'a.b.c', 'gre%', 'größe', 'x'.repeat(64)])
      expect(namesOf(input), input).toBeNull()
  })

  // @feature search.collections
  it('treats any other input as text', () => {
    expect(searchKind('monkeys')).toEqual({ kind: 'collections', text: 'monkeys', namePart: 'monkeys' })
    expect(searchKind(`0x${'a'.repeat(58)}`)).toEqual({
      kind: 'collections',
      text: `0x${'a'.repeat(58)}`,
      namePart: `0x${'a'.repeat(58)}`,
    })
    expect(searchKind(`0x${'z'.repeat(64)}`)).toMatchObject({ kind: 'collections' })
  })
})
