import { createServer } from 'node:net'

/** A port the program needs is in use. The message is the sentence to show. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError'
  readonly port: number

  constructor(what: string, port: number, variable: string, cause: unknown) {
    super(`The ${what} cannot listen on port ${port}: it is taken. Stop what uses it, or set ${variable}.`, { cause })
    this.port = port
  }
}

/** A server and its port, for the error message when the port is taken. */
export interface PortSetting {
  readonly what: string
  readonly port: number
  /** Environment variable that names another port. */
  readonly variable: string
}

/** Runs something that listens, turning "address in use" into {@link PortTakenError}. */
export async function listenOn<Result>(
  setting: PortSetting,
  host: string,
  listen: () => Promise<Result>,
): Promise<Result> {
  await requireFreePort(setting, host)
  try {
    return await listen()
  } catch (cause) {
    if (isTaken(cause)) throw new PortTakenError(setting.what, setting.port, setting.variable, cause)
    throw cause
  }
}

/** gRPC words a taken port in its own way, so the port is tried first by the system's means. */
async function requireFreePort(setting: PortSetting, host: string): Promise<void> {
  if (setting.port === 0) return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const probe = createServer()
    .once('error', reject)
    .once('listening', () => probe.close(() => resolve()))
  probe.listen(setting.port, host)
  await promise.catch((cause: unknown) => {
    if (isTaken(cause)) throw new PortTakenError(setting.what, setting.port, setting.variable, cause)
    throw cause
  })
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
