/** Listening on an address failed; the message names the address and the remedy. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

/**
 * Begins to listen.
 * @param setting environment variable that chooses the port, for the message.
 * @throws ListenError
 */
export async function listening<Result>(
  begin: () => Promise<Result>,
  address: { readonly host: string; readonly port: number },
  setting: string,
): Promise<Result> {
  try {
    return await begin()
  } catch (cause) {
    throw new ListenError(`${sentence(cause, address)} Set ${setting} to another port, or stop what uses this one.`, {
      cause,
    })
  }
}

function sentence(cause: unknown, { host, port }: { readonly host: string; readonly port: number }): string {
  const { code, message } = cause as { code?: string; message?: string }
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken.`
  if (code === 'EACCES') return `Port ${port} needs more privileges.`
  return `${host}:${port} cannot be listened on: ${message}.`
}
