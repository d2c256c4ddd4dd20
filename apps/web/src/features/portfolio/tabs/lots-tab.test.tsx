import type { Lot } from '@opal/contract/portfolio/pnl'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { ME } from '../../../testing/testing-item.ts'
import { DEFAULT_PORTFOLIO_VIEW } from '../portfolio-view.ts'
import LotsTab from './lots-tab.tsx'

// @vitest-environment happy-dom
const ID = `0x${'c'.repeat(64)}`
const MOMENT = { by: 'listing', version: '1', atMicros: '1', transactionHash: null }

function lotOf(tokenName: string, change: Partial<Lot>): Lot {
  return {
    ...{ id: tokenName, tokenDataId: ID, tokenName, tokenImage: null, propertyVersion: '0', collectionId: ID },
    ...{ collectionName: 'Stones', amount: '1', acquired: MOMENT, cost: '100000000', released: null, proceeds: null },
    ...{ estimate: null, gain: null, ...change },
  }
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// @feature portfolio.fees-said
it('says which figures are before fees: those of what is held', async () => {
  const data = [
    lotOf('Stone #1', { estimate: '150000000', gain: '50000000' }),
    lotOf('Stone #2', { cost: null, estimate: '150000000' }),
    lotOf('Stone #3', { released: MOMENT, proceeds: '140000000', gain: '40000000' }),
  ]
  renderSite(<LotsTab wallet={ME} view={DEFAULT_PORTFOLIO_VIEW} onViewChange={() => {}} />, {
    [`/data/user/lots/${ME}`]: () => ({ data, nextCursor: null }),
  })
  const notesOf = async (name: string) => {
    const row = (await screen.findByTitle(name, {}, { timeout: 15_000 })).closest('tr')
    return row?.textContent?.match(/before fees/g)?.length ?? 0
  }
  expect(await notesOf('Stone #1')).toBe(2)
  expect(await notesOf('Stone #2')).toBe(1)
  expect(await notesOf('Stone #3')).toBe(0)
})
