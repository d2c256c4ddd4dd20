// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { floorLabel, withPercent } from '../price-guard/price-references.ts'
import { TOKEN } from '../testing/trade-harness.tsx'
import { PricePresets } from './price-presets.tsx'

afterEach(cleanup)

// @feature list.round-prices
it.each([
  [20n, '5% under floor', '5% over floor'],
  [13n, '8% under floor', '8% over floor'],
  [100_000_000n, '5% under floor', '5% over floor'],
  [115_000_000n, '5% under floor', '5% over floor'],
  [123_400_000n, '5% under floor', '5% over floor'],
])(
  'names a preset by the distance of the round price that it gives, in whole percent: floor %i',
  async (floor, under, over) => {
    const none = {
      traitFloor: null,
      startingTraitFloor: null,
      lastSale: null,
      cost: null,
      breakEven: null,
      topBid: null,
    }
    const row = {
      ...{
        token: TOKEN,
        text: '',
        isByHand: false,
        octas: null,
        present: null,
        error: null,
        anomaly: null,
        listing: null,
        gain: null,
      },
      proceedsAt: () => null,
      references: { ...none, floor },
    }
    const applied = vi.fn()
    const one = { basis: null, isListed: false, isLooking: false, changePercent: vi.fn() }
    const presets = (
      <PricePresets {...one} rows={[row]} onApply={applied}>
        <input aria-label="Price" />
      </PricePresets>
    )
    renderSite(presets, {})
    for (const [name, percent] of [
      [under, '-5'],
      [over, '5'],
    ] as const) {
      expect(floorLabel(withPercent(floor, percent) ?? 0n, floor, { isWhole: true })).toBe(name)
      await userEvent.click(screen.getByRole('button', { name }))
      expect(applied).toHaveBeenLastCalledWith('floor', percent)
    }
  },
)
