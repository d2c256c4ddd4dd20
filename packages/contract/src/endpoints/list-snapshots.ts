import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { noBody, nothing } from '../shapes/scalars.ts'
import { snapshot } from '../shapes/snapshot.ts'

/** The nightly snapshots there are, newest first; none where none are taken. */
export const listSnapshots = defineEndpoint({
  id: 'list-snapshots',
  bases: ['data'],
  method: 'GET',
  path: '/snapshots',
  summary: 'Nightly snapshots of the public tables, newest first',
  tag: 'Snapshots',
  params: nothing,
  query: nothing,
  body: noBody,
  response: z.object({ data: z.array(snapshot) }),
  errors: [],
  example: {},
})
