import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAddress, formatWallet, tokenNumber, truncateName } from './name.ts'
import {
  formatBps,
  formatChange,
  formatCount,
  formatCounted,
  formatCountShort,
  formatDistance,
  formatShare,
} from './number.ts'
import { formatAge, formatDate, formatMinute, formatMoment, formatTimeLeft } from './time.ts'

// @feature format.change, format.negative
describe('formatChange', () => {
  it.each([
    [null, '-'],
    [0, '0%'],
    [0.001, '0%'],
    [12.345, '+12.35%'],
    [-3.1, '-3.1%'],
    [100, '+100%'],
    [123456, '+123,456%'],
  ])('writes %s as %s', (percent, text) => {
    expect(formatChange(percent)).toBe(text)
  })
})

describe('counts and rates', () => {
  it('writes a count in full with commas, also one of the API that passes 2^53', () => {
    expect([0, 1234, '18446744073709551615'].map(formatCount)).toEqual(['0', '1,234', '18,446,744,073,709,551,615'])
  })

  it('writes one thing without an s, any other number with it', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), (count) => {
        expect(formatCounted(count, 'item')).toBe(`${formatCount(count)} ${count === 1 ? 'item' : 'items'}`)
      }),
      { examples: [[0], [1], [2]] },
    )
    expect(formatCounted('1', 'wallet')).toBe('1 wallet')
  })

  // @feature format.compact
  it('keeps small counts whole and shortens large ones', () => {
    expect([0, 7, 999, -999].map(formatCountShort)).toEqual(['0', '7', '999', '-999'])
    expect([1000, 1234, 9999, -1500].map(formatCountShort)).toEqual(['1K', '1.23K', '10K', '-1.5K'])
    expect(formatCountShort(999_499)).toBe('999K')
    expect(formatCountShort(1_000_000)).toBe('1M')
    expect(formatCountShort(10_000)).toBe('10K')
    expect(formatCountShort(1_234_567)).toBe('1.23M')
  })

  it('formats basis points as percent', () => {
    expect(formatBps(150)).toBe('1.5%')
    expect(formatBps(0)).toBe('0%')
    expect(formatBps(null)).toBe('-')
  })

  // @feature landing.owner-percentage
  it('rounds a share down, and has one of no more than the whole', () => {
    fc.assert(
      fc.property(fc.nat({ max: 300 }), fc.nat({ max: 300 }), (part, whole) => {
        const isPart = part > 0 && whole > 0
        const expected = part > whole ? null : `${(BigInt(part) * 100n) / BigInt(whole || 1)}%`
        expect(formatShare(part, whole)).toBe(isPart ? expected : '0%')
      }),
    )
    expect([formatShare(2, 3), formatShare(3, 3), formatShare(4, 3)]).toEqual(['66%', '100%', null])
  })
})

it('formats the time left in one unit, never more than is left', () => {
  expect(['0', '59', '60', '3600', '172800'].map((seconds) => formatTimeLeft(seconds, 0))).toEqual([
    'now',
    'in <1m',
    'in 1m',
    'in 1h',
    'in 2d',
  ])
  const units = { m: 60, h: 3_600, d: 86_400 }
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 10 ** 7 }), (left) => {
      const [, count = '', unit = ''] = /^in (\d+)([mhd])$/.exec(formatTimeLeft(String(1_000 + left), 1_000_000)) ?? []
      const seconds = units[unit as keyof typeof units]
      expect(Math.floor(left / seconds)).toBe(Number(count))
    }),
  )
})

// @feature format.change
it('writes any distance from a reference with the decimals of a change of the same size', () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 100_000_000 })), (bps) => {
      expect(formatDistance(10_000n + BigInt(bps), 10_000n)).toBe(formatChange(bps / 100).slice(1))
      if (bps < 10_000) expect(formatDistance(10_000n - BigInt(bps), 10_000n)).toBe(formatChange(-bps / 100).slice(1))
    }),
  )
  expect(formatDistance(10_000n, 10_000n)).toBeNull()
})

// @feature table.cell-date
describe('formatAge', () => {
  const now = 1_800_000_000_000
  const ago = (seconds: number) => String((BigInt(now) - BigInt(seconds) * 1000n) * 1000n)
  it.each([
    [-5, '0s'],
    [0, '0s'],
    [59, '59s'],
    [60, '1m'],
    [3599, '59m'],
    [3600, '1h'],
    [86_399, '23h'],
    [86_400, '1d'],
    [30 * 86_400 - 1, '29d'],
    [30 * 86_400, '1M'],
    [360 * 86_400 - 1, '11M'],
    [360 * 86_400, '1Y'],
  ])('writes %s seconds as %s', (seconds, text) => {
    expect(formatAge(ago(seconds), now)).toBe(text)
  })

  // @feature activity.dates, format.dates
  it('formats a day with two digits for month and day', () => {
    expect(formatDate('1709302205000000', 'UTC')).toBe('03/01/2024')
    expect(formatDate('1735689599999999', 'UTC')).toBe('12/31/2024')
  })

  // @feature activity.dates, format.dates
  it('formats the same day in short and in full, in any time zone', () => {
    const zones = fc.constantFrom('UTC', 'Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Apia')
    fc.assert(
      fc.property(fc.bigInt({ min: 1_600_000_000_000_000n, max: 1_900_000_000_000_000n }), zones, (micros, zone) => {
        const [month, day, year] = formatDate(String(micros), zone).split('/')
        const [name, ...rest] = formatMoment(String(micros), zone).split(' ')
        expect(rest.slice(0, 2)).toEqual([day, year])
        expect(new Date(`${name} 1 2024 UTC`).getUTCMonth() + 1).toBe(Number(month))
      }),
    )
  })

  // @feature format.dates
  it('formats a minute', () => {
    expect(formatMinute('1709302205000000', 'UTC')).toBe('03/01/2024, 2:10 PM')
    expect(formatMinute('1709259005000000', 'UTC')).toBe('03/01/2024, 2:10 AM')
  })

  // @feature format.dates, table.cell-date
  it('formats a full timestamp', () => {
    expect(formatMoment('1709302205000000', 'UTC')).toBe('March 01 2024 02:10:05 PM')
  })

  it('formats any moment that the chain can name', () => {
    const micros = fc.bigInt(0n, (2n ** 64n - 1n) * 1_000_000n).map(String)
    fc.assert(
      fc.property(micros, (any) => {
        expect(formatDate(any, 'UTC')).toMatch(/^\d\d\/\d\d\/\d{4,6}$/)
        expect(formatMoment(any, 'UTC')).toMatch(/ \d{4,6} /)
        expect(formatMinute(any, 'UTC')).toMatch(/\/\d{4,6}, \d{1,2}:\d\d [AP]M$/)
      }),
      { examples: [['0'], [String((2n ** 64n - 1n) * 1_000_000n)]] },
    )
  })
})

describe('names', () => {
  const you = `0x${'ab'.repeat(32)}`
  // @feature format.addresses
  it('shows the last six characters of an address, twenty-five in long places', () => {
    expect(formatAddress(`0x3f49${'0'.repeat(56)}73db`)).toBe('0x3f49…73db')
    expect(formatAddress(you, 'long')).toHaveLength(25)
    expect(formatAddress('0x1')).toBe('0x1')
  })

  // @feature table.cell-wallet, token.owner-you
  it('returns You for the viewer, else the name, else the address', () => {
    expect(formatWallet({ walletAddress: you, aptosName: 'me.apt' }, you)).toBe('You')
    expect(formatWallet({ walletAddress: you, aptosName: 'averylongname.apt' }, null)).toBe('averylongnam…apt')
    expect(formatWallet({ walletAddress: you, aptosName: null }, null)).toBe('0xabab…abab')
  })

  // @feature format.names
  it('keeps the ending of any name of the name service, and all of it up to twelve characters before that', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9-]{1,40}$/), (stem) => {
        const shown = formatWallet({ walletAddress: you, aptosName: `${stem}.apt` }, null)
        expect(shown).toBe(stem.length <= 12 ? `${stem}.apt` : `${stem.slice(0, 12)}…apt`)
      }),
      { examples: [['freya-storm'], ['anders-holm'], ['exactlytwelv'], ['thirteen-long']] },
    )
  })

  // @feature format.names
  it('truncates names by grapheme clusters', () => {
    expect(truncateName('exactlytwelv')).toBe('exactlytwelv')
    expect(truncateName('👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀', 'cell')).toBe('👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀…')
  })

  // @feature format.names
  it('ends any name that is cut in one ellipsis, with no dot before it', () => {
    expect(truncateName('The Foo Co. of Bar')).toBe('The Foo Co…')
    fc.assert(
      fc.property(fc.stringMatching(/^[a-c. …]{1,40}$/), (name) => {
        const shown = truncateName(name)
        if (shown === name) return
        expect(shown.endsWith('…')).toBe(true)
        expect(shown.slice(0, -1)).not.toMatch(/[\s.…]$/)
        expect(name.startsWith(shown.slice(0, -1))).toBe(true)
      }),
    )
  })

  it('returns the number of a token', () => {
    expect(tokenNumber('Monkey #12')).toBe('#12')
    expect(tokenNumber('#12')).toBe('#12')
    expect(tokenNumber('Sunrise')).toBe('Sunrise')
  })
})
