import { expect, test } from 'vitest'
import { memorySettings } from './postgres-process.ts'

const GIB = 1024 ** 3

test('keeps an eighth of the memory for its own pages', () => {
  expect(memorySettings(24 * GIB)).toEqual({
    shared_buffers: '3072MB',
    effective_cache_size: '12288MB',
    maintenance_work_mem: '192MB',
  })
})

test('takes little of a small machine, and never more than it can use of a large one', () => {
  expect(memorySettings(GIB / 2).shared_buffers).toBe('128MB')
  expect(memorySettings(2 * GIB).shared_buffers).toBe('256MB')
  expect(memorySettings(512 * GIB)).toMatchObject({ shared_buffers: '4096MB', maintenance_work_mem: '512MB' })
})

test('never expects more memory than there is', () => {
  expect(Number.parseInt(memorySettings().shared_buffers, 10)).toBeGreaterThanOrEqual(128)
})
