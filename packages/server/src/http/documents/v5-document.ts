// The OpenAPI document of the open API, generated from its table of calls so that both always
// agree.

import { v5CallNames, v5Calls, type V5CallName } from '@basis/protocol/v5/calls'
import type { V5Call } from '@basis/protocol/v5/call'
import { permissionWords } from '@basis/protocol/v5/vocabulary'
import { schemaOf } from './schema-of.ts'

/** Returns the OpenAPI document of the open API's calls. */
export function v5Document(version: string): object {
  const paths = new Map<string, object>()
  for (const name of v5CallNames) {
    const call: V5Call = v5Calls[name]
    const method = call.method.toLowerCase()
    paths.set(call.path, { ...paths.get(call.path), [method]: operationOf(name, call) })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Basis, the open API',
      version,
      description:
        'A V5-compatible surface. Every answer is an envelope with retCode; 0 means done. ' +
        'Signed calls: X-BAPI-SIGN is the HMAC-SHA256, or RSA-SHA256 in base64, of timestamp, key, ' +
        'window and the raw query or body. Unknown parameters are ignored; numbers may be texts.',
    },
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-BAPI-API-KEY' } },
    },
  }
}

function operationOf(name: V5CallName, call: V5Call): object {
  const asked = schemaOf(call.request, 'input')
  const isGet = call.method === 'GET'
  return {
    operationId: name,
    tags: [call.path.split('/')[2] ?? ''],
    ...(call.stands === undefined
      ? {}
      : { description: standing[call.stands], 'x-stands': call.stands }),
    ...(isGet
      ? { parameters: queryOf(asked) }
      : { requestBody: { required: true, content: { 'application/json': { schema: asked } } } }),
    responses: { 200: { description: 'The envelope', content: envelopeOf(call) } },
    security: call.access === 'public' ? [] : [{ key: [] }],
    ...(call.limit === undefined ? {} : { 'x-requests-per-second': call.limit.perSecond }),
    ...(call.permission === undefined ? {} : { 'x-permission': permissionWords(call.permission) }),
  }
}

const standing = {
  empty: 'Always answers an empty list here.',
  refused: 'Always refused here, with a code that says why.',
} as const

const envelopeOf = ({ answer }: V5Call) => ({
  'application/json': {
    schema: {
      type: 'object',
      required: ['retCode', 'retMsg', 'result', 'retExtInfo', 'time'],
      properties: {
        retCode: { type: 'integer' },
        retMsg: { type: 'string' },
        result: schemaOf(answer, 'output'),
        retExtInfo: { type: 'object' },
        time: { type: 'integer' },
      },
    },
  },
})

function queryOf(schema: Record<string, unknown>): object[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(schema['properties'] ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }))
}
