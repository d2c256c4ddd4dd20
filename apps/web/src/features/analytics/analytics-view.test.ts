import { HISTORY_WINDOWS } from '@opal/contract/constants/windows'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyAnalyticsView, DEFAULT_ANALYTICS_VIEW, parseAnalyticsView } from './analytics-view.ts'

// @feature route.state, analytics.wash
it('restores the view from its address, and keeps other parameters', () => {
  const view = fc.record({ window: fc.constantFrom(...HISTORY_WINDOWS), outliers: fc.boolean(), wash: fc.boolean() })
  fc.assert(
    fc.property(view, (any) => {
      const address = applyAnalyticsView(new URLSearchParams('tab=analytics'), any)
      expect(parseAnalyticsView(new URLSearchParams(address.toString()))).toEqual(any)
      expect(address.get('tab')).toBe('analytics')
    }),
  )
})

it('reads invalid values as the default', () => {
  expect(parseAnalyticsView(new URLSearchParams('window=all&outliers=1'))).toEqual(DEFAULT_ANALYTICS_VIEW)
})
