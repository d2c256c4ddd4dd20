import { MAX_ROOMS_PER_SOCKET } from '@opal/contract/live'
import { expect, test } from 'vitest'
import { Acknowledgements } from './acknowledgements.ts'

/** A feed that can be read from when it is said. */
function openFeed(lastId: bigint | null) {
  const readable = Promise.withResolvers<void>()
  const relay = { lastId, started: readable.promise.then(() => 7n), readable: () => readable.promise }
  return { relay, acknowledgements: new Acknowledgements(relay), read: readable.resolve }
}

test('acknowledges subscriptions with the place of the feed at their time, once it can be read', async () => {
  const { relay, acknowledgements, read } = openFeed(null)
  const answers: bigint[] = []
  acknowledgements.add({}, (lastId) => answers.push(lastId))
  relay.lastId = 9n
  acknowledgements.add({}, (lastId) => answers.push(lastId))
  await new Promise(setImmediate)
  expect(answers).toEqual([])
  read()
  await expect.poll(() => answers).toEqual([7n, 9n])
  acknowledgements.add({}, (lastId) => answers.push(lastId))
  await expect.poll(() => answers).toEqual([7n, 9n, 9n])
})

test('while the feed cannot be read, a bounded number of acknowledgements waits for a socket, and none for one that has ended', async () => {
  const { acknowledgements, read } = openFeed(1n)
  const [one, other, ended] = [{}, {}, {}]
  const counts = new Map<object, number>()
  const answered = (socket: object) => () => void counts.set(socket, (counts.get(socket) ?? 0) + 1)
  for (let asked = 0; asked < 10_000; asked += 1) {
    acknowledgements.add(one, answered(one))
    acknowledgements.add(ended, answered(ended))
  }
  acknowledgements.clear(ended)
  acknowledgements.add(other, answered(other))
  read()
  await expect.poll(() => counts.get(other)).toBe(1)
  expect(counts.get(one)).toBe(2 * MAX_ROOMS_PER_SOCKET)
  expect(counts.get(ended)).toBeUndefined()
})
