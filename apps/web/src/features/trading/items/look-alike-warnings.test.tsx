import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiFailure } from '../../../testing/render-site.tsx'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { SWEEP_REQUEST } from '../testing/every-request.ts'
import { OTHER_TOKEN, openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
import { BUY, PATIENT, resetTradeHarness, SWEEP, says } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

describe('the warning of a collection that looks like another', () => {
  // @feature collection.look-alike
  it.each([
    ['buying', { kind: 'buy', tokens: [TOKEN, OTHER_TOKEN] }, BUY],
    ['sweeping', SWEEP_REQUEST, SWEEP],
  ] as const)(
    '%s warns once of a collection whose name looks like that of a larger one',
    async (_what, request, call) => {
      const looksLike = { ...testingCollection(`0x${'7'.repeat(64)}`), collectionName: 'Stones', slug: 'the-stones' }
      const collection = testingCollection(TOKEN.collectionId, { collectionName: '5tones', looksLike })
      openTradeDialog(request, {
        answers: {
          [call]: () => ({ ...quoteOf(), curve: [] }),
          [`/api/collection/${TOKEN.collectionId}`]: () => collection,
        },
      })
      const note = await screen.findByRole('note', {}, PATIENT)
      expect(note.textContent).toContain('This name looks like Stones, a larger collection.')
      const link = within(note).getByRole('link')
      expect(link.getAttribute('href')).toBe('/collection/the-stones')
      // The open trade stays.
      expect(link.getAttribute('target')).toBe('_blank')
      expect(screen.getAllByRole('note')).toHaveLength(1)
    },
  )

  // @feature collection.look-alike
  it('holds the purchase until the name is compared, and says when that failed', async () => {
    const comparison = Promise.withResolvers<never>()
    openTradeDialog(
      { kind: 'buy', tokens: [TOKEN] },
      { answers: { [BUY]: () => quoteOf(), [`/api/collection/${TOKEN.collectionId}`]: () => comparison.promise } },
    )
    await says('Own Market fee 1.5%')
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm purchase' })
    // The prices are still being compared.
    await act(async () => {})
    expect(button.disabled).toBe(true)
    expect(screen.queryByRole('note')).toBeNull()
    comparison.reject(new ApiFailure(503, 'down'))
    expect((await screen.findByRole('note', {}, PATIENT)).textContent).toMatch(/^Couldn’t check this name/)
    await waitFor(() => expect(button.disabled).toBe(false))
  })
})
