import * as z from 'zod'

/**
 * Do trades of a wallet with itself, or with one it funded directly, count in volumes, sales and rankings by them?
 * @source design decisions, "Collection figures"
 */
export const wash = z
  .enum(['include', 'exclude'])
  .default('include')
  .describe('Are wash trades counted in volumes and sales?')
