import { expect, it } from 'vitest'
import { mediaSourceOf } from './media-source.ts'

const ofHost = (key: string) => ({ key, service: null, isContent: false })

it.each([
  ['ipfs://QmA/1.json', { key: 'ipfs QmA', service: 'ipfs gateways', isContent: true }],
  ['IPFS://ipfs/QmA/2.json', { key: 'ipfs QmA', service: 'ipfs gateways', isContent: true }],
  ['ar://Id_-1/2', { key: 'ar Id_-1', service: 'ar gateways', isContent: true }],
  [
    'https://Gateway.Example/ipfs/QmA/1.json?x=1',
    { key: 'gateway.example QmA', service: 'gateway.example', isContent: false },
  ],
  ['https://bafy1.ipfs.dweb.link/1', { key: 'dweb.link bafy1', service: 'dweb.link', isContent: false }],
  ['https://arweave.net/tx1', { key: 'arweave.net tx1', service: 'arweave.net', isContent: false }],
  [
    'https://a.s3.amazonaws.com/1',
    { key: 'amazonaws.com a.s3.amazonaws.com', service: 'amazonaws.com', isContent: false },
  ],
  ['https://h.example/a/b', ofHost('h.example')],
  ['https://h.example#/ipfs/x', ofHost('h.example')],
  ['nonsense', ofHost('nonsense')],
])('is counted for %s', (address, source) => {
  expect(mediaSourceOf(address)).toEqual(source)
})

it.each([
  'HTTPS://b.c.EVIL.com./1',
  'https://a.evil.com:8443/1',
  'https://someone:secret@a.evil.com/1',
  'https://%65vil.com/1',
  'https://ｅvil.com/1',
  'https:\\\\x.evil.com\\1',
  'https://ev\til.com/1',
])('is one for the hosts of an owner, however they are written: %j', (address) => {
  expect(mediaSourceOf(address)).toEqual(ofHost('evil.com'))
})

it.each(['http://0xcb007109/1', 'http://3405803785/1', 'http://0313.0.0161.011/1'])(
  'is one for an address: %s',
  (address) => {
    expect(mediaSourceOf(address)).toEqual(ofHost('203.0.113.9'))
  },
)
