/** What reading one message of a call can come to. */
export type Read<Message> =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'end' }
  | { readonly kind: 'silent' }

/**
 * Takes the next message, or gives up after `silenceMs` without one. The clock runs only while we wait, so a
 * consumer that is slow to come back is not mistaken for a silent server.
 */
export async function readWithDeadline<Message>(
  messages: AsyncIterator<Message>,
  silenceMs: number,
): Promise<Read<Message>> {
  let timer: NodeJS.Timeout | undefined
  const silent = new Promise<Read<Message>>((resolve) => {
    timer = setTimeout(resolve, silenceMs, { kind: 'silent' })
  })
  try {
    return await Promise.race([nextMessage(messages), silent])
  } finally {
    clearTimeout(timer)
  }
}

async function nextMessage<Message>(messages: AsyncIterator<Message>): Promise<Read<Message>> {
  const { done, value } = await messages.next()
  return done ? { kind: 'end' } : { kind: 'message', message: value }
}
