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

function amountOf(name: string): string | undefined {
  return screen.getByText(name).closest('dt')?.nextElementSibling?.textContent
}
