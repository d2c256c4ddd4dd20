// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { MoneySplitList } from './money-split-list.tsx'
import { answerOf } from './testing-answer.ts'

afterEach(cleanup)

it('says which way each amount goes: gas is paid, storage is given back', () => {
  renderSite(<MoneySplitList story="none" answer={answerOf({ storageRefundOctas: '90000' })} />, {})
  expect(amountOf('Gas')).toMatch(/^0\.002/)
  expect(amountOf('Storage refund')).toMatch(/^\+0\.0009/)
})

// @feature trade.price-held
it.each([
  ['buy', 'call', 'You pay at most 1 APT, gas left out. The transaction aborts otherwise.'],
  ['buy', 'aggregator', 'You pay at most 1 APT, gas left out. The transaction aborts otherwise.'],
  [
    'buy',
    'none',
    'Nothing on chain holds this price: if it or a fee changes before the transaction is executed, you may pay more.',
  ],
] as const)('%s with %s says what the chain holds', (story, priceGuard, sentence) => {
  renderSite(<MoneySplitList story={story} answer={answerOf({}, { priceGuard })} />, {})
  expect(screen.getByText(sentence)).toBeTruthy()
})

it('says what a sale brings at least, royalty of the seller included, and nothing where no money moves', () => {
  const sold = answerOf({ totalOctas: '200000', receivedOctas: '98500000' }, { priceGuard: 'script' })
  renderSite(<MoneySplitList story="sell" answer={sold} />, {})
  expect(screen.getByText('You get at least 0.985 APT, gas left out. The transaction aborts otherwise.')).toBeTruthy()
  cleanup()
  renderSite(<MoneySplitList story="list" answer={answerOf()} />, {})
  expect(screen.queryByText(/aborts otherwise/)).toBeNull()
})

function amountOf(name: string): string | undefined {
  return screen.getByText(name).closest('dt')?.nextElementSibling?.textContent
}
