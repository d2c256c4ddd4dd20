import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { pendingTokens } from '../../../entities/token/pending-tokens.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingDetail } from '../../../testing/testing-detail.ts'
import { TokenActionBar } from './token-action-bar.tsx'

// @vitest-environment happy-dom
const TOKEN = testingDetail()

afterEach(() => {
  cleanup()
  pendingTokens.set(new Set())
  finishCommand('openTrade')
})

// @feature buy.not-twice
it('disables its actions while a transaction of the token is pending', async () => {
  renderSite(<TokenActionBar token={TOKEN} />, {})
  await userEvent.click(await screen.findByRole('button', { name: 'Buy Now Stone #9' }))
  expect(commandRequest('openTrade')).toMatchObject({ kind: 'buy', tokens: [{ tokenDataId: TOKEN.tokenDataId }] })
  act(() => pendingTokens.set(new Set([TOKEN.tokenDataId])))
  expect(screen.queryByRole('button')).toBeNull()
  screen.getByText('You have a pending transaction')
})

// @feature token.tabs-free
it.each([
  [10, true],
  [11, false],
])('says that its buttons take two lines on a phone: of rank %s in 100 %s', async (rarity, isTwoLines) => {
  renderSite(<TokenActionBar token={testingDetail({ rarity, collectionSupply: 100 })} />, {})
  const buy = await screen.findByRole('button', { name: 'Buy Now Stone #9' })
  expect(screen.queryAllByRole('button', { name: /^Bid above floor/ })).toHaveLength(isTwoLines ? 1 : 0)
  expect(buy.parentElement?.hasAttribute('data-two-lines')).toBe(isTwoLines)
})
