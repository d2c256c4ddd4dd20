// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../../testing/render-site.tsx'
import { askedAnomaly } from '../../price-guard/price-anomalies.ts'
import { floorLabel, type SellerReferences, withPercent } from '../../price-guard/price-references.ts'
import { NOTHING } from '../../price-guard/testing/known-references.ts'
import { TOKEN } from '../../testing/trade-harness.tsx'
import { PricePresets, type PricePresetsProps } from './price-presets.tsx'

afterEach(cleanup)

const NONE = { ...NOTHING, cost: null, breakEven: null, topBid: null }
const ROW = {
  token: TOKEN,
  text: '',
  isByHand: false,
  octas: null,
  present: null,
  error: null,
  anomaly: null,
  isCostLoading: false,
  listing: null,
  gain: null,
  proceedsAt: () => null,
}
const ONE = {
  basis: null,
  isListed: false,
  isLooking: false,
  percent: '',
  percentAdvice: null,
  changePercent: vi.fn(),
  onApply: vi.fn(),
}
function renderPresets(props: Partial<PricePresetsProps> & { readonly references: SellerReferences }) {
  const { references, ...rest } = props
  const field = <input aria-label="Price" />
  return renderSite(
    <PricePresets {...ONE} rows={[{ ...ROW, references }]} {...rest}>
      {field}
    </PricePresets>,
    {},
  )
}

// @feature list.presets, list.fat-finger
it('says of each price to start from whether it will have to be typed again', () => {
  const octas = fc.option(fc.bigInt({ min: 100_000n, max: 10_000_000_000n }), { nil: null })
  const floors = { floor: octas, usualFloor: octas, traitFloor: octas, startingTraitFloor: octas }
  const market = { ...floors, lastSale: octas, collectionSale: octas }
  const drawn = fc.record({ ...market, cost: octas, breakEven: octas, topBid: octas })
  const bases = [
    ['Cost', 'cost'],
    ['Break-even', 'breakEven'],
    ['Top bid', 'topBid'],
    ['Last sale', 'lastSale'],
    ['Floor', 'floor'],
    ['Trait floor', 'startingTraitFloor'],
  ] as const
  fc.assert(
    fc.property(drawn, (references) => {
      const { unmount } = renderPresets({ references })
      const note = screen.queryByText('Marked prices are far from the market: you’ll be asked to type them again.')
      const described = note === null ? [] : [...document.querySelectorAll(`[aria-describedby="${note.id}"]`)]
      expect(note === null).toBe(document.querySelector('fieldset svg') === null)
      for (const [label, basis] of bases) {
        const price = references[basis]
        const chip = screen.queryByRole('button', { name: new RegExp(`^${label} `) })
        expect(chip !== null).toBe(price !== null)
        if (chip === null || price === null) continue
        const isAsked = askedAnomaly(price, references) !== null
        expect(described.includes(chip)).toBe(isAsked)
        expect(chip.querySelector('svg') !== null).toBe(isAsked)
      }
      unmount()
    }),
    { numRuns: 40 },
  )
})

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
    const applied = vi.fn()
    renderPresets({ references: { ...NONE, floor }, onApply: applied })
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
