import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentAddressOf } from './content-address.ts'

const CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const schemes = fc.constantFrom('ipfs', 'IPFS', 'Ipfs', 'ar', 'AR')
const slashes = fc.constantFrom('//', '///')
const blanks = fc.constantFrom('', ' ', '\n')
const roots = fc.constantFrom(CID, 'QmYwAPJzv5CZsnA', 'k51-qzi5_x', 'a')
const files = fc.constantFrom('', '/', '/1.png', '/folder/a b.png', '/ä/漢.webp', '/100%25.png', '/..b/c..', '/.hidden')
const queries = fc.constantFrom('', '?x=1', '?ext=png&a=/../b')
const fragments = fc.constantFrom('', '#1', '#/../x')

describe('contentAddressOf', () => {
  it('reads content however its address is written', () => {
    fc.assert(
      fc.property(
        schemes,
        slashes,
        fc.boolean(),
        roots,
        files,
        queries,
        fragments,
        blanks,
        (scheme, slash, isDoubled, root, file, query, hash, blank) => {
          const uri = `${blank}${scheme}:${slash}${isDoubled ? 'ipfs/' : ''}${root}${file}${query}${hash}${blank}`
          const at = new URL(`https://gateway.example/${root}${file}${query}`)
          const path = at.pathname.slice(1) + at.search
          expect(contentAddressOf(uri)).toEqual({ scheme: scheme.toLowerCase(), root, path })
        },
      ),
    )
  })

  it('leads below its content at any gateway, or nowhere', () => {
    const parts = fc.constantFrom(
      '..',
      '.',
      '%2e%2E',
      '.%2e',
      '/',
      '\\',
      '%2f',
      '%5C',
      '\t',
      '\n',
      'a',
      '?',
      '#',
      ' ',
      ':',
      '@',
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (drawn) => {
        const content = contentAddressOf(`ipfs://${CID}/${drawn.join('')}`)
        if (content === null) return
        const { href } = new URL(`https://gateway.example/ipfs/${content.path}`)
        expect(href.startsWith(`https://gateway.example/ipfs/${CID}`)).toBe(true)
        expect(decodeURIComponent(new URL(href).pathname).split(/[/\\]/)).not.toContain('..')
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    '',
    'ipfs://',
    'ipfs://../x',
    'ipfs:bafy/1.png',
    'ipns://bafy/1.png',
    'https://gateway.example/ipfs/bafy/1.png',
    `ipfs://${CID}/../../admin`,
    `ipfs://${CID}/%2e%2e/%2e%2e/admin`,
    `ipfs://${CID}/..%2f..%2fadmin`,
    `ipfs://${CID}/.\t./.\t./admin`,
    `ipfs://${CID}/..\\..\\admin`,
    `ipfs://user@${CID}/1.png`,
    `ipfs://${CID}:80/1.png`,
  ])('is null for %j', (uri) => {
    expect(contentAddressOf(uri)).toBeNull()
  })
})
