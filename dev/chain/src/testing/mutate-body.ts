/** Numbers that look random and follow from a seed. @returns whole numbers from 0 to below `below`. */
export function createDice(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

type Dice = ReturnType<typeof createDice>

const HOSTILE = ['-1', '1e9', '"', '{', '[', 'null', '"\\u0000"', '18446744073709551616', '__proto__', '0x', '\ud800']

/** Returns a body that was right, with one to four things wrong; others lend it their parts. */
export function mutateBody(body: Buffer, others: readonly Buffer[], roll: Dice): Buffer {
  let mutated = body
  for (let left = 1 + roll(4); left > 0; left -= 1) mutated = mutateOnce(mutated, others, roll)
  return mutated
}

function mutateOnce(body: Buffer, others: readonly Buffer[], roll: Dice): Buffer {
  const at = roll(body.length + 1)
  switch (roll(7)) {
    case 0:
      return flipped(body, Math.min(at, Math.max(0, body.length - 1)), 1 << roll(8))
    case 1:
      return body.subarray(0, at)
    case 2:
      return cut(body, at, roll(16))
    case 3:
      return inserted(body, at, Buffer.from(Array.from({ length: 1 + roll(12) }, () => roll(256))))
    case 4:
      return inserted(body, at, Buffer.from(HOSTILE[roll(HOSTILE.length)] ?? ''))
    case 5:
      return inserted(body, at, body.subarray(roll(body.length + 1)).subarray(0, 64))
    default:
      return inserted(body.subarray(0, at), at, others[roll(others.length)]?.subarray(at) ?? Buffer.alloc(0))
  }
}

function flipped(body: Buffer, at: number, bit: number): Buffer {
  const copy = Buffer.from(body)
  if (copy.length > 0) copy[at] = (copy[at] as number) ^ bit
  return copy
}

function cut(body: Buffer, at: number, length: number): Buffer {
  return Buffer.concat([body.subarray(0, at), body.subarray(at + length)])
}

function inserted(body: Buffer, at: number, part: Buffer): Buffer {
  return Buffer.concat([body.subarray(0, at), part, body.subarray(at)])
}
