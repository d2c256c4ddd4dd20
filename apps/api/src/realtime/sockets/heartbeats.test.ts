import { describe, expect, it, vi } from 'vitest'
import { startHeartbeats } from './heartbeats.ts'

describe('heartbeats', () => {
  it.each(['relay', 'socket'])('go on after an error of the %s, which is logged', async (part) => {
    const errors: unknown[] = []
    let beats = 0
    const once = (failing: string) => {
      if (part === failing && errors.length === 0) throw new Error(failing)
    }
    using _heartbeats = startHeartbeats({
      relay: {
        wake: async () => {
          once('relay')
          return true
        },
      },
      sockets: () => ['socket'],
      send: () => {
        once('socket')
        beats += 1
      },
      onError: (error) => errors.push(error),
      everyMs: 1,
    })
    await vi.waitFor(() => expect(beats).toBeGreaterThan(1), { timeout: 20_000 })
    expect(errors).toEqual([new Error(part)])
  })
})
