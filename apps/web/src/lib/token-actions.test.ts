import type { MarketplaceInfo } from '@opal/contract/endpoints/get-network'
import { describe, expect, it } from 'vitest'
import { type TokenAction, tokenAction } from './token-actions.ts'

const you = `0x${'a'.repeat(64)}`
const other = `0x${'b'.repeat(64)}`
const wallet = (walletAddress: string) => ({ walletAddress, aptosName: null, isWalletAddress: true })

function venue(id: string, status: MarketplaceInfo['status'], abilities: string[]): MarketplaceInfo {
  return {
    id,
    displayName: id,
    isNative: id === 'own',
    status,
    abilities,
    feeBps: 0,
    commissionBps: 0,
    packageAddress: null,
  }
}
const venues = [
  venue('own', 'active', ['buy', 'list', 'delist']),
  venue('closing', 'cancel-only', ['buy', 'delist']),
  venue('past', 'history', ['buy', 'delist']),
]

describe('what a viewer may do with a token', () => {
  it.each<[string, string | null, string | null, string | null, TokenAction]>([
    ['a visitor buys what is listed', null, other, 'own', 'buy'],
    ['a stranger buys what is listed', you, other, 'own', 'buy'],
    ['nobody buys what is not listed', you, other, null, 'none'],
    ['nobody buys on a venue that only cancels', you, other, 'closing', 'none'],
    ['nobody buys on a venue that is history', you, other, 'past', 'none'],
    ['nobody buys on a venue this network does not have', you, other, 'elsewhere', 'none'],
    ['the owner never buys, but delists', you, you, 'own', 'delist'],
    ['the owner delists even where one can only cancel', you, you, 'closing', 'delist'],
    ['the owner can do nothing on a venue that is history', you, you, 'past', 'none'],
    ['the owner lists what is not listed', you, you, null, 'list'],
    ['a visitor lists nothing', null, other, null, 'none'],
  ])('%s', (_words, viewer, owner, marketplace, expected) => {
    const listedPrice = marketplace === null ? null : '100'
    expect(
      tokenAction({ owner: owner === null ? null : wallet(owner), listedPrice, marketplace }, viewer, venues),
    ).toBe(expected)
  })

  it('is nothing for a burned token', () => {
    expect(tokenAction({ owner: null, listedPrice: '100', marketplace: 'own' }, you, venues)).toBe('none')
  })
})
