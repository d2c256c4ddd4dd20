import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('any free port lies below those that outgoing connections take', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort(0)))
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(15_000)
    expect(port).toBeLessThan(32_000)
  }
})
