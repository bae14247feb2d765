// Routes of the API documents that are generated from the tables of calls and topics.

import type { FastifyInstance } from 'fastify'
import { apiDocument } from './api-document.ts'
import { topicsDocument } from './topics-document.ts'
import { v5Document } from './v5-document.ts'
import { v5TopicsDocument } from './v5-topics-document.ts'

const documents: Readonly<Record<string, (version: string) => object>> = {
  '/api/openapi.json': apiDocument,
  '/api/asyncapi.json': topicsDocument,
  '/api/v5-openapi.json': v5Document,
  '/api/v5-asyncapi.json': v5TopicsDocument,
}

/** Adds the routes. Each document is generated at its first request. */
export function addDocuments(app: FastifyInstance, version: string): void {
  for (const [path, make] of Object.entries(documents)) {
    let text: string | undefined
    app.get(path, (_, reply) => {
      text ??= JSON.stringify(make(version))
      return reply.type('application/json; charset=utf-8').send(text)
    })
  }
}
