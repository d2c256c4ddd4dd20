// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { ownCosts } from '../../../entities/token/own-costs.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { ME, testingItem } from '../../../testing/testing-item.ts'
import { OwnCost } from './own-cost.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  ownCosts.set([])
})

// @feature portfolio.own-cost
it('is set, shown as one’s own, changed and taken away where the chain does not say it', async () => {
  const user = userEvent.setup()
  renderSite(<OwnCost wallet={ME} token={testingItem(`0x${'1'.repeat(64)}`, { name: 'Stone' })} />, {})
  await user.click(screen.getByRole('button', { name: 'Set cost of Stone' }))
  await user.type(await screen.findByLabelText('Cost'), 'x{Enter}')
  expect(ownCosts.get()).toEqual([])
  await user.clear(screen.getByLabelText('Cost'))
  await user.type(screen.getByLabelText('Cost'), '1,000')
  screen.getByText('Write thousands without a comma: 1000')
  await user.clear(screen.getByLabelText('Cost'))
  // Enter saves, as the button does.
  await user.type(screen.getByLabelText('Cost'), '2.5{Enter}')
  const change = await screen.findByRole('button', { name: /Change cost of Stone/ })
  expect(change.textContent).toMatch(/2\.5.*own$/)
  await user.click(change)
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await screen.findByRole('button', { name: 'Set cost of Stone' })
})

// @feature portfolio.own-cost
it('gives way to what the chain says', () => {
  const tokenDataId = `0x${'1'.repeat(64)}`
  ownCosts.set([{ wallet: ME, tokenDataId, octas: '250000000' }])
  renderSite(<OwnCost wallet={ME} token={testingItem(tokenDataId, { costPrice: '300000000' })} />, {})
  screen.getByText('3 APT')
  expect(screen.queryByRole('button')).toBeNull()
})
