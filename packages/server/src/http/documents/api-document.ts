// The OpenAPI document, generated from the table of calls so that both always agree.

import { queryOptions, userTokenHeader } from '@basis/protocol/call'
import { callNames, calls, pathsOf, type CallName } from '@basis/protocol/calls'
import * as z from 'zod/mini'
import { schemaOf } from './schema-of.ts'

/** Returns the OpenAPI document of the terminal's calls. */
export function apiDocument(version: string): object {
  const paths = new Map<string, object>()
  for (const name of callNames) {
    const method = calls[name].method.toLowerCase()
    pathsOf(name).forEach((path, k) => {
      // An operation id is unique: only the first path of a call has it.
      const named = k === 0 ? { operationId: name } : {}
      paths.set(path, { ...paths.get(path), [method]: { ...named, ...operation(name) } })
    })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Basis',
      version,
      description:
        'Every answer is an envelope: ret_code 0 and a result, or another code and words. ' +
        'With responseFormat=hump the envelope has retCode, retMsg, result, retExtInfo and time.',
    },
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'basis_session' },
        userToken: { type: 'apiKey', in: 'header', name: userTokenHeader },
      },
    },
  }
}

function operation(name: CallName): object {
  const call = calls[name]
  const asked = schemaOf(call.request, 'input')
  const isGet = call.method === 'GET'
  return {
    tags: [call.path.split('/').slice(1, 4).join('/')],
    ...(call.ours ? { description: 'Not in the specification of the terminal.' } : {}),
    parameters: [
      ...(isGet ? queryParameters(asked) : []),
      ...queryParameters(schemaOf(z.strictObject(queryOptions), 'input')),
    ],
    ...(isGet
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: asked } } } }),
    responses: {
      200: {
        description: 'The envelope',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                ret_code: { type: 'integer' },
                ret_msg: { type: 'string' },
                result: schemaOf(call.answer, 'output'),
                ext_map: { type: 'object' },
                time_now: { type: 'string' },
              },
            },
          },
        },
      },
    },
    security:
      call.access === 'public'
        ? []
        : [call.changes ? { session: [], userToken: [] } : { session: [] }],
  }
}

function queryParameters(schema: Record<string, unknown>): object[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const properties = schema['properties'] ?? {}
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }))
}
