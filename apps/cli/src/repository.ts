import { fileURLToPath } from 'node:url'

/** Root folder of this clone, without a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '')
