import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { requireFreePorts } from './ports.ts'

test('names a port that is in use, and what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(requireFreePorts({ web: port }, ['web'], null)).rejects.toThrow(
    `Port ${port} (web) is taken by another program`,
  )
  other.close()
})
