import { median, quantile } from '@opal/domain/testing/statistics'
import { expect, test } from 'vitest'
import { costMeasurement, plainMeasurement, rateMeasurement, worstMeasurement } from './measurement.ts'
import { measurementLine, measurementTable } from './print-measurements.ts'

const measured = { name: 'a.b', value: 1234.567, unit: 'txn/s' }

test('passes a rate from its share of the limit on', () => {
  expect(rateMeasurement(measured, 2_000, 0.6)).toMatchObject({ value: 1235, ratio: 0.6173, goal: 0.6, met: true })
  expect(rateMeasurement(measured, 2_100, 0.6)).toMatchObject({ met: false })
})

test('passes a time while the limit is the required share of it', () => {
  const latency = { name: 'a.c', value: 20, unit: 'ms' }
  expect(costMeasurement(latency, 7, 1 / 3)).toMatchObject({ ratio: 0.35, met: true })
  expect(costMeasurement(latency, 6, 1 / 3)).toMatchObject({ ratio: 0.3, met: false })
})

test('judges the measured ratio, not the rounded one', () => {
  expect(rateMeasurement({ ...measured, value: 0.499999 }, 1, 0.5)).toMatchObject({ ratio: 0.5, met: false })
})

test('writes every key in order, also without a limit', () => {
  const line = measurementLine(plainMeasurement(measured))
  expect(line).toBe('{"name":"a.b","value":1235,"unit":"txn/s","limit":null,"ratio":null,"goal":null,"met":null}')
  expect(measurementTable([plainMeasurement(measured)])).toContain('a.b')
})

test('returns measured values as quantiles', () => {
  const values = [5, 1, 4, 2, 3]
  expect([median(values), quantile(values, 0.99), quantile([7], 0.5)]).toEqual([3, 5, 7])
  expect(() => median([])).toThrow(RangeError)
})

test('judges the one of several durations that is furthest from its limit, and reports all of them', () => {
  const times = (warm: number, cold: number) =>
    worstMeasurement(
      [
        costMeasurement({ name: 'a', value: warm, unit: 'ms' }, 100, 1),
        costMeasurement({ name: 'a', value: cold, unit: 'ms' }, 500, 1),
      ],
      { warm, cold, rows: 12345.6 },
    )
  expect(times(50, 600)).toMatchObject({ value: 600, limit: 500, met: false, details: { warm: 50, cold: 600 } })
  expect(times(101, 400)).toMatchObject({ value: 101, limit: 100, met: false })
  expect(times(50, 100)).toMatchObject({ value: 50, limit: 100, met: true, details: { rows: 12350 } })
  expect(measurementLine(times(50, 100))).toContain('"met":true,"details":{"warm":50,"cold":100,"rows":12350}}')
  expect(measurementTable([times(50, 100)])).toContain('warm 50, cold 100, rows 12350')
})
