import { describe, expect, it } from 'vitest'
import { kindOfCategory, kindOfEnding, kindOfType, playableUrl } from './media-kind.ts'

const GATEWAY = 'https://gateway.example/ipfs'

// @feature token.media
describe('the kind of an animation by its file extension', () => {
  it.each([
    ['https://art.example/1.mp4', 'video'],
    ['ipfs://QmYwAPJzv5CZsnA/1.WEBM?x=1', 'video'],
    ['https://art.example/song.mp3#t=3', 'audio'],
    ['https://art.example/duck.glb', 'model'],
    ['https://art.example/index.html', 'page'],
    ['ipfs://QmYwAPJzv5CZsnA', 'page'],
  ])('reads %s as %s', (uri, kind) => expect(kindOfEnding(uri)).toBe(kind))
})

// @feature token.media
it.each([
  ['video', 'video'],
  ['audio', 'audio'],
  ['vr', 'model'],
  ['html', 'page'],
  ['image', null],
  ['constructor', null],
  [null, null],
])('reads the category %s as %s', (category, kind) => expect(kindOfCategory(category)).toBe(kind))

// @feature token.media
it.each([
  ['video/mp4', 'video'],
  ['audio/mpeg', 'audio'],
  ['model/gltf-binary', 'model'],
  ['text/html', 'page'],
  ['application/xhtml+xml', 'page'],
  ['application/octet-stream', null],
  ['image/gif', null],
  [null, null],
])('reads the type %s as %s', (type, kind) => expect(kindOfType(type)).toBe(kind))

describe('the address of an animation', () => {
  it('uses the gateway for ipfs addresses, also with a doubled prefix', () => {
    expect(playableUrl('ipfs://QmYwAPJzv5CZsnA/a b.mp4', GATEWAY)).toBe(`${GATEWAY}/QmYwAPJzv5CZsnA/a%20b.mp4`)
    expect(playableUrl('ipfs://ipfs/QmYwAPJzv5CZsnA', GATEWAY)).toBe(`${GATEWAY}/QmYwAPJzv5CZsnA`)
  })

  it.each([
    'data:text/html,<script>alert(1)</script>',
    'javascript:alert(1)',
    'http://art.example/1.mp4',
    'blob:https://art.example/1',
    'ipfs://QmYwAPJzv5CZsnA/../../admin',
    'ipfs://QmYwAPJzv5CZsnA/%2e%2e/x',
    'no address',
  ])('is null for %s', (uri) => expect(playableUrl(uri, GATEWAY)).toBeNull())
})
