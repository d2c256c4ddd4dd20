import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { Endpoint } from '@opal/contract/http/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { UnreadableFormError } from '../../errors.ts'

/** Lets the routes of this corner of the server read forms: some short fields, never a file. */
export async function acceptForms(corner: FastifyInstance, kinds: NonNullable<Endpoint['bodyKinds']>): Promise<void> {
  if (kinds.includes('form')) await corner.register(formbody, { bodyLimit: 8 * 1024 })
  if (kinds.includes('multipart')) {
    await corner.register(multipart, {
      limits: { files: 0, fields: 10, fieldSize: 1024, parts: 10, headerPairs: 20 },
    })
    corner.addHook('preValidation', async (request) => {
      if (request.isMultipart()) request.body = await readFields(request)
    })
  }
}

/** @throws UnreadableFormError for whatever is wrong with the form, which is always the sender's doing. */
async function readFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: [string, unknown][] = []
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file' || part.valueTruncated) throw new UnreadableFormError()
      fields.push([part.fieldname, part.value])
    }
  } catch (cause) {
    throw cause instanceof UnreadableFormError ? cause : new UnreadableFormError({ cause })
  }
  return Object.fromEntries(fields)
}
