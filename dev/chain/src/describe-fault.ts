const CHOOSE = 'Set LOCALNET_DATA_DIR to a folder of yours.'

/** Sentences for system errors, addressed to the person who started the program, and what to do. */
const SENTENCES: Readonly<Record<string, (path: string) => string>> = {
  ENOSPC: (path) => `The disk is full: the chain cannot write to ${path}. Free some space and start again.`,
  EACCES: (path) => `There is no permission to use ${path}. ${CHOOSE}`,
  EPERM: (path) => `There is no permission to use ${path}. ${CHOOSE}`,
  EROFS: (path) => `${path} is on a read-only disk. ${CHOOSE}`,
  ENOTDIR: (path) => `${path} is not a folder. ${CHOOSE}`,
  EEXIST: (path) => `${path} is not a folder. ${CHOOSE}`,
}

/** Returns one sentence for a fault that ends the program. Errors raised on purpose already carry theirs. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path } = error as NodeJS.ErrnoException
  return SENTENCES[code ?? '']?.(path ?? 'the data directory') ?? error.message
}
