import { describe, expect, it } from 'vitest'
import { SourceRefusedError } from '../media-errors.ts'
import { sourceTargets } from './source-urls.ts'

const gateways = ['http://127.0.0.1:8082/ipfs', 'https://gateway.example/ipfs']
const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const urls = (src: string, allowed: readonly string[] = []) =>
  sourceTargets(src, { gateways, arweaveGateways: ['https://ar.example'] }, new Set(allowed)).map(({ url }) => url.href)

describe('sourceTargets', () => {
  // @feature image.fallback
  it('tries ipfs content at every gateway', () => {
    expect(urls(`ipfs://${cid}/1.svg`)).toEqual([
      `http://127.0.0.1:8082/ipfs/${cid}/1.svg`,
      `https://gateway.example/ipfs/${cid}/1.svg`,
    ])
    expect(urls(`ipfs://ipfs/${cid}/a b.png`)[1]).toBe(`https://gateway.example/ipfs/${cid}/a%20b.png`)
    expect(urls(`ipfs://${cid}`)).toHaveLength(2)
    expect(urls(`IPFS://${cid}/1.png?x=1#2`)[1]).toBe(`https://gateway.example/ipfs/${cid}/1.png?x=1`)
  })

  it('tries arweave content at its own gateways, and lets no path climb out of it', () => {
    expect(urls('ar://Id_-1/a.png')).toEqual(['https://ar.example/Id_-1/a.png'])
    expect(() => urls('ar://Id_-1/../../admin')).toThrow(SourceRefusedError)
  })

  it('takes https as it is, and http only on hosts allowed by name', () => {
    expect(urls('https://images.example/1.png')).toEqual(['https://images.example/1.png'])
    expect(urls('http://127.0.0.1:9000/1.png', ['127.0.0.1:9000'])).toHaveLength(1)
  })

  it.each([
    'http://images.example/1.png',
    'http://127.0.0.1:8082/1.png',
    'https://user:secret@images.example/1.png',
    'https://images.example:22/',
    'file:///etc/passwd',
    'ftp://images.example/1.png',
    'data:image/svg+xml,<svg/>',
    'gopher://images.example',
    'ipfs://',
    `ipfs://${cid}/../../admin`,
    `ipfs://${cid}/%2e%2e/%2e%2e/admin`,
    'ipfs://../x',
    '/etc/passwd',
    '',
  ])('refuses %j', (src) => {
    expect(() => urls(src)).toThrow(SourceRefusedError)
  })
})
